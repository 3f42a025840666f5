import { aiDeclaration } from '@mojian/contract/core/ai-content';
import { replacePassages } from '@mojian/markdown/text';
import { articlePaths } from '../../content/slugs/slugs.ts';
import { listTagNames } from '../../content/tags/tags.ts';
import { readSettings } from '../../core/settings/settings.ts';
import type { Db } from '../../platform/db/schema.ts';
import { readFeedIds } from './feed-ids.ts';
import { type FeedList, feedLength } from './feed-lists.ts';
import * as queries from './feeds.queries.ts';

/** Format-independent feed; absolute addresses, times in milliseconds. */
export type Feed = {
  id: string;
  title: string;
  description: string;
  url: string;
  author: string;
  updatedAt: number;
  entries: Entry[];
};

export type Entry = {
  id: string;
  url: string;
  title: string;
  summary: string;
  /** Public part only. */
  html: string;
  author: string;
  categories: string[];
  publishedAt: number;
  updatedAt: number;
};

type Source = Awaited<ReturnType<typeof readSource>>;

/** Reads everything but the texts, enough to tell whether the feed changed. `list`: for the feed of this list only. */
export async function readSource(db: Db, siteUrl: string, list?: FeedList) {
  const [{ identity, author, footer }, pathOf, rows] = await Promise.all([
    readSettings(db),
    articlePaths(db),
    queries.listNewest(db, feedLength, list?.articleIds),
  ]);
  const numbers = rows.map(({ id }) => id);
  const [tags, ids] = await Promise.all([listTagNames(db, numbers), readFeedIds(db, siteUrl, numbers)]);
  const articles = rows.map((row) => ({
    ...row,
    path: pathOf(row),
    feedId: ids.entry(row.id),
    tags: tags.get(row.id) ?? [],
  }));
  return { id: ids.feed, siteUrl, identity, author: author.name, startedAt: footer.startedAt, articles, list };
}

/** Builds entries with the whole text, or the opening and a link for restricted articles. */
export async function makeFeed(
  db: Db,
  { id: feedId, siteUrl, identity, author, startedAt, articles, list }: Source,
): Promise<Feed> {
  const htmlOf = await readTexts(db, articles);
  const entries = articles.map((article): Entry => {
    const { id, path, title, summary, category, tags, readType } = article;
    const url = siteUrl + path;
    const publishedAt = article.publishedAt ?? article.updatedAt;
    return {
      id: article.feedId,
      url,
      title,
      summary,
      publishedAt,
      html: feedHtml(htmlOf.get(id) ?? '', {
        url,
        locked: readType !== 0 || !htmlOf.has(id),
        hasAiContent: article.hasAiContent === 1,
      }),
      author: writerOf(article),
      categories: [category ?? [], tags].flat(),
      updatedAt: Math.max(publishedAt, article.updatedAt),
    };
  });
  return {
    id: feedId + (list?.id ?? ''),
    title: list ? `${list.name} · ${identity.name}` : identity.name,
    description: list?.intro || identity.description || identity.tagline,
    url: siteUrl + (list?.path ?? '/'),
    author: list?.author ?? author,
    updatedAt: Math.max(startedAt, ...entries.map(({ updatedAt }) => updatedAt)),
    entries,
  };
}

/** UTF-16 units of HTML in one entry, and in all: what is longer is read on the site. */
const longest = { entry: 1_000_000, feed: 3_000_000 };

/** Reads the newest texts that fit, one at a time. */
async function readTexts(db: Db, articles: Source['articles']) {
  const texts = new Map<number, string>();
  let left = longest.feed;
  for (const { id } of articles) {
    if (left <= 0) break;
    const html = (await queries.findOpening(db, id))?.html ?? '';
    if (html.length > Math.min(left, longest.entry)) continue;
    left -= html.length;
    texts.set(id, html);
  }
  return texts;
}

/** As on the article's page: who wrote a reprint, where its source is named. */
function writerOf({ original, sourceAuthor, nickname }: Source['articles'][number]) {
  return original === 1 || sourceAuthor === '' ? nickname : sourceAuthor;
}

/** The renderer escapes < and > in attributes. */
const tag = /<[a-z][^<>]*>/gi;
const button = { opening: /<button\b/g, closing: /<\/button>/g };
const code = { opening: /<pre\b/g, closing: /<\/pre>/g };
/** The source of a formula, which readers that drop MathML would show beside the formula itself. */
const annotation = { opening: /<annotation\b[^<>]*>/g, closing: /<\/annotation>/g };
const address = /(\s(?:href|src|poster|cite))="([^"]*)"/gi;

type Ending = { url: string; locked: boolean; hasAiContent?: boolean };

/** Adapts an article's HTML for feed readers: absolute addresses, no buttons, no highlighting. */
export function feedHtml(html: string, { url, locked, hasAiContent = false }: Ending) {
  const bare = replacePassages(
    replacePassages(html, button, () => ''),
    annotation,
    () => '',
  );
  const spaced = bare.replaceAll('</span><span class="file">', '</span> <span class="file">');
  const text = replacePassages(spaced, code, (_, lines) => lines.replace(/<\/?span\b[^<>]*>/g, '')).replace(
    tag,
    (opening) => opening.replace(address, (_, name, value) => `${name}="${absoluteAddress(value, url)}"`),
  );
  const whole = locked ? `<p><a href="${url}">阅读全文</a></p>` : '';
  return text + whole + (hasAiContent ? `<p>${aiDeclaration}</p>` : '');
}

/** Keeps entities in the value: a URL treats `&amp;` as text. */
function absoluteAddress(value: string, base: string) {
  return /^[a-z][a-z\d+.-]*:/i.test(value) ? value : (URL.parse(value, base)?.href ?? value);
}
