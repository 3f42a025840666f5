import type MarkdownIt from 'markdown-it';
import Token from 'markdown-it/lib/token.mjs';
import { safeMedia } from './address.ts';
import { inlineText } from './inline-text.ts';
import type { RenderState } from './render-state.ts';

/** Pictures with their plain description; one that stands alone in its paragraph becomes a figure with a caption. */
export function pictures(md: MarkdownIt): void {
  md.core.ruler.push('pictures', (state) => {
    state.tokens.forEach((token, index, tokens) => {
      token.children?.forEach(describe);
      const paragraph = tokens[index - 1];
      const end = tokens[index + 1];
      if (token.type !== 'inline' || paragraph?.type !== 'paragraph_open' || paragraph.hidden || !end) return;
      const picture = findLonePicture(token.children ?? []);
      if (picture) makeFigure(paragraph, token, end, picture, state.env);
    });
  });
  md.renderer.rules.image = (tokens, index, options, _env, renderer) => renderer.renderToken(tokens, index, options);
}

/** Without a source that may be shown, its description takes the picture's place. */
function describe(token: Token): void {
  if (token.type !== 'image') return;
  const description = inlineText(token.children ?? []);
  if (safeMedia(token.attrGet('src') ?? '')) token.attrSet('alt', description);
  else Object.assign(token, { type: 'text', tag: '', attrs: null, children: null, content: description });
}

function findLonePicture(tokens: Token[]): Token | undefined {
  const [first, second, third, more] = tokens.filter(({ type, content }) => type !== 'text' || content.trim() !== '');
  if (first?.type === 'image' && !second) return first;
  const linked = first?.type === 'link_open' && second?.type === 'image' && third?.type === 'link_close' && !more;
  return linked ? second : undefined;
}

function makeFigure(open: Token, content: Token, close: Token, picture: Token, env: RenderState): void {
  const title = picture.attrGet('title');
  const caption = title || picture.attrGet('alt');
  picture.attrs = (picture.attrs ?? []).filter(([name]) => name !== 'title');
  Object.assign(open, {
    type: 'figure_open',
    tag: 'figure',
    attrs: [
      ['class', 'fig'],
      [env.nonce, ''],
    ],
  });
  Object.assign(close, { type: 'figure_close', tag: 'figure' });
  if (!caption) return;

  const text = new Token('text', '', 0);
  text.content = caption;
  const captionOpen = new Token('figcaption_open', 'figcaption', 1);
  content.children = [...(content.children ?? []), captionOpen, text, new Token('figcaption_close', 'figcaption', -1)];
}
