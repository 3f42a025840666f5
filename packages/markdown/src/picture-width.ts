import type Token from 'markdown-it/lib/token.mjs';
import type { RenderState } from './render-state.ts';

const written = /^\{\s*width\s*=\s*"?(\d{1,3})%"?\s*\}/;

/**
 * `![字](/a.webp){width=50%}`, as Pandoc and GitLab write it: a share of the column. Shown in steps of a quarter, each a
 * class of the look, because the pages' CSP forbids styles. Other units stay as they are written.
 */
export function setWidths(tokens: Token[], { nonce }: RenderState): void {
  tokens.forEach((token, index) => {
    const next = tokens[index + 1];
    const match = token.type === 'image' && next?.type === 'text' ? written.exec(next.content) : null;
    const share = Number(match?.[1]);
    if (!match || !next || share < 1 || share > 100) return;
    next.content = next.content.slice(match[0].length);
    const step = Math.ceil(share / 25) * 25;
    if (step < 100) token.attrSet('class', `w-${step}`);
    token.attrSet(nonce, ''); // only what our own rules made may be classed
  });
}

/** The class of a picture's width, with a space before it; nothing for one whose class an author wrote as HTML. */
export function widthOf(attributes: Record<string, string>, { nonce }: RenderState): string {
  const { class: width = '' } = attributes;
  return Object.hasOwn(attributes, nonce) && /^w-(25|50|75)$/.test(width) ? ` ${width}` : '';
}
