import type { adminSays, SayRow, says as saysCalls } from '@mojian/contract/community/says';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import { shortLine } from '@mojian/contract/platform/format';
import { may } from '@mojian/contract/platform/permissions';
import { type Selectable, sql } from 'kysely';
import { excerpt } from '../../content/text/comment-text.ts';
import { type Recording, recordingOf } from '../../core/audit/audit.ts';
import { forgetLikes } from '../../core/likes/likes.ts';
import { eachRecorded } from '../../core/moderation/each-recorded.ts';
import {
  concealHeld,
  hold,
  likeWriting,
  type ModeratedWriting,
  moderate,
  presentWriting,
  publishChange,
  release,
} from '../../core/moderation/moderated-writing.ts';
import { requireRankOver } from '../../core/moderation/rank.ts';
import { deleteNoticesOf } from '../../core/notices/notify.ts';
import { withProvenPictures } from '../../core/uploads/public-files.ts';
import { lockForRemoval } from '../../platform/db/dialect.ts';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';
import { findPage } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { keepReportsOfDeleted } from '../reports/reports.ts';
import { addToSay, counterOf } from './say-rows.ts';
import * as queries from './says.queries.ts';
import { says } from './says.table.ts';
import { findVisibleSay, publishSay, sayNotFound } from './says.ts';

export const sayWriting: ModeratedWriting<Selectable<Schema['says']>> = {
  kind: 'say',
  table: 'says',
  isThere: sql`"isPublic" = 1`,
  refusals: {
    notHeld: '没有等待审核的这条说说',
    notShown: '没有正在显示的这条说说',
    own: '自己的说说可以直接删除',
  },
  onShown: (trx, say) => publishSay(trx, say, 'say'),
  onHidden: (trx, say) => publishSay(trx, say, 'say-gone'),
  find: async (trx, viewer, id) => {
    const { authorId, html } = await findVisibleSay(trx, viewer, id);
    return { authorId, text: excerpt(html) };
  },
};

export function releaseSay(db: Db, id: number, record?: Recording) {
  return release(db, sayWriting, id, record);
}

/** Stamps a say with a seal, the like without one, or takes it back. */
export function likeSay(db: Db, viewer: Viewer, input: StampInput) {
  const counter = counterOf[input.seal ?? 'like'];
  const addLikes = (trx: Trx, id: number, change: number) => addToSay(trx, id, counter, change);
  const find = (trx: Trx, of: Viewer, id: number) => findLikeable(trx, of, id, counter);
  return likeWriting(db, viewer, { kind: 'say', find, addLikes, notFound: sayNotFound }, input);
}

type StampInput = Input<typeof saysCalls.like>['query'];
type SealCounter = (typeof counterOf)[keyof typeof counterOf];

async function findLikeable(trx: Trx, viewer: Viewer, id: number, counter: SealCounter) {
  const { authorId, html, [counter]: likes } = await findVisibleSay(trx, viewer, id);
  const change = { events: [{ topic: 'says', type: 'say-changed', id }], tags: ['sayCounts', `user:${authorId}`] };
  return { authorId, likes, title: shortLine(excerpt(html), 20), text: '', link: linkTo(id), change };
}

/**
 * Removes one's own say for good. Staff hide another's instead, and it is recorded.
 * @throws Failure not-found for what may not be seen; not-allowed for another's, and as `requireRankOver`.
 */
export async function removeOrHide(db: Db, viewer: Viewer, id: number) {
  const say = await findVisibleSay(db, viewer, id);
  if (say.authorId === viewer.id) return removeSay(db, viewer, id);
  if (!may(viewer.role, 'says.moderate')) throw new Failure('not-allowed', '只能删除自己的说说');
  await requireRankOver(db, viewer, says, id);
  await hold(db, sayWriting, id, await recordingOf(db, viewer, { act: 'says.hold', table: says, id }));
}

/**
 * Removes one's own say or, as a moderator, anyone's, for good. The caller checks ranks.
 * @throws Failure not-found for what may not be seen; not-allowed for another's.
 */
export function removeSay(db: Db, viewer: Viewer, id: number, record?: Recording) {
  return moderate(db, record, async (trx) => {
    const say = await findVisibleSay(trx, viewer, id);
    if (say.authorId !== viewer.id && !may(viewer.role, 'says.moderate'))
      throw new Failure('not-allowed', '只能删除自己的说说');
    if ((await erase(trx, [id], { keepsReports: !record })) === 0) throw sayNotFound();
  });
}

/** Erases up to `most` says of a member, all or those nobody else ever saw, and returns how many there were. */
export async function eraseSays(trx: Trx, authorId: number, which: 'all' | 'unseen', most: number) {
  return erase(trx, await queries.listOwnIds(trx, authorId, which, most));
}

/** Erases a say that an import stored; unknown ones are no error. */
export async function eraseForeignSay(trx: Trx, id: number) {
  await erase(trx, [id]);
}

/**
 * Deletes says with their comments, reports, likes and notices; pictures stay their author's files. Likes go last: a
 * concurrent like waits for the say and then finds it gone. `keepsReports`: the author deletes it, so its reports stay, with
 * the text, for the staff to see; otherwise the reports go too.
 */
async function erase(trx: Trx, ids: number[], { keepsReports = false } = {}) {
  if (ids.length === 0) return 0;
  await lockForRemoval(trx, 'says', ids);
  if (keepsReports) {
    for (const say of await queries.listReported(trx, ids)) await keepReportsOfDeleted(trx, 'say', say);
    for (const comment of await queries.listReportedComments(trx, ids))
      await keepReportsOfDeleted(trx, 'comment', comment);
  }
  const comments = await queries.listCommentIds(trx, ids);
  await lockForRemoval(trx, 'comments', comments); // in the order in which a new comment locks rows
  const erased = await queries.deleteSays(trx, ids);
  await forgetLikes(trx, 'comment', comments);
  await forgetLikes(trx, 'say', ids);
  await deleteNoticesOf(trx, [...ids.map((id) => `say:${id}`), ...comments.map((comment) => `comment:${comment}`)]);
  await publishChange(trx, {
    events: ids.map((id) => ({ topic: 'says', type: 'say-gone', id })),
    tags: ['says', ...ids.map((id) => `comments:say:${id}`)],
  });
  return erased.length;
}

function linkTo(id: number) {
  return `/say?id=${id}`;
}

/** Lists public says, held ones included. */
export async function listSaysForOffice(db: Db, viewer: Viewer, query: Input<typeof adminSays.list>['query']) {
  const page = await findPage(query, {
    list: (slice) => queries.listSaysForStaff(db, query, slice),
    count: () => queries.countSaysForStaff(db, query),
    present,
  });
  return { ...page, records: await withProvenPictures(db, concealHeld(viewer, page.records), 'pictures') };
}

/** Applies an act to each of them and records it. */
export function actOnSays(db: Db, viewer: Viewer, { ids, act }: Input<typeof adminSays.act>['body']) {
  return eachRecorded(db, viewer, { ids, act: `says.${act}`, table: says }, (id, record) => {
    if (act === 'release') return releaseSay(db, id, record);
    return act === 'hold' ? hold(db, sayWriting, id, record) : removeSay(db, viewer, id, record);
  });
}

function present({ authorId, pictures, ...row }: Awaited<ReturnType<typeof queries.listSaysForStaff>>[number]): SayRow {
  return {
    ...row,
    ...presentWriting(authorId, row),
    pictures: (JSON.parse(pictures) as { url: string }[]).map(({ url }) => url),
    path: linkTo(row.id),
  };
}
