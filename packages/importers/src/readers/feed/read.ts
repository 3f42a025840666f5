import type { Item, Reader, Source } from '../../form.ts';
import { decodeTitle } from '../web-fields.ts';
import { isWxr } from '../wordpress/read.ts';
import { headText, readXml, textIn, type XmlRecord } from '../xml.ts';
import { readEntry } from './atom.ts';
import { articleOf, loss, tooLong } from './entry.ts';
import { readJsonFeed } from './json-feed.ts';
import { readRssItem } from './rss.ts';

/** RSS, Atom and JSON Feed, when there is no better export: they hold the newest texts only. */
export const feed: Reader = {
  id: 'feed',
  name: 'RSS、Atom 或 JSON Feed',
  recognizes: (source) => isXmlFeed(source) || isJsonFeed(source),
  read: (source) => (isJsonFeed(source) ? readJsonFeed(source) : readXmlFeed(source)),
};

function isXmlFeed(source: Source) {
  const head = headText(source);
  if (isWxr(head)) return false;
  return /<rss\b|<(?:\w+:)?feed\b[^<>]*http:\/\/www\.w3\.org\/2005\/Atom|<rdf:RDF\b[^<>]*purl\.org\/rss/i.test(head);
}

function isJsonFeed(source: Source) {
  const head = headText(source);
  return (
    /^(?:\xef\xbb\xbf)?\s*\{/.test(head) && /"version"\s*:\s*"https?:\\?\/\\?\/jsonfeed\.org\\?\/version/.test(head)
  );
}

const records = new Set(['item', 'entry', 'atom:entry']);

async function* readXmlFeed(source: Source): AsyncGenerator<Item> {
  const site = await readSite(source);
  yield { kind: 'site', ...site };
  yield { kind: 'loss', thing: '订阅源', place: source.name, reason: '订阅源只有最近的一些文章，评论与草稿不在里面' };
  for await (const part of readXml(source, { records })) {
    if ('kind' in part) yield part;
    else if (records.has(part.node.name)) yield await readRecord(part);
  }
}

async function readRecord({ node, isBroken }: XmlRecord): Promise<Item> {
  const place = decodeTitle(textIn(node, 'title')) || `第 ${node.line} 行`;
  if (isBroken) return loss(place, '文件断在这篇之中');
  if (node.isCut) return loss(place, tooLong);
  const entry = node.name === 'item' ? readRssItem(node) : readEntry(node);
  return entry ? articleOf(entry) : loss(place, '是 Blogger 的评论、设置或模板，不是文章');
}

/** Reads title and address of the site, which may stand behind the entries. */
async function readSite(source: Source) {
  const site = { url: '', title: '' };
  const elements = { title: /^(?:atom:)?title$/, link: /^(?:atom:)?link$/ };
  for await (const part of readXml(source, { records, longest: 1000 })) {
    if ('kind' in part || part.node.depth > 2 || records.has(part.node.name)) continue;
    const { name, attributes, content } = part.node;
    const text = content.filter((piece) => typeof piece === 'string').join('');
    if (elements.title.test(name)) site.title ||= decodeTitle(text);
    const isOwn = elements.link.test(name) && /^(?:alternate)?$/.test(attributes.rel ?? '');
    if (isOwn) site.url ||= (attributes.href ?? text).trim().replace(/\/$/, '');
  }
  return site;
}
