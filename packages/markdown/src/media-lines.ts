import { type AttachmentKind, attachmentKinds, kindOfAttachment } from '@mojian/contract/core/attachment-kinds';
import { readableSize } from '@mojian/contract/platform/readable-size';
import type { MarkdownIt } from 'markdown-it';
import { describeEmbed, embedOf } from './embeds.ts';
import { inlineText } from './headings.ts';
import { stateOf, Token } from './markdown-it.ts';
import type { RenderState } from './render-state.ts';
import { escapeHtml } from './text.ts';

/**
 * Renders a link that stands alone in its paragraph: one to a file of this site as a card or a player, a bare one to a video or
 * song elsewhere as a card, which is a link until it is pressed. `![](…)` of such a file is that link.
 */
export function mediaLines(md: MarkdownIt): void {
  md.core.ruler.before('pictures', 'attachment_pictures', ({ tokens, env }) => {
    const state = stateOf(env);
    for (const token of tokens) if (token.children) token.children = linkAttachments(token.children, state);
  });
  md.core.ruler.push('media_lines', ({ tokens, env }) => {
    const state = stateOf(env);
    tokens.forEach((token, index) => {
      if (token.type !== 'inline' || tokens[index - 1]?.type !== 'paragraph_open' || tokens[index - 1]?.hidden) return;
      const link = findLoneLink(token.children ?? []);
      const [open, close] = [tokens[index - 1], tokens[index + 1]];
      if (link && open && close) writeMedia({ open, content: token, close }, link, state);
    });
  });
}

function linkAttachments(tokens: Token[], state: RenderState): Token[] {
  return tokens.flatMap((token) => {
    const address = token.type === 'image' ? ownAddress(String(token.attrGet('src') ?? ''), state) : '';
    const kind = kindOfAttachment(address);
    if (!kind) return [token];
    const open = new Token('link_open', 'a', 1);
    open.attrs = [['href', address]];
    const text = new Token('text', '', 0);
    text.content = inlineText(token.children ?? []) || nameOf(address, state) || attachmentKinds[kind].words;
    return [open, text, new Token('link_close', 'a', -1)];
  });
}

/** Path of an address of this site, however it is written. */
function ownAddress(address: string, { options: { siteOrigin } }: RenderState) {
  return siteOrigin && address.startsWith(`${siteOrigin}/`) ? address.slice(siteOrigin.length) : address;
}

function nameOf(address: string, { options }: RenderState) {
  return options.pictureSize?.(address)?.attachment?.name;
}

type Link = { address: string; words: string };

/** The link that a paragraph consists of. */
function findLoneLink(tokens: Token[]): Link | undefined {
  const all = tokens.filter(({ type, content }) => type !== 'text' || content.trim() !== '');
  const [first, ...rest] = all;
  if (first?.type !== 'link_open' || rest.at(-1)?.type !== 'link_close') return undefined;
  const inner = rest.slice(0, -1);
  if (inner.some(({ type }) => type === 'link_close' || type === 'image')) return undefined;
  return { address: String(first.attrGet('href') ?? ''), words: inlineText(inner).trim() };
}

type Paragraph = { open: Token; content: Token; close: Token };

function writeMedia(paragraph: Paragraph, { address: written, words }: Link, state: RenderState) {
  const address = ownAddress(written, state);
  const kind = kindOfAttachment(address);
  if (kind) return writeFile(paragraph, { address, words, kind }, state);
  const isBare = words === written || words === safeDecode(written);
  const card = isBare ? embedCard(written, '', state) : undefined;
  if (!card) return;
  setClass(paragraph.open, card.look, state);
  paragraph.content.children = [html(card.inner)];
}

function safeDecode(address: string) {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

type File = Link & { kind: AttachmentKind };

function writeFile({ open, content, close }: Paragraph, file: File, state: RenderState) {
  const { address, kind, words } = file;
  const { group, words: kindWords } = attachmentKinds[kind];
  const { bytes } = state.options.pictureSize?.(address)?.attachment ?? {};
  const about = [kindWords, bytes !== undefined && readableSize(bytes)].filter(Boolean).join(' · ');
  const link = [
    html(`<a ${state.nonce} href="${escapeHtml(address)}"><b>`),
    text(words || kindWords),
    html(`</b></a> <span ${state.nonce} class="media-about">${about}</span>`),
  ];
  if (group === 'document') {
    setClass(open, kind === 'pdf' ? 'media media-file media-pdf' : 'media media-file', state);
    content.children = link;
    return;
  }
  const name = group === 'sound' ? 'audio' : 'video';
  const player = `<${name} ${state.nonce} src="${escapeHtml(address)}" aria-label="${escapeHtml(words)}" controls preload="metadata"></${name}>`;
  Object.assign(open, { type: 'figure_open', tag: 'figure' });
  setClass(open, `media media-${group}`, state);
  Object.assign(close, { type: 'figure_close', tag: 'figure' });
  content.children = [html(player), new Token('figcaption_open', 'figcaption', 1), ...link];
  content.children.push(new Token('figcaption_close', 'figcaption', -1));
}

function setClass(token: Token, look: string, { nonce }: RenderState) {
  token.attrs = [...(token.attrs ?? []), ['class', look], [nonce, '']];
}

/** Class and content of a card for a video or song elsewhere; undefined for other addresses. */
export function embedCard(address: string, title: string, { nonce }: RenderState) {
  const embed = embedOf(address);
  if (!embed) return undefined;
  const { host, words, isSound } = describeEmbed(embed);
  const leaving = 'target="_blank" rel="noopener noreferrer"';
  const link = `<a ${nonce} href="${escapeHtml(address)}" ${leaving}><b>${escapeHtml(title || words)}</b></a>`;
  const about = `<span ${nonce} class="media-about">${title ? `${words} · ` : ''}按下才连接 ${host}</span>`;
  return { look: `media media-embed${isSound ? ' media-song' : ''}`, inner: `${link} ${about}` };
}

function html(content: string) {
  const token = new Token('html_inline', '', 0);
  token.content = content;
  return token;
}

function text(content: string) {
  const token = new Token('text', '', 0);
  token.content = content;
  return token;
}
