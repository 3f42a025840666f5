import type { adminComments, CommentRow } from '@mojian/contract/community/comments';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import { sql } from 'kysely';
import { excerpt, shortTitle } from '../../content/text/comment-text.ts';
import type { Recording } from '../../core/audit/audit.ts';
import { recordingOf } from '../../core/audit/audit.ts';
import { eachRecorded } from '../../core/moderation/each-recorded.ts';
import {
  concealHeld,
  hold,
  likeWriting,
  type ModeratedWriting,
  moderate,
  presentWriting,
  release,
} from '../../core/moderation/moderated-writing.ts';
import { requireRankOver } from '../../core/moderation/rank.ts';
import { withProvenPictures } from '../../core/uploads/public-files.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { findPage } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { settleReportsOf } from '../reports/reports.ts';
import { commentLink, findOwner, findTarget, topicOf } from './comment-target.ts';
import { isModerator, mayDisableAuthor, maySeeHeld } from './comments.policy.ts';
import { countCommentsForStaff, findComment, listCommentsForStaff, type Row } from './comments.queries.ts';
import { comments } from './comments.table.ts';
import { publishComment, publishPin, unpublish, withdrawNotices } from './publish-comment.ts';
import {
  addCommentLikes,
  blankOrDelete,
  listCommentsWithText,
  lockComment,
  markCommentRemoved,
  markCommentRestored,
  updatePinned,
} from './writing.queries.ts';

export const commentWriting: ModeratedWriting<Row> = {
  kind: 'comment',
  table: 'comments',
  isThere: sql`"removedAt" is null`,
  refusals: {
    notHeld: '没有等待审核的这条评论',
    notShown: '没有正在显示的这条评论',
    own: '自己的评论可以直接删除',
  },
  onShown: async (trx, comment) => publishComment(trx, await findOwner(trx, comment), comment),
  onHidden: async (trx, comment) => {
    if (comment.parentId === null && comment.replies > 0)
      throw new Failure('not-allowed', '下面有人回复，不能隐藏；删除会留下它的位置', 'id');
    await unpublish(trx, await findOwner(trx, comment), comment);
  },
  find: async (trx, viewer, id) => {
    const { comment } = await findShown(trx, viewer, id);
    return { authorId: comment.authorId, text: excerpt(comment.html) };
  },
};

/** @throws Failure gone when the comment it replies to was removed meanwhile; as `release`. */
export function releaseComment(db: Db, id: number, record?: Recording) {
  return release(db, commentWriting, id, record);
}

export function likeComment(db: Db, viewer: Viewer, input: { id: number; like?: '0' | '1' | undefined }) {
  return likeWriting(db, viewer, { kind: 'comment', find: findLikeable, addLikes: addCommentLikes, notFound }, input);
}

async function findLikeable(trx: Trx, viewer: Viewer, id: number) {
  const { comment, target } = await findShown(trx, viewer, id);
  return {
    authorId: comment.authorId,
    likes: comment.likes,
    title: target.title,
    text: excerpt(comment.html),
    link: commentLink(target, id),
    change: { events: [], tags: [`comments:${topicOf(target)}`] },
  };
}

async function findShown(trx: Trx, viewer: Viewer, id: number) {
  const comment = await findComment(trx, id);
  if (comment?.state !== 'shown' || comment.removedAt !== null) throw notFound();
  return { comment, target: await findTarget(trx, viewer, comment) };
}

/**
 * Removes a comment from its page. Staff removing another's must outrank its author, and it is recorded.
 * @throws Failure as `removeComment` and `requireRankOver`.
 */
export async function removeAsReader(db: Db, viewer: Viewer, id: number) {
  const comment = await findComment(db, id);
  if (!comment || comment.authorId === viewer.id || !isModerator(viewer)) return removeComment(db, viewer, id);
  await requireRankOver(db, viewer, comments, id);
  await removeComment(db, viewer, id, await recordingOf(db, viewer, { act: 'comments.remove', table: comments, id }));
}

/**
 * Removes one's own comment or, as a moderator, anyone's. Its replies stay.
 * @throws Failure not-found for one that is removed, or held and another's; not-allowed for another's.
 */
export function removeComment(db: Db, viewer: Viewer, id: number, record?: Recording) {
  return moderate(db, record, async (trx) => {
    const comment = await findComment(trx, id);
    if (comment?.removedAt !== null) throw notFound();
    requireRemovable(viewer, comment);
    // staff may restore what the back office removed, their own too
    if (!(await remove(trx, id, record ? 'staff' : 'author'))) throw notFound();
  });
}

function requireRemovable(viewer: Viewer, comment: Row) {
  if (maySeeHeld(viewer, comment)) return;
  throw comment.state === 'held' ? notFound() : new Failure('not-allowed', '只能删除自己的评论');
}

/**
 * Restores a comment that staff removed, in the state it had.
 * @throws Failure not-found for one its author removed; gone when the comment it replies to is gone.
 */
function restoreComment(db: Db, id: number, record?: Recording) {
  return moderate(db, record, async (trx) => {
    const comment = await markCommentRestored(trx, id);
    if (!comment) throw new Failure('not-found', '只能恢复管理员删除的评论', 'id');
    if (comment.state === 'shown') await publishComment(trx, await findOwner(trx, comment), comment);
  });
}

/** Takes a comment down as the staff remove one; false when it is removed already. */
export function takeCommentDown(trx: Trx, id: number) {
  return remove(trx, id, 'staff');
}

/** Restores it, unless its author has removed it or the comment above it is gone. */
export async function putCommentBack(trx: Trx, id: number) {
  const comment = await markCommentRestored(trx, id);
  if (comment?.state === 'shown') await publishComment(trx, await findOwner(trx, comment), comment);
}

/** Erases the text of a removed comment. */
export function eraseComment(trx: Trx, id: number) {
  return blankOrDelete(trx, [id]);
}

/** @throws Failure not-found for one that is not public; not-allowed for a reply, which stands under its comment. */
function pinComment(db: Db, id: number, isPinned: boolean, record?: Recording) {
  return moderate(db, record, async (trx) => {
    const comment = await lockComment(trx, id);
    if (comment?.state !== 'shown') throw new Failure('not-found', '没有公开的这条评论', 'id');
    if (comment.parentId !== null) throw new Failure('not-allowed', '回复不能置顶，只有单独的评论可以', 'id');
    await updatePinned(trx, id, isPinned);
    await publishPin(trx, await findOwner(trx, comment), comment);
  });
}

/** Erases up to `most` comments of a closed account, keeping empty places above replies. Returns how many there were. */
export async function eraseComments(trx: Trx, authorId: number, most: number) {
  const ids = await listCommentsWithText(trx, authorId, most);
  for (const id of ids) await remove(trx, id, 'author');
  if (ids.length > 0) await blankOrDelete(trx, ids);
  return ids.length;
}

async function remove(trx: Trx, id: number, by: 'staff' | 'author') {
  const comment = await markCommentRemoved(trx, id, by);
  if (!comment) return false;
  await settleReportsOf(trx, 'commentId', id);
  const owner = await findOwner(trx, comment);
  // a comment that an edit brought under review still has its notices
  await (comment.state === 'shown' ? unpublish(trx, owner, comment) : withdrawNotices(trx, owner, comment));
  return true;
}

function notFound() {
  return new Failure('not-found', '评论不存在或已被删除', 'id');
}

type ListQuery = Input<typeof adminComments.list>['query'];

export async function listCommentsForOffice(db: Db, viewer: Viewer, query: ListQuery) {
  const page = await findPage(query, {
    list: (slice) => listCommentsForStaff(db, query, slice),
    count: () => countCommentsForStaff(db, query),
    present: (row) => present(viewer, row),
  });
  return { ...page, records: await withProvenPictures(db, concealHeld(viewer, page.records), 'pictures') };
}

/** Applies an act to each of them and records it. */
export function actOnComments(db: Db, viewer: Viewer, { ids, act }: Input<typeof adminComments.act>['body']) {
  return eachRecorded(db, viewer, { ids, act: `comments.${act}`, table: comments }, (id, record) => {
    if (act === 'release') return releaseComment(db, id, record);
    if (act === 'pin' || act === 'unpin') return pinComment(db, id, act === 'pin', record);
    if (act === 'hold') return hold(db, commentWriting, id, record);
    return act === 'restore' ? restoreComment(db, id, record) : removeComment(db, viewer, id, record);
  });
}

/** As `markCommentRestored` decides: what a closed account took along is not there to be restored. */
function isRestorable(row: { removedByStaff: number; removedAt: number | null; text: string; pictures: string }) {
  return row.removedByStaff === 1 && row.removedAt !== null && (row.text !== '' || row.pictures !== '[]');
}

function present(viewer: Viewer, row: Awaited<ReturnType<typeof listCommentsForStaff>>[number]): CommentRow {
  const { id, text, place, likes, answeredText, answered } = row;
  const target =
    row.articleId === null
      ? { kind: 'say' as const, id: row.sayId ?? 0, title: shortTitle(row.sayText ?? '') }
      : { kind: 'article' as const, id: row.articleId, title: row.title ?? '' };
  return {
    id,
    text,
    place,
    likes,
    target,
    path: commentLink(target, id),
    pictures: (JSON.parse(row.pictures) as { url: string }[]).map(({ url }) => url),
    ...presentWriting(row.authorId, row),
    quote: row.quote ?? '',
    mayDisable: mayDisableAuthor(viewer, { ...row, id: row.authorId }),
    answers: answered === null ? null : { nickname: answered, text: shortTitle(answeredText ?? '') },
    state: row.removedAt === null ? row.state : 'removed',
    mayRestore: isRestorable(row),
    pinned: row.pinned === 1,
  };
}
