import type { Say, says } from '@mojian/contract/community/says';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import type { Page } from '@mojian/contract/platform/fields';
import type { Selectable } from 'kysely';
import { stampedBy, stampersOf } from '../../core/likes/likes.ts';
import { publishChange } from '../../core/moderation/moderated-writing.ts';
import { requireFeature } from '../../core/settings/features.ts';
import { readSettings } from '../../core/settings/settings.ts';
import { withStickers } from '../../core/stickers/show-stickers.ts';
import { withPictures } from '../../core/uploads/public-files.ts';
import { chinaMonthStart, isoTime } from '../../platform/dates.ts';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';
import { inPages, sliceOf } from '../../platform/http/paging.ts';
import { isStaff, type Viewer } from '../../platform/http/viewer.ts';
import { mayDeleteSay, mayEditSay, maySeeSay } from './says.policy.ts';
import * as queries from './says.queries.ts';

const stampersShown = 8;

/** Lists a page of says, newest first: the public ones, one's own, and for staff the held ones. */
export async function listSays(
  db: Db,
  viewer: Viewer | null,
  { topic, id, month, ...page }: Input<typeof says.list>['query'],
): Promise<Page<Say>> {
  const filter = { viewerId: viewer?.id, withHeld: isStaff(viewer), topic, id, until: endOf(month) };
  const [rows, total] = await Promise.all([
    queries.selectPage(db, filter, sliceOf(page)).execute(),
    queries.countSeen(db, filter),
  ]);
  return inPages(await presentSays(db, viewer, rows), total, page);
}

/** Beginning of the month after, in China. */
function endOf(month: string | undefined) {
  if (month === undefined) return undefined;
  const [year = 0, number = 0] = month.split('-').map(Number);
  return chinaMonthStart(year, number + 1);
}

/** A say that everyone may read. @throws Failure not-found */
export async function readPublicSay(db: Db, id: number): Promise<Say> {
  await requireFeature(db, 'says');
  const { records } = await listSays(db, null, { id, pageNo: 1, pageSize: 1 });
  if (!records[0]) throw sayNotFound();
  return records[0];
}

/** The most frequent topics among the 500 newest public says. */
export function recentTopics(db: Db) {
  return queries.listRecentTopics(db, 500, 12);
}

/** Public says by day number, from that day on. */
export function saysByDay(db: Db, from: number) {
  return queries.countSaysByDay(db, from);
}

export function countSaysShown(db: Db) {
  return queries.readSaysCount(db);
}

async function presentSays(db: Db, viewer: Viewer | null, found: queries.Row[]): Promise<Say[]> {
  const rows = await withStickers(db, found);
  const ids = rows.map(({ id }) => id);
  const [topics, stampers, stamped, settings] = await Promise.all([
    topicsOf(db, ids),
    stampersOf(db, 'say', ids, stampersShown),
    stampedBy(db, 'say', ids, viewer?.id),
    readSettings(db),
  ]);
  const pictures = await withPictures(
    db,
    rows.map((say) => JSON.parse(say.pictures) as Say['pictures']),
    'proven',
  );
  return rows.map(
    ({ authorId, nickname, avatar, role, isGuest, website, state, laughs, recalls, hugs, ...say }, at) => ({
      ...say,
      topics: topics.get(say.id) ?? [],
      pictures: pictures[at] ?? [],
      author: { id: authorId, nickname, avatar, owner: role === 'owner', website: isGuest ? website : null },
      seals: { like: say.likes, laugh: laughs, recall: recalls, hug: hugs },
      stamped: stamped.get(say.id) ?? [],
      stampers: stampers.get(say.id) ?? [],
      liked: stamped.get(say.id)?.includes('like') ?? false,
      isPublic: say.isPublic === 1,
      hasAiContent: say.hasAiContent === 1,
      held: state === 'held',
      mayEdit: mayEditSay(viewer, { authorId, isPublic: say.isPublic, state }, settings.says),
      mayDelete: mayDeleteSay(viewer, { authorId, isPublic: say.isPublic, state, role }),
      createdAt: isoTime(say.createdAt),
    }),
  );
}

async function topicsOf(db: Db, ids: number[]) {
  const rows = ids.length === 0 ? [] : await queries.listTopicsOf(db, ids);
  const bySay = Map.groupBy(rows, ({ sayId }) => sayId);
  return new Map(Array.from(bySay, ([id, own]) => [id, own.map(({ topic }) => topic)]));
}

type SayRow = Selectable<Schema['says']>;

/**
 * Finds a say that this viewer may see.
 * @throws Failure not-found for one that does not exist or that they may not see.
 */
export async function findVisibleSay(db: Db | Trx, viewer: Viewer, id: number): Promise<SayRow> {
  const say = await queries.findSay(db, id);
  if (!say || !maySeeSay(viewer, say)) throw sayNotFound();
  return say;
}

export function sayNotFound() {
  return new Failure('not-found', '说说不存在或已被删除', 'id');
}

type Change = 'say' | 'say-changed' | 'say-gone';

/** Tells open screens that a say came, changed or went, and drops the pages that show it. */
export function publishSay(trx: Trx, { id, authorId }: { id: number; authorId: number }, change: Change) {
  const tags = change === 'say' ? ['says'] : ['says', `comments:say:${id}`];
  const events = [{ topic: 'says', type: change, id }];
  return publishChange(trx, { events, tags: [...tags, `user:${authorId}`], onlyAdds: change === 'say' });
}
