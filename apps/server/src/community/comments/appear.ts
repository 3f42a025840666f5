import type { NoticeReason } from '@mojian/contract/core/notices';
import { Failure } from '@mojian/contract/platform/failures';
import { noticeKinds } from '@mojian/contract/platform/rules';
import { notify, updateNoticeText, withdrawNotice } from '../../core/notices/notify.ts';
import type { Trx } from '../../platform/db/schema.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { tell } from '../../platform/stream/hub.ts';
import { expectReplyLetter } from '../reply-mails/expect-reply-letter.ts';
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

  await tellConcerned(trx, target, comment);
  await spread(trx, target, comment, 'comment');
}

/** The other way, once it was removed. */
export async function disappear(trx: Trx, target: Target, comment: Told) {
  await uncount(trx, target, comment);
  await untell(trx, target, comment);
  await spread(trx, target, comment, 'comment-gone');
}

/** Its author changed its words, and all may see them still. Whom it concerned before is not told anew. */
export async function change(trx: Trx, target: Target, before: Told, after: Told) {
  await untell(trx, target, before, await concerned(trx, target, after));
  await tellConcerned(trx, target, after);
  await spread(trx, target, after, 'comment-changed');
}

/** Its author changed its words, and they wait to be approved: who was told of it stays so, and is not told anew then. */
export async function comeUnderReview(trx: Trx, target: Target, before: Told, after: Told) {
  await uncount(trx, target, before);
  await untell(trx, target, before, await concerned(trx, target, after));
  await spread(trx, target, after, 'comment-gone');
}

async function uncount(trx: Trx, target: Target, { replyToId, parentId }: Told) {
  if (replyToId !== null) await addReplies(trx, replyToId, -1);
  if (parentId !== null && parentId !== replyToId) await addReplies(trx, parentId, -1);
  await addToTarget(trx, target, -1);
}

/** Each once: the notice of whoever has one already says the new words. */
async function tellConcerned(trx: Trx, target: Target, comment: Told) {
  const { id, authorId: actorId } = comment;
  const told = { title: target.title, text: openingOf(comment.html), link: linkTo(target, id) };
  for (const [userId, reason] of await concerned(trx, target, comment)) {
    const about = { userId, kind: noticeKinds.comment, actorId, subject: subjectOf(id) };
    if (await updateNoticeText(trx, about, told.text)) continue;
    const noticeId = await notify(trx, { ...about, reason, ...told });
    if (noticeId !== undefined) await expectReplyLetter(trx, { userId, thread: topicOf(target), noticeId });
  }
}

/** Takes back the notices of it, but for those of whom it concerns still. */
export async function untell(trx: Trx, target: Target, comment: Told, still = new Map<number, NoticeReason>()) {
  const about = { kind: noticeKinds.comment, actorId: comment.authorId, subject: subjectOf(comment.id) };
  for (const userId of (await concerned(trx, target, comment)).keys())
    if (!still.has(userId)) await withdrawNotice(trx, { userId, ...about });
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
