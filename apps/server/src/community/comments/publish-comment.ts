import type { NoticeReason } from '@mojian/contract/core/notices';
import { Failure } from '@mojian/contract/platform/failures';
import { noticeKinds } from '@mojian/contract/platform/rules';
import { excerpt, mentionedIn } from '../../content/text/comment-text.ts';
import { publishChange } from '../../core/moderation/moderated-writing.ts';
import { notify, updateNoticeText, withdrawNotice } from '../../core/notices/notify.ts';
import type { Trx } from '../../platform/db/schema.ts';
import { scheduleReplyMail } from '../reply-mails/reply-mails.ts';
import { maySeeSay } from '../says/says.policy.ts';
import { commentLink, type Target, tagsOf, topicOf } from './comment-target.ts';
import { addToTarget, findComment, findCommentedSay, listCommentAuthors } from './comments.queries.ts';
import { addReplies, countReply } from './writing.queries.ts';

/** Fields of a comment that counters, notices and events need. */
export type Counted = { id: number; authorId: number; parentId: number | null; replyToId: number | null; html: string };

/**
 * Counts a comment that became public and notifies those it concerns. Rows are locked from the newest comment to the
 * oldest and the target last, here and in `unpublish`, so that no two transactions wait for one another.
 */
export async function publishComment(trx: Trx, target: Target, comment: Counted) {
  const { replyToId, parentId } = comment;
  if (replyToId !== null && !(await countReply(trx, replyToId))) throw repliedToGone();
  if (parentId !== null && parentId !== replyToId) await addReplies(trx, parentId, 1);
  await addToTarget(trx, target, 1);

  await notifyConcerned(trx, target, comment);
  await publishEvent(trx, target, comment, 'comment');
}

/** Uncounts a comment that was hidden or removed, and withdraws its notices. */
export async function unpublish(trx: Trx, target: Target, comment: Counted) {
  await uncount(trx, target, comment);
  await withdrawNotices(trx, target, comment);
  await publishEvent(trx, target, comment, 'comment-gone');
}

/** Publishes an edit. Those already notified are not notified again. */
export async function publishEdit(trx: Trx, target: Target, before: Counted, after: Counted) {
  await withdrawNotices(trx, target, before, await concerned(trx, target, after));
  await notifyConcerned(trx, target, after);
  await publishEvent(trx, target, after, 'comment-changed');
}

/** Takes a comment whose edit is held from its readers. Notices stay, so that its release notifies nobody again. */
export async function unpublishForReview(trx: Trx, target: Target, before: Counted, after: Counted) {
  await uncount(trx, target, before);
  await withdrawNotices(trx, target, before, await concerned(trx, target, after));
  await publishEvent(trx, target, after, 'comment-gone');
}

/** Tells open screens that a comment was pinned or unpinned. */
export function publishPin(trx: Trx, target: Target, comment: Counted) {
  return publishEvent(trx, target, comment, 'comment-changed');
}

type Place = Pick<Counted, 'parentId' | 'replyToId'>;
type Counting = Pick<Target, 'kind' | 'id'>;

/** Counts a public comment, whatever the state of the one it answers. */
export async function countPublished(trx: Trx, target: Counting, { replyToId, parentId }: Place) {
  if (replyToId !== null) await addReplies(trx, replyToId, 1);
  if (parentId !== null && parentId !== replyToId) await addReplies(trx, parentId, 1);
  await addToTarget(trx, target, 1);
}

export async function uncount(trx: Trx, target: Counting, { replyToId, parentId }: Place) {
  if (replyToId !== null) await addReplies(trx, replyToId, -1);
  if (parentId !== null && parentId !== replyToId) await addReplies(trx, parentId, -1);
  await addToTarget(trx, target, -1);
}

/** Updates the text of existing notices instead of adding a second one. */
async function notifyConcerned(trx: Trx, target: Target, comment: Counted) {
  const { id, authorId: actorId } = comment;
  const content = { title: target.title, text: excerpt(comment.html), link: commentLink(target, id) };
  for (const [userId, reason] of await readersAmong(trx, target, await concerned(trx, target, comment))) {
    const about = { userId, kind: noticeKinds.comment, actorId, subject: commentSubject(id) };
    if (await updateNoticeText(trx, about, content.text)) continue;
    const noticeId = await notify(trx, { ...about, reason, ...content });
    if (noticeId !== undefined) await scheduleReplyMail(trx, { userId, thread: topicOf(target), noticeId });
  }
}

/** Withdraws a comment's notices, except those of the members in `still`. */
export async function withdrawNotices(
  trx: Trx,
  target: Target,
  comment: Counted,
  still = new Map<number, NoticeReason>(),
) {
  const about = { kind: noticeKinds.comment, actorId: comment.authorId, subject: commentSubject(comment.id) };
  for (const userId of (await concerned(trx, target, comment)).keys())
    if (!still.has(userId)) await withdrawNotice(trx, { userId, ...about });
}

export function repliedToGone() {
  return new Failure('gone', '它回复的评论已经不在了', 'replyTo');
}

function commentSubject(id: number) {
  return `comment:${id}`;
}

/** Members to notify and why: the target's author, the one replied to and those mentioned; never its own author. */
async function concerned(trx: Trx, target: Target, { authorId, replyToId, html }: Counted) {
  const answered = replyToId === null ? undefined : await findComment(trx, replyToId);
  const all = new Map<number, NoticeReason>([...mentionedIn(html)].map((userId) => [userId, 'mention']));
  all.set(target.authorId, 'own');
  if (answered) all.set(answered.authorId, 'reply');
  all.delete(authorId);
  return all;
}

/** Filters members to those who may see the target: notices quote a private or held say to nobody else. */
async function readersAmong(trx: Trx, { kind, id }: Target, members: Map<number, NoticeReason>) {
  const say = kind === 'say' ? await findCommentedSay(trx, id) : undefined;
  if (!say || maySeeSay(null, say) || members.size === 0) return members;
  const people = await listCommentAuthors(trx, [...members.keys()]);
  const readers = new Set(people.filter((person) => maySeeSay(person, say)).map((person) => person.id));
  return new Map([...members].filter(([userId]) => readers.has(userId)));
}

function publishEvent(trx: Trx, target: Target, { id, authorId }: Counted, type: string) {
  const events = [{ topic: topicOf(target), type, id }];
  if (target.kind === 'say') events.push({ topic: 'says', type: 'say-changed', id: target.id });
  return publishChange(trx, { events, tags: tagsOf(target, authorId), onlyAdds: type === 'comment' });
}
