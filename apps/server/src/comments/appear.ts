import { Failure } from '@mojian/contract/failures';
import type { NoticeReason } from '@mojian/contract/notices';
import { noticeKinds } from '@mojian/contract/rules';
import type { Trx } from '../db/schema.ts';
import { notify, unnotify } from '../notices/notify.ts';
import { enqueue } from '../outbox/outbox.ts';
import { expectReplyLetter } from '../reply-letters/expect-reply-letter.ts';
import { tell } from '../stream/hub.ts';
import { linkTo, type Target, tagsOf, topicOf } from './comment-target.ts';
import { openingOf } from './comment-text.ts';
import { findComment } from './comments.queries.ts';
import { mentionedIn } from './link-mentions.ts';
import { addToTarget } from './targets.queries.ts';
import { addReplies, countAnswer } from './writing.queries.ts';

/** What is needed of a comment to count it and to tell of it. */
export type Told = { id: number; authorId: number; parentId: number | null; replyToId: number | null; html: string };

/**
 * Counts a comment that all may see from now on, and tells whom it concerns. Comments are counted from the newest to the
 * oldest and their article last, here and in `disappear`, so that no two wait for one another.
 */
export async function appear(trx: Trx, target: Target, comment: Told) {
  const { replyToId, parentId } = comment;
  if (replyToId !== null && !(await countAnswer(trx, replyToId))) throw answeredIsGone();
  if (parentId !== null && parentId !== replyToId) await addReplies(trx, parentId, 1);
  await addToTarget(trx, target, 1);

  const { id, authorId: actorId } = comment;
  const told = { title: target.title, text: openingOf(comment.html), link: linkTo(target, id) };
  for (const [userId, reason] of await concerned(trx, target, comment)) {
    const about = { userId, kind: noticeKinds.comment, actorId, subject: subjectOf(id), reason };
    const noticeId = await notify(trx, { ...about, ...told });
    if (noticeId !== undefined) await expectReplyLetter(trx, { userId, thread: topicOf(target), noticeId });
  }
  await spread(trx, target, comment, 'comment');
}

/** The other way, once it was removed. */
export async function disappear(trx: Trx, target: Target, comment: Told) {
  const { replyToId, parentId } = comment;
  if (replyToId !== null) await addReplies(trx, replyToId, -1);
  if (parentId !== null && parentId !== replyToId) await addReplies(trx, parentId, -1);
  await addToTarget(trx, target, -1);

  const about = { kind: noticeKinds.comment, actorId: comment.authorId, subject: subjectOf(comment.id) };
  for (const userId of (await concerned(trx, target, comment)).keys()) await unnotify(trx, { userId, ...about });
  await spread(trx, target, comment, 'comment-gone');
}

export function answeredIsGone() {
  return new Failure('gone', '它回复的评论已经不在了', 'replyTo');
}

export function subjectOf(id: number) {
  return `comment:${id}`;
}

/** Who wrote what is answered, and who is mentioned: each once and why, never the author themselves. */
async function concerned(trx: Trx, target: Target, { authorId, replyToId, html }: Told) {
  const answered = replyToId === null ? undefined : await findComment(trx, replyToId);
  const all = new Map<number, NoticeReason>([...mentionedIn(html)].map((userId) => [userId, 'mention']));
  if (answered) all.set(answered.authorId, 'reply');
  else all.set(target.authorId, 'own');
  all.delete(authorId);
  return all;
}

async function spread(trx: Trx, target: Target, { id, authorId }: Told, type: string) {
  await tell(trx, { topic: topicOf(target), type, id });
  if (target.kind === 'say') await tell(trx, { topic: 'says', type: 'say-changed', id: target.id });
  await enqueue(trx, 'drop-pages', { tags: tagsOf(target, authorId) });
}
