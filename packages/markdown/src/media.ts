import { isExternal, safeMedia } from './address.ts';
import { embedCard } from './lay-media.ts';
import { type Piece, type RawTag, readAttributes } from './raw-html.ts';
import type { RenderState } from './render-state.ts';
import { escapeHtml } from './text.ts';

/** Replacement for an element that would load something: our player, or a link. */
export type Replacement = { html: string; words: string; href?: string };

const labels: Record<string, string> = { video: '视频', audio: '音频' };
const sourceTags = new Set(['source', 'track']);
/** Fallback text for browsers without players, which is dropped. */
const apology = /浏览器|瀏覽器|不支持|不支援|browser|support/i;

export function isPlayer({ name, closes }: RawTag): boolean {
  return !closes && Object.hasOwn(labels, name);
}

function isPart({ name }: RawTag): boolean {
  return sourceTags.has(name);
}

/**
 * Returns the player or link for `<video>` or `<audio>` at `start`, and the following pieces it consumes. The player is
 * always closed, so that nothing can end up in its hidden content.
 */
export function readPlayer(pieces: Piece[], start: number, tag: RawTag, state: RenderState) {
  const next = following(pieces, start + 1, tag.name);
  const closing = closes(pieces[next]) ? next : -1;
  const end = closing < 0 ? endOfSources(pieces, start) : closing + 1;
  const inner = pieces.slice(start + 1, closing < 0 ? end : closing);
  const replacement = replace(tag, inner, state);
  if (!replacement) return undefined;
  const text = inner.map(({ kind, source }) => (kind === 'words' ? source : '')).join('');
  const excuses = apology.test(text) && text.length < 200;
  const swallowed = new Set(
    inner.flatMap((piece, index) =>
      excuses || (piece.kind === 'tag' && isPart(piece.tag)) ? [start + 1 + index] : [],
    ),
  );
  if (closing >= 0) swallowed.add(closing);
  return { replacement, swallowed };
}

/** Position of the next tag of that name; consecutive searches scan each piece once in total. */
function following(pieces: Piece[], from: number, name: string): number {
  let index = from;
  for (let piece = pieces[index]; piece; piece = pieces[index]) {
    if (piece.kind === 'tag' && piece.tag.name === name) return index;
    index++;
  }
  return -1;
}

function closes(piece: Piece | undefined): boolean {
  return piece?.kind === 'tag' && piece.tag.closes;
}

/** End of the sources directly behind an unclosed element, the only ones that belong to it. */
function endOfSources(pieces: Piece[], start: number): number {
  let end = start + 1;
  for (let piece = pieces[end]; piece; piece = pieces[end]) {
    const belongs = piece.kind === 'tag' ? isPart(piece.tag) : piece.source.trim() === '';
    if (!belongs) break;
    end++;
  }
  return end;
}

type Source = { address: string; type: string };

function replace(tag: RawTag, inner: Piece[], state: RenderState): Replacement | undefined {
  const attributes = readAttributes(tag);
  const sources = [attributes, ...inner.flatMap((piece) => sourceOf(piece))].flatMap(({ src, type = '' }): Source[] => {
    const address = src === undefined ? undefined : safeMedia(src);
    return address === undefined ? [] : [{ address, type }];
  });
  const own = sources.filter(({ address }) => !isExternal(address, state.options.siteOrigin));
  if (own.length > 0) return { html: playerHtml(tag.name, attributes, own, state), words: '' };
  const [far] = sources;
  const label = labels[tag.name] ?? '';
  return far && linkTo(far.address, `${label}：${attributes.title || hostOf(far.address)}`);
}

function sourceOf(piece: Piece) {
  return piece.kind === 'tag' && piece.tag.name === 'source' ? [readAttributes(piece.tag)] : [];
}

function playerHtml(name: string, { title, width, height }: Record<string, string>, own: Source[], state: RenderState) {
  const size = name === 'video' ? { width, height } : {};
  const [first, ...more] = own;
  const written = { ...(more.length === 0 && { src: first?.address }), title, ...counts(size) };
  const attributes = Object.entries(written).map(([key, value]) => (value ? ` ${key}="${escapeHtml(value)}"` : ''));
  const sources = more.length === 0 ? [] : own;
  const inner = sources.map(
    ({ address, type }) =>
      `<source ${state.nonce} src="${escapeHtml(address)}"${type && ` type="${escapeHtml(type)}"`}>`,
  );
  return `<${name} ${state.nonce}${attributes.join('')} controls preload="metadata">${inner.join('')}</${name}>`;
}

function counts(size: Record<string, string | undefined>) {
  return Object.fromEntries(Object.entries(size).filter(([, value]) => /^\d{1,4}$/.test(value ?? '')));
}

/** Link or card replacing an iframe, which the CSP blocks; undefined without an address. */
export function readFrame(tag: RawTag, state: RenderState): Replacement | undefined {
  if (tag.closes || !/^(?:iframe|embed|object)$/.test(tag.name)) return undefined;
  const { src, data = src, title = '' } = readAttributes(tag);
  const address = data === undefined ? undefined : safeMedia(data);
  if (address === undefined) return undefined;
  const { words, href } = describeFrame(address, title);
  const written = { address: escapeHtml(href), title: escapeHtml(title), attributes: leaving, mark: ` ${state.nonce}` };
  const card = embedCard(written);
  const link = linkTo(href, words);
  return card ? { ...link, html: `<p ${state.nonce} class="${card.look}">${card.inner}</p>` } : link;
}

const leaving = ' target="_blank" rel="noopener noreferrer"';

function linkTo(href: string, words: string): Replacement {
  return { html: `<a href="${escapeHtml(href)}">${escapeHtml(words)}</a>`, words, href };
}

function hostOf(address: string): string {
  return URL.parse(address, 'https://mojian.invalid')?.host ?? address;
}

/** Link and text for an embedded page; YouTube and Bilibili players link to the video's own page. */
export function describeFrame(address: string, title = ''): { href: string; words: string } {
  const whole = address.replace(/^[\\/]{2}/, 'https://');
  const [, video] = /youtube(?:-nocookie)?\.com\/embed\/([\w-]+)/.exec(whole) ?? [];
  const player = whole.indexOf('player.bilibili.com/');
  const [, bilibili] = (player >= 0 && /[?&]bvid=(\w+)/.exec(whole.slice(player))) || [];
  if (bilibili) return { words: `视频：${title || '哔哩哔哩'}`, href: `https://www.bilibili.com/video/${bilibili}` };
  if (!video) return { words: `内嵌页面：${title || (URL.parse(whole)?.host ?? whole)}`, href: whole };
  const time = /[?&](?:t|start)=(\d+)/.exec(whole)?.[1];
  const href = `https://www.youtube.com/watch?v=${video}${time ? `&t=${time}` : ''}`;
  return { words: `视频：${title || 'YouTube'}`, href };
}
