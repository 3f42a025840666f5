import { cleanText, escapeHtml } from '@mojian/markdown/text';
import type { Feed } from './feed.ts';

const language = 'zh-CN';

/** RSS 2.0 with content and dc modules. `self` is the feed's own address. */
export function rss(feed: Feed, self: string) {
  const items = feed.entries.map((entry) =>
    xmlElement('item', [
      xmlElement('title', entry.title),
      xmlElement('link', entry.url),
      xmlElement('guid', entry.id, { isPermaLink: 'false' }),
      xmlElement('dc:creator', entry.author),
      ...entry.categories.map((name) => xmlElement('category', name)),
      xmlElement('pubDate', new Date(entry.publishedAt).toUTCString()),
      // Escaped twice: readers parse the description as HTML.
      xmlElement('description', escapeXml(entry.summary)),
      xmlElement('content:encoded', entry.html),
    ]),
  );
  const channel = xmlElement('channel', [
    xmlElement('title', feed.title),
    xmlElement('link', feed.url),
    xmlElement('description', feed.description),
    xmlElement('language', language),
    xmlElement('lastBuildDate', new Date(feed.updatedAt).toUTCString()),
    xmlElement('atom:link', '', { href: self, rel: 'self', type: 'application/rss+xml' }),
    ...items,
  ]);
  const modules = {
    'xmlns:atom': 'http://www.w3.org/2005/Atom',
    'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
    'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  };
  return xmlDocument(xmlElement('rss', [channel], { version: '2.0', ...modules }));
}

/** Atom (RFC 4287). */
export function atom(feed: Feed, self: string) {
  const entries = feed.entries.map((entry) =>
    xmlElement('entry', [
      xmlElement('title', entry.title),
      xmlElement('id', entry.id),
      xmlElement('link', '', { href: entry.url }),
      xmlElement('published', new Date(entry.publishedAt).toISOString()),
      xmlElement('updated', new Date(entry.updatedAt).toISOString()),
      xmlElement('author', [xmlElement('name', entry.author)]),
      ...entry.categories.map((term) => xmlElement('category', '', { term })),
      xmlElement('summary', entry.summary),
      xmlElement('content', entry.html, { type: 'html' }),
    ]),
  );
  const children = [
    xmlElement('title', feed.title),
    xmlElement('subtitle', feed.description),
    xmlElement('id', feed.id),
    xmlElement('link', '', { href: feed.url }),
    xmlElement('link', '', { rel: 'self', href: self, type: 'application/atom+xml' }),
    xmlElement('updated', new Date(feed.updatedAt).toISOString()),
    xmlElement('author', [xmlElement('name', feed.author)]),
    ...entries,
  ];
  return xmlDocument(xmlElement('feed', children, { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': language }));
}

/** JSON Feed 1.1. */
export function jsonFeed(feed: Feed, self: string) {
  const items = feed.entries.map((entry) => ({
    id: entry.id,
    url: entry.url,
    title: entry.title,
    summary: entry.summary,
    content_html: entry.html,
    date_published: new Date(entry.publishedAt).toISOString(),
    date_modified: new Date(entry.updatedAt).toISOString(),
    authors: [{ name: entry.author }],
    tags: entry.categories,
  }));
  const { title, description, url, author } = feed;
  const site = { title, description, home_page_url: url, feed_url: self, language, authors: [{ name: author }] };
  return JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', ...site, items }, (_, value) =>
    typeof value === 'string' ? cleanText(value) : value,
  );
}

type Xml = { readonly xml: string };

type Content = string | Xml[];

/** Writes an XML element; escapes text and attributes and drops characters that XML forbids. */
export function xmlElement(name: string, content: Content, attributes: Record<string, string> = {}): Xml {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  const inner = typeof content === 'string' ? escapeXml(content) : content.map(({ xml }) => xml).join('\n');
  return { xml: inner === '' ? `<${name}${written.join('')}/>` : `<${name}${written.join('')}>${inner}</${name}>` };
}

export function xmlDocument(root: Xml) {
  return `<?xml version="1.0" encoding="utf-8"?>\n${root.xml}\n`;
}

function escapeXml(text: string) {
  return escapeHtml(cleanText(text));
}
