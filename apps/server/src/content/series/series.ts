import type { Series } from '@mojian/contract/content/series';
import { Failure } from '@mojian/contract/platform/failures';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { cardsOf } from '../articles/front-articles.ts';
import * as queries from './series.queries.ts';

/** All series something is published in, the one that grew last first. */
export async function listSeries(db: Db): Promise<Series[]> {
  return (await queries.listPublished(db)).map(present);
}

/**
 * One series with what is published in it.
 * @throws Failure not-found, for all but its author also while nothing is.
 */
export async function showSeries(db: Db, viewer: Viewer | null, id: number) {
  const series = await queries.findSeries(db, id);
  if (!series || (series.articles === 0 && series.authorId !== viewer?.id))
    throw new Failure('not-found', '专栏不存在', 'id');
  const items = await queries.listPublishedItems(db, id);
  const ids = items.map((item) => item.id);
  return { ...present(series), records: await cardsOf(db, ids) };
}

/** The member's own series, each with everything in it. */
export async function listOwnSeries(db: Db, viewer: Viewer) {
  const own = await queries.listOwn(db, viewer.id);
  if (own.length === 0) return [];
  const ids = own.map(({ id }) => id);
  const items = Map.groupBy(await queries.listItems(db, ids), ({ seriesId }) => seriesId);
  return own.map((series) => ({
    ...present(series),
    items: (items.get(series.id) ?? []).map(({ id, title, state }) => ({
      id,
      title,
      published: state === 'published',
    })),
  }));
}

function present({ authorId, nickname, avatar, changedAt, ...series }: queries.SeriesRow): Series {
  return { ...series, author: { id: authorId, nickname, avatar }, updatedAt: isoTime(changedAt) };
}
