import { readEntry } from '@mojian/foreign-files/feed/atom';
import { isJsonFeed, isXmlFeed } from '@mojian/foreign-files/feed/forms';
import { readRssItem } from '@mojian/foreign-files/feed/rss';
import { decodeTitle } from '@mojian/foreign-files/web-fields';
import { beginningOf } from '@mojian/foreign-files/xml/encodings';
import { textIn, type XmlRecord } from '@mojian/foreign-files/xml/xml';
import type { Item, Reader, Source } from '../../form.ts';
import { isWxr } from '../wordpress/read.ts';
import { readXml } from '../xml.ts';
import { articleOf, loss, tooLong } from './entry.ts';
import { readJsonFeed } from './json-feed.ts';

/** RSS, Atom and JSON Feed, when there is no better export: they hold the newest texts only. */
export const feed: Reader = {
  id: 'feed',
  name: 'RSS、Atom 或 JSON Feed',
  recognizes: ({ head }) => {
    const beginning = beginningOf(head);
    return (isXmlFeed(beginning) && !isWxr(beginning)) || isJsonFeed(beginning);
  },
  read: (source) => (isJsonFeed(beginningOf(source.head)) ? readJsonFeed(source) : readXmlFeed(source)),
};

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
