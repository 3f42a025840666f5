import { Failure } from '@mojian/contract/platform/failures';
import { noticeKinds } from '@mojian/contract/platform/rules';
import { setLike } from '../../core/likes/likes.ts';
import { notify, withdrawNotice } from '../../core/notices/notify.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { subjectOf } from './appear.ts';
import { findTarget, linkTo, topicOf } from './comment-target.ts';
import { openingOf } from './comment-text.ts';
import { findComment, type Row } from './comments.queries.ts';
import { addLikes } from './writing.queries.ts';

/**
 * Has a member like a comment, stop it, or, without `like`, do the other of what is.
 * @throws Failure not-found for a comment not all may see, or on what the member may not see.
 */
export function likeComment(db: Db, viewer: Viewer, asked: { id: number; like?: '0' | '1' | undefined }) {
  return db.transaction().execute((trx) => like(trx, viewer, asked));
}

async function like(trx: Trx, viewer: Viewer, { id, like }: { id: number; like?: '0' | '1' | undefined }) {
  const { comment, target } = await findSeen(trx, viewer, id);
  const wanted = like === undefined ? undefined : like === '1';
  const { liked, change } = await setLike(trx, { kind: 'comment', targetId: id, userId: viewer.id }, wanted);
  if (change === 0) return { liked, likes: comment.likes };

  const likes = await addLikes(trx, id, change);
  if (likes === undefined) throw isNotThere();
  const about = {
    ...{ userId: comment.authorId, kind: noticeKinds.like, actorId: viewer.id, subject: subjectOf(id) },
    ...{ title: target.title, text: openingOf(comment.html), link: linkTo(target, id) },
  };
  await (change > 0 ? notify(trx, about) : withdrawNotice(trx, about));
  await enqueue(trx, 'drop-pages', { tags: [`comments:${topicOf(target)}`] });
  return { liked, likes };
}

/** A comment that stands for all to see, on something the viewer may see. */
export async function findSeen(db: Db | Trx, viewer: Viewer, id: number): Promise<{ comment: Row } & Seen> {
  const comment = await findComment(db, id);
  if (comment?.state !== 'shown' || comment.removedAt !== null) throw isNotThere();
  return { comment, target: await findTarget(db, viewer, comment) };
}

function isNotThere() {
  return new Failure('not-found', '评论不存在或已被删除', 'id');
}

type Seen = { target: Awaited<ReturnType<typeof findTarget>> };
