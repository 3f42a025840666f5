import { decodeXML } from 'entities/decode';
import sanitizeHtml, { type Attributes, type IOptions, type Tag } from 'sanitize-html';
import { isExternal, safeLink, safeMedia } from './address.ts';
import { limits } from './limits.ts';
import { widthOf } from './pictures.ts';
import type { RenderState } from './render-state.ts';
import { slugify } from './slug.ts';
import { writableAttributes, writableEverywhere, writableTags } from './writable-html.ts';

/** Attributes reserved for elements made by our rules. */
const ownAttributes = [
  'class',
  'tabindex',
  'role',
  'aria-label',
  'target',
  'rel',
  'loading',
  'decoding',
  'controls',
  'preload',
  'type',
];

/** Elements reserved for our rules. */
const ownTags = ['audio', 'source', 'video'];

const selfClosing = [...(sanitizeHtml.defaults.selfClosing ?? []), 'source', 'wbr'];

const allowedAttributes = [
  ...new Set([...writableEverywhere, ...Object.values(writableAttributes).flat(), ...ownAttributes]),
];

/**
 * Makes the HTML of one render safe: only allow-listed elements remain, and without the render's nonce only attributes
 * an author may write. Lists the pictures in `state.pictures`.
 */
export function sanitize(html: string, state: RenderState): string {
  let links = 0; // elements still open
  const options: IOptions = {
    onOpenTag: (tag) => {
      if (tag === 'a') links += 1;
    },
    onCloseTag: (tag) => {
      if (tag === 'a') links -= 1;
    },
    allowedTags: [...writableTags, ...ownTags, state.nonce],
    selfClosing,
    allowedAttributes: { '*': allowedAttributes, [state.nonce]: ['i', 'l'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    nestingLimit: limits.nesting,
    transformTags: {
      img: (_tag, attributes) => picture(attributes, state, links > 0),
      '*': (tag, attributes) => element(tag, attributes, state),
    },
  };
  return sanitizeHtml(html, options);
}

const betweenWords = /<\/?(?:blockquote|br|caption|d[dlt]|details|div|fig\w+|h[1-6r]|li|ol|p|pre|summary|t\w+|ul)\b/gi;

/** Text of an author's HTML without its tags; text of different blocks and cells stays separated. */
export function stripTags(html: string): string {
  const escaped = sanitizeHtml(html.replace(betweenWords, '\n$&'), {
    allowedTags: [],
    allowedAttributes: {},
    transformTags: { img: (tagName, { alt = '' }) => ({ tagName, attribs: {}, text: alt }) },
  });
  return decodeXML(escaped);
}

function element(tag: string, attributes: Attributes, state: RenderState): Tag {
  if (tag === state.nonce || tag === 'img') return { tagName: tag, attribs: attributes };
  if (Object.hasOwn(attributes, state.nonce)) {
    const { [state.nonce]: _, ...own } = attributes;
    return { tagName: tag, attribs: own };
  }

  const safe = keepWritable(tag, attributes, state);
  if (tag === 'a') return link(safe, state);
  if (ownTags.includes(tag)) return { tagName: 'span', attribs: {} };
  return { tagName: tag === 'h1' ? 'h2' : tag, attribs: safe };
}

function keepWritable(tag: string, attributes: Attributes, state: RenderState): Attributes {
  const names = [...writableEverywhere, ...(writableAttributes[tag] ?? [])];
  const safe: Attributes = {};
  for (const name of names) {
    const value = attributes[name];
    if (value !== undefined && isFitting(name, value)) safe[name] = name === 'id' ? state.ids.take(value) : value;
  }
  return safe;
}

function isFitting(name: string, value: string): boolean {
  if (name === 'id') return slugify(value) !== '';
  const counts = ['width', 'height', 'colspan', 'rowspan', 'start', 'value'].includes(name);
  return !counts || (name === 'start' || name === 'value' ? /^\d{1,9}$/ : /^\d{1,4}$/).test(value);
}

function link({ href, ...safe }: Attributes, state: RenderState): Tag {
  const address = href === undefined ? undefined : safeLink(href);
  if (address === undefined) return { tagName: 'span', attribs: safe };
  if (address.startsWith('#')) return { tagName: 'a', attribs: { href: `#${fragmentId(address, state)}`, ...safe } };

  const leaving = { target: '_blank', rel: 'noopener noreferrer' };
  const external = isExternal(address, state.options.siteOrigin);
  return { tagName: 'a', attribs: { href: address, ...safe, ...(external ? leaving : {}) } };
}

function fragmentId(address: string, state: RenderState): string {
  const written = address.slice(1);
  try {
    return written && state.ids.find(decodeURIComponent(written));
  } catch {
    return state.ids.find(written); // a stray percent sign
  }
}

function picture(attributes: Attributes, state: RenderState, isLinked: boolean): Tag {
  const { src, alt: written = '', ...safe } = keepWritable('img', attributes, state);
  const alt = written || (isLinked ? '图片' : ''); // a link without text cannot be followed
  const address = safeMedia(src ?? '');
  if (address === undefined) return { tagName: 'span', attribs: {}, text: alt };
  if (isExternal(address, state.options.siteOrigin)) return farPicture(address, alt || '图片', state, isLinked);

  state.pictures.push(address);
  const size = sizeOf(safe, state.options.pictureSize?.(address));
  const own = { class: `photo${widthOf(attributes, state)}`, loading: 'lazy', decoding: 'async' };
  return { tagName: 'img', attribs: { src: address, alt, ...safe, ...size, ...own } };
}

/** The size that the author wrote, a missing side by the proportion of the file; without any, the file's own. */
function sizeOf({ width, height }: Attributes, file: { width: number; height: number } | undefined): Attributes {
  if (!file || (width && height)) return {};
  const scale = width ? Number(width) / file.width : height ? Number(height) / file.height : 1;
  const side = (length: number) => String(Math.max(1, Math.round(length * scale)));
  return { width: width ?? side(file.width), height: height ?? side(file.height) };
}

/**
 * Replaces a picture from another host, which the CSP blocks, by its description linking to it, unless already in a
 * link.
 */
function farPicture(address: string, text: string, state: RenderState, isLinked: boolean): Tag {
  return isLinked ? { tagName: 'span', attribs: {}, text } : { ...link({ href: address }, state), text };
}
