import type { Say } from '@mojian/contract/community/says';
import type { Page, PageQuery } from '@mojian/contract/platform/fields';
import { likedOf, likersOf } from '../../core/likes/likes.ts';
import { readSettings } from '../../core/settings/settings.ts';
import { withPictures } from '../../core/uploads/public-files.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import { inPages, sliceOf } from '../../platform/http/paging.ts';
import { isStaff, type Viewer } from '../../platform/http/viewer.ts';
import { mayDelete, mayEdit } from './says.policy.ts';
import * as queries from './says.queries.ts';

const likersShown = 8;

type Asked = PageQuery & { topic?: string | undefined; id?: number | undefined };

/**
 * A page of says as this viewer sees them, newest first: those of all, one's own, and for the staff those that wait to be
 * approved.
 */
export async function listSays(db: Db, viewer: Viewer | null, { topic, id, ...page }: Asked): Promise<Page<Say>> {
  const which = { viewerId: viewer?.id, withHeld: isStaff(viewer), topic, id };
  const [rows, total] = await Promise.all([
    queries.selectPage(db, which, sliceOf(page)).execute(),
    queries.countSeen(db, which),
  ]);
  return inPages(await presentSays(db, viewer, rows), total, page);
}

/** Topics of late, with how many of the newest says are on each; those most often met first. */
export function recentTopics(db: Db) {
  return queries.listRecentTopics(db, 500, 12);
}

/** How many public says each Chinese day brought; oldest first, days by number. */
export function saysByDay(db: Db): Promise<{ day: number; count: number }[]> {
  return queries.countByDay(db);
}

async function presentSays(db: Db, viewer: Viewer | null, rows: queries.Row[]): Promise<Say[]> {
  const ids = rows.map(({ id }) => id);
  const [topics, likers, liked, settings] = await Promise.all([
    topicsOf(db, ids),
    likersOf(db, 'say', ids, likersShown),
    likedOf(db, 'say', ids, viewer?.id),
    readSettings(db),
  ]);
  const pictures = await withPictures(
    db,
    rows.map((say) => JSON.parse(say.pictures) as Say['pictures']),
    'proven',
  );
  return rows.map(({ authorId, nickname, avatar, role, state, ...say }, at) => ({
    ...say,
    topics: topics.get(say.id) ?? [],
    pictures: pictures[at] ?? [],
    author: { id: authorId, nickname, avatar, owner: role === 'owner' },
    likers: likers.get(say.id) ?? [],
    liked: liked.has(say.id),
    isPublic: say.isPublic === 1,
    held: state === 'held',
    mayEdit: mayEdit(viewer, { authorId, isPublic: say.isPublic, state }, settings.says),
    mayDelete: mayDelete(viewer, { authorId, isPublic: say.isPublic, state, role }),
    createdAt: isoTime(say.createdAt),
  }));
}

async function topicsOf(db: Db, ids: number[]) {
  const rows = ids.length === 0 ? [] : await queries.listTopicsOf(db, ids);
  const bySay = Map.groupBy(rows, ({ sayId }) => sayId);
  return new Map(Array.from(bySay, ([id, own]) => [id, own.map(({ topic }) => topic)]));
}
