import { decodeTitle, readDate, webAddress } from '../web-fields.ts';
import { childrenOf, elementText, textIn, type XmlNode } from '../xml/xml.ts';
import type { FeedEntry } from './entry.ts';

/** Reads an item of RSS 0.9 to 2.0 or of RDF. */
export function readRssItem(node: XmlNode): FeedEntry {
  const content = textIn(node, 'content:encoded');
  const description = textIn(node, 'description');
  const guid = textIn(node, 'guid');
  const link = textIn(node, 'link') || webAddress(guid) || (node.attributes['rdf:about'] ?? '');
  const names = childrenOf(node, 'category', 'dc:subject').map((category) => decodeTitle(elementText(category)));
  const enclosures = childrenOf(node, 'enclosure').map(({ attributes: { url = '', type = '' } }) => ({ url, type }));
  const picture = childrenOf(node, 'media:thumbnail', 'media:content').find(isPicture);
  return {
    key: guid || link || textIn(node, 'title'),
    title: decodeTitle(textIn(node, 'title')),
    html: content || description,
    isExcerpt: content === '',
    summary: content && description !== content ? decodeTitle(description) : '',
    link,
    author: authorOf(textIn(node, 'dc:creator') || textIn(node, 'author') || textIn(node, 'itunes:author')),
    categories: [...new Set(names.filter(Boolean))],
    publishedAt: readDate(textIn(node, 'pubDate')) ?? readDate(textIn(node, 'dc:date')),
    updatedAt: readDate(textIn(node, 'atom:updated')) ?? readDate(textIn(node, 'dcterms:modified')),
    cover: webAddress(picture?.attributes.url ?? ''),
    enclosures: enclosures.filter(({ url }) => webAddress(url)),
    line: node.line,
  };
}

function isPicture({ name, attributes }: XmlNode) {
  return name === 'media:thumbnail' || attributes.medium === 'image' || /^image\//.test(attributes.type ?? '');
}

/** `wang@example.com (王小明)`, a mail address or a name. */
function authorOf(text: string) {
  const written = decodeTitle(text);
  if (!written) return null;
  const [, mail = '', name = ''] = /^([^\s@()]+@[^\s@()]+)(?:\s*\(([^()]*)\))?$/.exec(written) ?? [];
  return { name: name.trim() || mail.split('@')[0] || written, email: mail.toLowerCase(), website: '' };
}
