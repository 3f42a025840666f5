import { Tag, tags } from '@lezer/highlight';

/** `==marked==` */
export const markedTag = Tag.define();
/** LaTeX between dollars. */
export const formulaTag = Tag.define();
/** The lines that open and close an aside, and what names its kind. */
export const asideTag = Tag.define(tags.processingInstruction);
