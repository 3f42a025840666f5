import { type AttachmentKind, attachmentKinds, kindOfAttachment } from '@mojian/contract/core/attachment-kinds';
import type { AttachmentDetails } from '@mojian/contract/core/uploads';
import { readableSize } from '@mojian/contract/platform/readable-size';
import { decodeXML } from 'entities/decode';
import { describeEmbed, embedOf } from './embeds.ts';
import { escapeHtml } from './text.ts';

/** Finds the details of a file by its address; `width` and `height` are those of its poster. */
export type FindAttachment = (address: string) => (AttachmentDetails & { width: number; height: number }) | undefined;

/** A link that is all of its paragraph, without what a link may not hold; another paragraph ends the search for its end. */
const loneLink = /<p><a href="([^"<>]*)"([^<>]*)>((?:[^<]|<(?!\/a>|img\b|p>))*)<\/a><\/p>/g;

/** Addresses of the files that `layMedia` will ask for. */
export function filesAlone(html: string): string[] {
  return Array.from(html.matchAll(loneLink), ([, address = '']) => address).filter(kindOfAttachment);
}

/**
 * Lays out the links of stored HTML that stand alone in their paragraph when it is shown, so that texts from before gain it as well:
 * one to a file of this site becomes a card or a player, a bare one to a video or song elsewhere a card, which connects to nobody
 * before it is pressed.
 */
export function layMedia(html: string, find: FindAttachment): string {
  return html.replace(loneLink, (whole, address: string, rest: string, inner: string) => {
    const kind = kindOfAttachment(address);
    const words = inner.replace(/<[^<>]*>/g, '').trim();
    if (kind) return fileHtml({ address, words: words || attachmentKinds[kind].words, kind }, find(address));
    const card = isBare(address, words) ? embedCard({ address, attributes: rest }) : undefined;
    return card ? `<p class="${card.look}">${card.inner}</p>` : whole;
  });
}

/** Whether a link, in HTML, shows its own address. */
function isBare(address: string, words: string) {
  return words === address || words === escapeHtml(safeDecode(decodeXML(address)));
}

function safeDecode(address: string) {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

/** `address` and `words` are HTML. */
type File = { address: string; words: string; kind: AttachmentKind };
type Known = ReturnType<FindAttachment>;

function fileHtml(file: File, known: Known) {
  const { group } = attachmentKinds[file.kind];
  return group === 'document' ? cardHtml(file, known) : playerHtml(file, known, group === 'sound' ? 'audio' : 'video');
}

/** Endings by which people know what they have; a sign of four letters fits its page. */
function cardHtml({ address, words, kind }: File, known: Known) {
  const page = known?.poster
    ? `<img src="${escapeHtml(known.poster)}" width="${known.width}" height="${known.height}" alt="" loading="lazy">`
    : kind.toUpperCase();
  const look = known?.poster ? (known.width > known.height ? ' media-landscape' : '') : ' media-sign';
  const about = [known?.pages && `${known.pages} 页`, known && readableSize(known.bytes)].filter(Boolean).join(' · ');
  const kindWords = `<span class="media-kind">${attachmentKinds[kind].words}</span>`;
  return `<p class="media media-file${kind === 'pdf' ? ' media-pdf' : ''}"><a class="media-link" href="${address}"><span class="media-page${look}" aria-hidden="true">${page}</span><b>${words}</b> <span class="media-about">${kindWords} ${about}</span></a></p>`;
}

function playerHtml({ address, words, kind }: File, known: Known, name: 'audio' | 'video') {
  const seconds = known?.seconds ?? 0;
  // a length that is known need not be fetched by every reader
  const preload = seconds > 0 && (name === 'audio' || known?.poster) ? 'none' : 'metadata';
  const drawn = known?.poster
    ? ` poster="${escapeHtml(known.poster)}" width="${known.width}" height="${known.height}"`
    : '';
  const heard = known?.wave ? ` data-wave="${known.wave}"` : '';
  const length = seconds > 0 ? ` data-seconds="${seconds}"` : '';
  const about = [attachmentKinds[kind].words, seconds > 0 && lengthWords(seconds), known && readableSize(known.bytes)];
  const player = `<${name} src="${address}" aria-label="${words.replaceAll('"', '&quot;')}" controls${name === 'video' ? ' playsinline' : ''} preload="${preload}"${drawn}${heard}${length}></${name}>`;
  return `<figure class="media media-${name === 'audio' ? 'sound' : 'film'}">${player}<figcaption><a class="media-link" href="${address}"><b>${words}</b></a> <span class="media-about">${about.filter(Boolean).join(' · ')}</span></figcaption></figure>`;
}

/** Such as 12 分 36 秒. */
function lengthWords(seconds: number) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return [hours && `${hours} 小时`, minutes && `${minutes} 分`, rest && !hours && `${rest} 秒`]
    .filter(Boolean)
    .join(' ');
}

/** `attributes` of the link, `title` in HTML; `mark`: attribute of what the rules of a render make. */
type Elsewhere = { address: string; attributes: string; title?: string; mark?: string };

/** Class and content of a card for a video or song elsewhere; undefined for other addresses. */
export function embedCard({ address, attributes, title = '', mark = '' }: Elsewhere) {
  const embed = embedOf(decodeXML(address));
  if (!embed) return undefined;
  const { host, words, isSound } = describeEmbed(embed);
  const link = `<a${mark} class="media-link" href="${address}"${attributes}><b>${title || words}</b></a>`;
  const about = `<span${mark} class="media-about">${title ? `${words} · ` : ''}按下才连接 ${host}</span>`;
  return { look: `media media-embed${isSound ? ' media-song' : ''}`, inner: `${link} ${about}` };
}
