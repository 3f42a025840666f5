import { type NeighbourArticle, type NewArticles, neighbourPageSize } from '@mojian/contract/pages/neighbours';
import { dayLength } from '@mojian/contract/platform/time';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import { findPage } from '../../platform/http/paging.ts';
import * as queries from './neighbours.queries.ts';

const month = 30 * dayLength;
/** Silence after which a friend counts as not heard of. */
const longSilence = 60 * dayLength;
const mostBusy = 4;
const mostSilent = 3;

export async function showNeighbours(db: Db, pageNo: number, now = Date.now()): Promise<NewArticles> {
  const since = now - month;
  const page = { pageNo, pageSize: neighbourPageSize };
  const [neighbours, recent, articles, each] = await Promise.all([
    queries.countNeighbours(db),
    queries.countArticles(db, since),
    findPage(page, {
      list: (slice) => queries.listNewest(db, slice),
      count: () => queries.countArticles(db),
      present,
    }),
    queries.countByNeighbour(db, since),
  ]);
  const busy = each.filter(({ articles }) => articles > 1).toSorted((one, other) => other.articles - one.articles);
  const silent = each
    .filter(({ lastAt }) => lastAt < now - longSilence)
    .toSorted((one, other) => other.lastAt - one.lastAt);
  return {
    neighbours,
    recent,
    articles,
    busy: busy.slice(0, mostBusy).map(({ name, url, avatar, articles }) => ({ name, url, avatar, articles })),
    silent: silent
      .slice(0, mostSilent)
      .map(({ name, url, avatar, lastAt }) => ({ name, url, avatar, lastAt: isoTime(lastAt) })),
  };
}

/** Articles on the home page, and how many are looked at to find one of each friend. */
const mostOnHome = 6;
const mostLookedAt = 120;

/** The newest article of each friend, the newest first. */
export async function newestOfNeighbours(db: Db): Promise<NeighbourArticle[]> {
  const rows = await queries.listNewest(db, { limit: mostLookedAt, offset: 0 });
  const newest = [...Map.groupBy(rows, ({ siteUrl }) => siteUrl).values()].flatMap(([first]) => first ?? []);
  return newest.slice(0, mostOnHome).map(present);
}

type Row = Awaited<ReturnType<typeof queries.listNewest>>[number];

function present({ id, title, url, publishedAt, name, siteUrl, avatar }: Row): NeighbourArticle {
  return { id, title, url, publishedAt: isoTime(publishedAt), neighbour: { name, url: siteUrl, avatar } };
}

/** Feeds of the friends that were found, in the order of the links. */
export function listNeighbourFeeds(db: Db) {
  return queries.listFeeds(db);
}
