import type { MarkdownIt } from 'markdown-it';
import { isExternal, safeMedia } from './address.ts';
import { inlineText } from './headings.ts';
import { stateOf, Token } from './markdown-it.ts';
import type { RenderState } from './render-state.ts';

/**
 * Renders pictures with their alt text or title; one alone in its paragraph becomes a figure with a caption, unless the
 * author wrote one below. One from another host, which the CSP blocks, becomes a link.
 */
export function pictures(md: MarkdownIt): void {
  md.core.ruler.push('pictures', ({ tokens, env }) => {
    const state = stateOf(env);
    tokens.forEach((token, index) => {
      setWidths(token.children ?? [], state);
      if (token.children) token.children = describeAll(token.children, state);
      const picture = token.type === 'inline' ? findLonePicture(token.children ?? []) : undefined;
      if (picture) makeFigure(picture, tokens, index, state);
    });
  });
  md.renderer.rules.image = (tokens, index, options, _env, renderer) => renderer.renderToken(tokens, index, options);
}

function describeAll(tokens: Token[], env: RenderState): Token[] {
  let links = 0;
  return tokens.flatMap((token) => {
    if (token.type === 'link_open') links += 1;
    if (token.type === 'link_close') links -= 1;
    return token.type === 'image' ? describe(token, env, links > 0) : [token];
  });
}

/** Replaces a picture without an allowed source by its description. */
function describe(token: Token, { options }: RenderState, isLinked: boolean): Token[] {
  const description = inlineText(token.children ?? []);
  const address = safeMedia(String(token.attrGet('src') ?? ''));
  if (address && !isExternal(address, options.siteOrigin)) {
    token.attrSet('alt', description || token.attrGet('title') || '');
    return [token];
  }
  const text = new Token('text', '', 0);
  // the caption too: as long as the picture cannot be fetched, nothing else says it
  const words = [...new Set([description, token.attrGet('title')].filter(Boolean))].join('：');
  text.content = address ? words || '图片' : description;
  if (!address || isLinked) return [text];
  const open = new Token('link_open', 'a', 1);
  open.attrs = [['href', address]];
  return [open, text, new Token('link_close', 'a', -1)];
}

function findLonePicture(tokens: Token[]): Token | undefined {
  const [first, second, third, more] = tokens.filter(({ type, content }) => type !== 'text' || content.trim() !== '');
  if (first?.type === 'image' && !second) return first;
  const linked = first?.type === 'link_open' && second?.type === 'image' && third?.type === 'link_close' && !more;
  return linked ? second : undefined;
}

/** Whether the author wrote a figure with a caption around a picture without a title. */
function isCaptioned(picture: Token, before: Token | undefined, next: Token | undefined) {
  if (picture.attrGet('title')) return false;
  return /^<figure\b[^<>]*>\s*$/.test(before?.content ?? '') && /^<figcaption\b/.test(next?.content ?? '');
}

function makeFigure(picture: Token, tokens: Token[], index: number, env: RenderState): void {
  const [before, open, content, close, next] = [-2, -1, 0, 1, 2].map((step) => tokens[index + step]);
  if (open?.type !== 'paragraph_open' || open.hidden || !content || !close) return;
  if (isCaptioned(picture, before, next)) return;
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
  text.content = String(caption);
  const captionOpen = new Token('figcaption_open', 'figcaption', 1);
  content.children = [...(content.children ?? []), captionOpen, text, new Token('figcaption_close', 'figcaption', -1)];
}

const written = /^\{\s*width\s*=\s*"?(\d{1,3})%"?\s*\}/;

/**
 * Parses `![字](/a.webp){width=50%}` of Pandoc and GitLab: a share of the column in steps of a quarter, each a class
 * since the CSP forbids styles. Other units stay literal.
 */
function setWidths(tokens: Token[], { nonce }: RenderState): void {
  tokens.forEach((token, index) => {
    takeObsidianWidth(token, nonce);
    takeWords(token, tokens[index + 1], nonce);
    const next = tokens[index + 1];
    const match = token.type === 'image' && next?.type === 'text' ? written.exec(next.content) : null;
    const share = Number(match?.[1]);
    if (!match || !next || share < 1 || share > 100) return;
    next.content = next.content.slice(match[0].length);
    addClass(token, stepOf(share), nonce);
    takeWords(token, next, nonce);
  });
}

/** Only elements of our own rules get a class, which the nonce marks. */
function addClass(token: Token, name: string, nonce: string): void {
  const all = [token.attrGet('class'), name].filter(Boolean).join(' ');
  if (all) token.attrSet('class', all);
  token.attrSet(nonce, '');
}

/** Classes by the words of a picture, which read as words elsewhere. */
const wordClasses: Record<string, string> = {
  宽: 'photo-wide',
  wide: 'photo-wide',
  通栏: 'photo-page',
  page: 'photo-page',
  满屏: 'photo-full',
  full: 'photo-full',
  单: 'photo-alone',
  alone: 'photo-alone',
};

/** Reads `{宽}` `{通栏}` `{满屏}` `{单}` and their English words behind a picture. */
function takeWords(token: Token, next: Token | undefined, nonce: string): void {
  if (token.type !== 'image' || next?.type !== 'text') return;
  let match = /^\{\s*([^\s{}]+)\s*\}/.exec(next.content);
  while (match && Object.hasOwn(wordClasses, match[1] ?? '')) {
    addClass(token, wordClasses[match[1] ?? ''] ?? '', nonce);
    next.content = next.content.slice(match[0].length);
    match = /^\{\s*([^\s{}]+)\s*\}/.exec(next.content);
  }
}

/** Class of a share of the column, in steps of a quarter; '' for the whole of it and for what is none. */
function stepOf(share: number) {
  const step = Math.ceil(share / 25) * 25;
  return step > 0 && step < 100 ? `w-${step}` : '';
}

/** Width of the column in px, by which Obsidian's widths become shares. */
const column = 720;

/** `![图|300]` and `![图|300x200]` of Obsidian. */
function takeObsidianWidth(token: Token, nonce: string): void {
  const match = token.type === 'image' ? /\|(\d{2,4})(?:x\d{2,4})?$/.exec(token.content) : null;
  const last = token.children?.at(-1);
  if (!match || !last?.content.endsWith(match[0])) return;
  token.content = token.content.slice(0, match.index);
  last.content = last.content.slice(0, -match[0].length);
  addClass(token, stepOf((Number(match[1]) / column) * 100), nonce);
}

/**
 * Class of a picture's width with a leading space, also of a share written as HTML: `width="50%"`, and Typora's
 * `style="zoom:50%"`; '' if the author wrote a class as HTML.
 */
export function widthOf(attributes: Record<string, string>, { nonce }: RenderState): string {
  const { class: width = '', width: share = '', style = '' } = attributes;
  const written =
    /^(\d{1,3})%$/.exec(share.trim()) ?? /(?:^|[;\s])(?:zoom|width)\s*:\s*(\d{1,3})(?:\.\d+)?%/i.exec(style);
  const step = stepOf(Number(written?.[1] ?? 0));
  if (step && !Object.hasOwn(attributes, nonce)) return ` ${step}`;
  return Object.hasOwn(attributes, nonce) && width ? ` ${width}` : '';
}
