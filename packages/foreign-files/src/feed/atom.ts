import { escapeHtml } from '@mojian/markdown/text';
import { decodeTitle, plausibleTime, webAddress } from '../web-fields.ts';
import { childOf, childrenOf, elementText, textIn, type XmlNode } from '../xml/xml.ts';
import type { FeedEntry } from './entry.ts';

/** Kinds that Blogger's export mixes into one feed. */
const blogger = /schemas\.google\.com\/blogger\/2008\/kind#(\w+)/;

/** Reads an entry of Atom; undefined for settings, templates and comments of a Blogger export. */
export function readEntry(written: XmlNode): FeedEntry | undefined {
  const node = withoutPrefix(written);
  const kinds = childrenOf(node, 'category').map(({ attributes: { term = '' } }) => blogger.exec(term)?.[1]);
  if (kinds.some((kind) => kind !== undefined && kind !== 'post' && kind !== 'page')) return undefined;
  const content = htmlIn(node, 'content');
  const summary = htmlIn(node, 'summary');
  const links = childrenOf(node, 'link').map(({ attributes }) => attributes);
  const link = links.find(({ rel = 'alternate' }) => rel === 'alternate')?.href ?? '';
  const files = links.filter(({ rel, href = '' }) => rel === 'enclosure' && webAddress(href));
  return {
    key: textIn(node, 'id') || link || textIn(node, 'title'),
    title: decodeTitle(htmlIn(node, 'title')),
    html: content || summary,
    isExcerpt: content === '',
    summary: content ? decodeTitle(summary) : '',
    link,
    author: authorOf(childOf(node, 'author')),
    categories: categoriesOf(node),
    publishedAt: plausibleTime(Date.parse(textIn(node, 'published') || textIn(node, 'issued'))),
    updatedAt: plausibleTime(Date.parse(textIn(node, 'updated') || textIn(node, 'modified'))),
    cover: webAddress(childOf(node, 'media:thumbnail')?.attributes.url ?? ''),
    enclosures: files.map(({ href = '', type = '' }) => ({ url: href, type })),
    line: node.line,
  };
}

/** Feeds that bind Atom to a prefix name every element `atom:…`. */
function withoutPrefix(node: XmlNode): XmlNode {
  const content = node.content.map((part) => (typeof part === 'string' ? part : withoutPrefix(part)));
  return { ...node, name: node.name.replace(/^atom:/, ''), content };
}

/** Content as HTML: `text` is escaped, `html` is written as text, `xhtml` as elements. */
function htmlIn(node: XmlNode, name: string): string {
  const element = childOf(node, name);
  if (!element) return '';
  const { type = 'text' } = element.attributes;
  const text = elementText(element).trim();
  return type === 'text' || type === 'text/plain' ? escapeHtml(text) : text;
}

function categoriesOf(node: XmlNode): string[] {
  const named = childrenOf(node, 'category').filter(({ attributes: { scheme = '' } }) => !scheme.endsWith('#kind'));
  return [...new Set(named.map(({ attributes: { label, term = '' } }) => (label || term).trim()).filter(Boolean))];
}

function authorOf(node: XmlNode | undefined) {
  const name = node ? decodeTitle(textIn(node, 'name')) : '';
  if (!node || !name) return null;
  return { name, email: textIn(node, 'email').toLowerCase(), website: webAddress(textIn(node, 'uri')) };
}
