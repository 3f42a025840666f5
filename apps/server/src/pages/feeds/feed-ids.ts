import { randomBytes } from 'node:crypto';
import type { Db } from '../../platform/db/schema.ts';
import * as queries from './feeds.queries.ts';

/** Ids of the site's feed, of articles and of says. */
export type FeedIds = { feed: string; entry: (articleId: number) => string; say: (sayId: number) => string };

/**
 * Ids never change again, whatever the site's address, slugs or settings: readers take an entry with another id for a new
 * one. They are made of the article's number and the address the site had when it was first asked for. What was published
 * before ids were kept has the address it was sent with.
 */
export async function readFeedIds(db: Db, siteUrl: string, articleIds: number[]): Promise<FeedIds> {
  const { url, name } = await keepFeedOrigin(db, siteUrl);
  const paths = articleIds.length > 0 ? await queries.listFeedPaths(db, articleIds) : [];
  const known = new Map(paths.map(({ articleId, path }) => [articleId, url + path]));
  return {
    feed: `${url}/`,
    entry: (id) => known.get(id) ?? `${name}/article/${id}`,
    say: (id) => `${name}/say/${id}`,
  };
}

/** Returns the origin of ids, and keeps it when the site has none. Called at the start, before the address can change. */
export async function keepFeedOrigin(db: Db, siteUrl: string) {
  const stored = await queries.findFeedOrigin(db);
  if (stored) return stored;
  const day = new Date().toISOString().slice(0, 10);
  // sites begun at localhost on one day are told apart by the number
  const origin = { url: siteUrl, name: `tag:${new URL(siteUrl).hostname},${day}:${randomBytes(4).toString('hex')}` };
  await queries.insertFeedOrigin(db, origin);
  return (await queries.findFeedOrigin(db)) ?? origin;
}
