import { articlePaths } from '../../content/slugs/article-path.ts';
import { readSettings } from '../../core/settings/settings.ts';
import type { Db } from '../../platform/db/schema.ts';
import { feedHtml } from './feed-html.ts';
import * as queries from './feeds.queries.ts';

/** A feed before it is written in one of the formats. Addresses are whole, times are milliseconds. */
export type Feed = {
  title: string;
  description: string;
  url: string;
  author: string;
  updatedAt: number;
  entries: Entry[];
};

type Entry = {
  url: string;
  title: string;
  summary: string;
  /** What anyone may read. */
  html: string;
  author: string;
  categories: string[];
  publishedAt: number;
  updatedAt: number;
};

type Source = Awaited<ReturnType<typeof readSource>>;

const shown = 20;

/** All a feed is made from but the texts, which are large and only needed when something else changed. */
export async function readSource(db: Db, siteUrl: string) {
  const [{ identity, author, footer }, pathOf, rows] = await Promise.all([
    readSettings(db),
    articlePaths(db),
    queries.listNewest(db, shown),
  ]);
  const articles = rows.map((row) => ({ ...row, path: pathOf(row) }));
  const ids = articles.map(({ id }) => id);
  const tags = ids.length > 0 ? await queries.listTagNames(db, ids) : [];
  return { siteUrl, identity, author: author.name, startedAt: footer.startedAt, articles, tags };
}

/** The newest articles, each with its whole text, or its opening and a link when not everyone may read on. */
export async function makeFeed(
  db: Db,
  { siteUrl, identity, author, startedAt, articles, tags }: Source,
): Promise<Feed> {
  const ids = articles.map(({ id }) => id);
  const openings = ids.length > 0 ? await queries.listOpenings(db, ids) : [];
  const htmlOf = new Map(openings.map(({ id, openingHtml }) => [id, openingHtml]));
  const entries = articles.map(({ id, path, title, summary, nickname, category, readType, ...times }): Entry => {
    const url = siteUrl + path;
    const publishedAt = times.publishedAt ?? times.updatedAt;
    return {
      ...{ url, title, summary, publishedAt },
      html: feedHtml(htmlOf.get(id) ?? '', { url, locked: readType !== 0 }),
      author: nickname,
      categories: [category ?? [], tags.filter(({ articleId }) => articleId === id).map(({ name }) => name)].flat(),
      updatedAt: Math.max(publishedAt, times.updatedAt),
    };
  });
  return {
    title: identity.name,
    description: identity.description || identity.tagline,
    url: `${siteUrl}/`,
    author,
    updatedAt: Math.max(startedAt, ...entries.map(({ updatedAt }) => updatedAt)),
    entries,
  };
}
