import { longestArticle } from '@mojian/contract/platform/rules';
import type { FeedEntry } from '@mojian/foreign-files/feed/entry';
import { htmlToText } from '@mojian/foreign-files/html-text';
import { folderOf, pathOf } from '@mojian/foreign-files/web-fields';
import type { Item, Loss, SourceArticle } from '../../form.ts';
import { fromHtml } from '../html.ts';

export const tooLong = `正文超过 ${longestArticle} 字`;

export function loss(place: string, reason: string): Loss {
  return { kind: 'loss', thing: '文章', place, reason };
}

export async function articleOf(entry: FeedEntry): Promise<Item> {
  const players = entry.enclosures.filter(({ url }) => !entry.html.includes(url)).map(playerOf);
  const { markdown, warnings } = await fromHtml([entry.html.replaceAll('\0', ''), ...players].join('\n'));
  if (markdown.length > longestArticle) return loss(entry.title || entry.key, tooLong);
  if (entry.isExcerpt) warnings.push('订阅源里没有全文，这里可能只是摘要');
  return { ...emptyArticle, ...fieldsOf(entry), markdown, warnings };
}

function playerOf({ url, type }: { url: string; type: string }) {
  const address = encodeURI(url).replace(/"/g, '%22').replace(/%25/g, '%');
  if (type.startsWith('audio/')) return `<audio src="${address}"></audio>`;
  if (type.startsWith('video/')) return `<video src="${address}"></video>`;
  return type.startsWith('image/') ? `<p><img src="${address}" alt=""></p>` : `<p><a href="${address}">附件</a></p>`;
}

function fieldsOf(entry: FeedEntry) {
  const path = pathOf(entry.link);
  const [first, ...others] = entry.categories;
  const beginning = htmlToText(entry.html.slice(0, 2000)).replace(/\s+/g, ' ').slice(0, 30);
  return {
    key: entry.key,
    title: entry.title || beginning || '无标题',
    summary: entry.isExcerpt ? '' : entry.summary,
    author: entry.author,
    categories: first === undefined ? [] : [first],
    tags: others,
    cover: entry.cover,
    slug: slugOf(path),
    publishedAt: entry.publishedAt ?? entry.updatedAt,
    updatedAt: entry.updatedAt,
    addresses: path && path !== '/' ? [path] : [],
    base: folderOf(path),
  };
}

function slugOf(path: string) {
  const last = path.split('?', 1)[0]?.split('/').filter(Boolean).at(-1) ?? '';
  return last.replace(/\.(?:html?|php|md)$/i, '');
}

const emptyArticle: SourceArticle = {
  kind: 'article',
  key: '',
  isPage: false,
  title: '',
  markdown: '',
  summary: '',
  state: 'published',
  hasPassword: false,
  author: null,
  categories: [],
  tags: [],
  cover: '',
  slug: '',
  description: '',
  keywords: '',
  publishedAt: null,
  updatedAt: null,
  pinned: false,
  commenting: 'open',
  views: 0,
  likes: 0,
  addresses: [],
  base: '',
  warnings: [],
};
