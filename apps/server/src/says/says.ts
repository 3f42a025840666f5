import type { Page, PageQuery } from '@mojian/contract/fields';
import type { Say } from '@mojian/contract/says';
import type { Db } from '../db/schema.ts';
import { isoTime } from '../http/iso-time.ts';
import { inPages, sliceOf } from '../http/paging.ts';
import * as queries from './says.queries.ts';

/** A page of public says, newest first, all or those on one topic. */
export async function listSays(
  db: Db,
  { topic, ...page }: PageQuery & { topic?: string | undefined },
): Promise<Page<Say>> {
  const [rows, total] = await Promise.all([
    queries.selectPublic(db, topic, sliceOf(page)).execute(),
    queries.countPublic(db, topic),
  ]);
  const topics = await topicsOf(
    db,
    rows.map(({ id }) => id),
  );
  const records = rows.map(({ authorId, nickname, avatar, ...say }) => ({
    ...say,
    topics: topics.get(say.id) ?? [],
    pictures: JSON.parse(say.pictures) as Say['pictures'],
    author: { id: authorId, nickname, avatar },
    createdAt: isoTime(say.createdAt),
  }));
  return inPages(records, total, page);
}

/** How many public says each Chinese day brought; oldest first, days by number. */
export function saysByDay(db: Db): Promise<{ day: number; count: number }[]> {
  return queries.countByDay(db);
}

async function topicsOf(db: Db, ids: number[]) {
  const rows = ids.length === 0 ? [] : await queries.listTopicsOf(db, ids);
  const bySay = Map.groupBy(rows, ({ sayId }) => sayId);
  return new Map(Array.from(bySay, ([id, own]) => [id, own.map(({ topic }) => topic)]));
}
