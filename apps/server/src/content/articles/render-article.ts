import { isFailure } from '@mojian/contract/platform/failures';
import { plainParagraphs } from '@mojian/markdown/plain-paragraphs';
import { countWords } from '@mojian/markdown/words';
import { askText } from '../text/ask-text.ts';
import { checkStructure } from '../text/check-structure.ts';
import type { TextToRender } from '../text/render-text.ts';

export type PictureSizes = NonNullable<TextToRender['pictureSizes']>;

export type Rendered = Awaited<ReturnType<typeof renderArticle>>;

type Site = Pick<TextToRender, 'siteUrl' | 'pictureSizes'>;

/**
 * Everything an article's row keeps of its text, made in the text process.
 * @throws Failure invalid-input at `markdown` for a text that takes too much time or memory.
 */
export function renderArticle(
  { markdown, summary, readType }: Pick<TextToRender, 'markdown' | 'summary' | 'readType'>,
  site: Site,
) {
  return askText('renderText', { markdown, summary, readType, ...site });
}

export type Reading = Pick<Rendered, 'html' | 'headings' | 'hasDiagram' | 'words'>;

/** A text that is not published yet, for who has to read it whatever is in it: what is refused is shown as written. */
export async function renderForReading(markdown: string, site: Site): Promise<Reading> {
  try {
    await checkStructure(markdown);
    return await renderArticle({ markdown }, site);
  } catch (error) {
    if (!isFailure(error) || error.id !== 'invalid-input') throw error;
    const html = `<p><strong>${error.message}。下面是没有排版的原文。</strong></p>\n${plainParagraphs(markdown)}`;
    return { html, headings: '[]', hasDiagram: 0, words: countWords(markdown) };
  }
}
