import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { escapeHtml } from '@mojian/markdown/text';
import { decodeHTMLAttribute } from 'entities/decode';
import { link } from './forms.ts';
import { readTagAttributes } from './tag-tree.ts';

/** Shows a picture from this address, or only links to it. */
type Decision = { show: string } | { link: string };

type Decide = (source: string) => Decision;

const alt = String.raw`((?:[^\[\]\\]|\\.|\[[^\[\]]*\])*)`;
const source = String.raw`\s*(?!\s)(<[^<>\n]*>|(?:[^\s()<>]|\([^\s()]*\))+|[^()<>\n]*?\.(?:png|jpe?g|gif|webp|avif|svg|bmp))`;
const size = String.raw`(?:\s+=\d*(?:x\d*)?)?`;
const share = String.raw`(?:(\{\s*width\s*=\s*"?\d{1,3}%"?\s*\})|\{[^{}\n]*\})?`;
const title = String.raw`(\s+(?:"[^"\n]*"|'[^'\n]*'))?`;
const inline = new RegExp(String.raw`!\[${alt}\]\(${source}${size}${title}\s*\)${share}`, 'gi');
const linked = new RegExp(String.raw`\[\s*!\[${alt}\]\(${source}${title}\s*\)\s*\]\(([^()\s]+)(?:\s[^()]*)?\)`, 'gi');
const byName = new RegExp(String.raw`!\[${alt}\](?:\[([^\[\]\n]*)\])?(?![(\[])`, 'g');
const definition = /^([ \t]{0,3}\[([^[\]\n]+)\]:[ \t]*)(<[^<>\n]*>|\S+)/gm;
const html = /<(img|video|audio|embed)\b((?:"[^"<]*"|'[^'<]*'|[^'"<>])*)>/gi;

/** Lists the addresses of pictures, video and audio, each once. Expects code in placeholders. */
export function listMediaAddresses(text: string): string[] {
  const found = new Set<string>();
  replacePictures(text, (address) => {
    found.add(address);
    return { show: address };
  });
  return [...found];
}

/** Replaces every picture as decided; `decide` receives addresses without brackets and entities. */
export function replacePictures(text: string, decide: Decide) {
  const names = replaceDefinitions(text, decide);
  return names.text
    .replace(linked, (all, words: string, address: string, _title, target: string) => {
      const decision = decide(bare(address));
      return 'link' in decision ? linkedPicture(pictureWords(words), decision.link, target) : all;
    })
    .replace(inline, (_, words: string, address: string, caption = '', width = '') => {
      const decision = decide(bare(address));
      return 'show' in decision
        ? `![${words}](${destination(decision.show)}${caption})${width}`
        : link(pictureWords(words), decision.link);
    })
    .replace(byName, (all, words: string, name?: string) =>
      names.onlyLinked.has((name || words).toLowerCase()) ? `[${pictureWords(words)}][${name || words}]` : all,
    )
    .replace(html, (all, tag: string, written: string) => replaceHtml(all, tag.toLowerCase(), written, decide));
}

const linkedInHtml = /<a\s((?:"[^"<]*"|'[^'<]*'|[^'"<>])*)>\s*(<img\b(?:"[^"<]*"|'[^'<]*'|[^'"<>])*>)\s*<\/a>/gi;
const linkedHere = new RegExp(
  String.raw`\[\s*(!\[${alt}\]\(${source}${size}${title}\s*\)${share})\s*\]\(\s*(<[^<>\n]*>|[^()\s]+)(?:\s[^()]*)?\)`,
  'gi',
);

/**
 * Takes away the link around a picture that is shown from here, where it led to that picture or its original: a press on
 * the picture enlarges it here, and the old site will be gone. Expects code in placeholders.
 */
export function unlinkOriginals(text: string, isShownHere: (source: string) => boolean) {
  const mayGo = (address: string, target: string) => isShownHere(address) && isOriginal(address, target);
  return text
    .replace(linkedHere, (...[all, picture, , address, , , target]: string[]) =>
      mayGo(bare(address ?? ''), bare(target ?? '')) ? (picture ?? '') : (all ?? ''),
    )
    .replace(linkedInHtml, (all, written: string, picture: string) => {
      const { src = '', 'data-src': late = src } = readTagAttributes(picture.replace(/^<img|\/?>$/gi, ''));
      const { href = '' } = readTagAttributes(written);
      return mayGo(decodeHTMLAttribute(late), decodeHTMLAttribute(href)) ? picture : all;
    });
}

/** Smaller copies have the name of the original, with a size behind it or in another folder. */
function isOriginal(address: string, target: string) {
  const name = pictureName(target);
  return target !== '' && (address === target || (name !== undefined && name === pictureName(address)));
}

function pictureName(address: string) {
  const plain = decoded(address.split(/[?#]/, 1)[0] ?? '');
  const [, name] = /(?<![^/\\])([^/\\]+)\.(?:png|jpe?g|gif|webp|avif|svg|bmp)$/i.exec(plain) ?? [];
  return name?.replace(/-(?:\d+x\d+|scaled|e\d{10,})$/, '');
}

/** Resolves `![a][b]` through its definition `[b]: picture.png`. */
function replaceDefinitions(text: string, decide: Decide) {
  const used = new Set([...text.matchAll(byName)].map(([, words = '', name]) => (name || words).toLowerCase()));
  const onlyLinked = new Set<string>();
  const replaced = text.replace(definition, (all, start: string, name: string, address: string) => {
    if (!used.has(name.toLowerCase())) return all;
    const decision = decide(bare(address));
    if ('link' in decision) onlyLinked.add(name.toLowerCase());
    return start + destination('link' in decision ? decision.link : decision.show);
  });
  return { text: replaced, onlyLinked };
}

function replaceHtml(all: string, tag: string, written: string, decide: Decide) {
  const { src = '', 'data-src': late = src, alt: words = '' } = readTagAttributes(written);
  if (!late) return all;
  const decision = decide(decodeHTMLAttribute(late));
  if ('link' in decision)
    return tag === 'img' ? `<a href="${escapeHtml(decision.link)}">${escapeHtml(pictureWords(words))}</a>` : all; // shown as a link
  const otherAttributes = written.replace(/\s(?:src|srcset|data-src|sizes)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s'"]+)/gi, '');
  return `<${tag} src="${escapeHtml(decision.show)}"${otherAttributes}>`;
}

/** A linked picture keeps both addresses. */
function linkedPicture(words: string, address: string, target: string) {
  return address === target ? link(words, address) : `${link(words, address)}（${link('原链接', target)}）`;
}

function pictureWords(words: string) {
  return words.trim() ? `图片：${words.trim()}` : '图片';
}

function bare(address: string) {
  return address.replace(/^<|>$/g, '').trim();
}

function destination(address: string) {
  return /[\s()]/.test(address) ? `<${address}>` : address;
}

export type Addressed =
  | { kind: 'remote'; address: string }
  | { kind: 'bytes'; bytes: Uint8Array; hash: string }
  | { kind: 'none'; reason: string }
  | { kind: 'path'; path: string };

/** Static roots of Hexo, Hugo, VitePress and Jekyll. */
const roots = ['', 'public', 'static', 'source', 'assets', 'docs', 'docs/public', 'content'];

/** Classifies a picture's address; paths come decoded, with forward slashes. */
export function readPictureAddress(address: string): Addressed {
  if (/^(?:https?:)?\/\//i.test(address)) return { kind: 'remote', address: address.replace(/^\/\//, 'https://') };
  if (/^data:/i.test(address)) return readDataAddress(address);
  if (/^[a-z][a-z\d+.-]+:/i.test(address)) return { kind: 'none', reason: '不是文件' };
  const plain = decoded(address.split(/[?#]/, 1)[0] ?? '')
    .replaceAll('\\', '/')
    .replaceAll('\0', '');
  return { kind: 'path', path: plain.replace(/^[@~](?=\/)/, '') };
}

/** Candidate paths for a reference from a file, likeliest first; either may leave the folder. */
export function pictureUrlsIn(path: string, file: string): string[] {
  const besides = [posix.join(posix.dirname(file), path), posix.join(file.replace(/\.\w+$/, ''), path)];
  const below = roots.map((root) => posix.join(root, path.replace(/^\/+/, '')));
  return path.startsWith('/') ? below : [...besides, ...below];
}

export function hashPicture(bytes: Uint8Array) {
  return createHash('sha256').update(bytes).digest('base64url');
}

function readDataAddress(address: string): Addressed {
  const [, data] = /^data:image\/[\w.+-]+;base64,(.*)$/is.exec(address) ?? [];
  if (data === undefined) return { kind: 'none', reason: '内嵌的数据不是图片' };
  const bytes = Buffer.from(data, 'base64');
  return { kind: 'bytes', bytes, hash: hashPicture(bytes) };
}

function decoded(address: string) {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
