import type { Comment, CommentThread, comments } from '@mojian/contract/community/comments';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import { checkCommentText, renderComment } from '../../content/text/comment-text.ts';
import { announceWriting } from '../../core/alerts/announce.ts';
import { type Judgement, judge, judgeRendered, type Said } from '../../core/moderation/judge.ts';
import { requireFeature } from '../../core/settings/features.ts';
import { findOwnPictures } from '../../core/uploads/uploads.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Caller, Role, Viewer } from '../../platform/http/viewer.ts';
import { deviceOf, placeOf } from '../../platform/places/places.ts';
import { requireQuote, storePassage } from '../highlights/passages.ts';
import { keepReportedText } from '../reports/reports.ts';
import { maySeeSay } from '../says/says.policy.ts';
import { commentLink, findTarget, type Target } from './comment-target.ts';
import { maySeeHeld, whyNotEdit } from './comments.policy.ts';
import { findComment, findCommentedSay, type Row } from './comments.queries.ts';
import { presentComments, presentThreads } from './list-comments.ts';
import { findMentioned } from './mentions.ts';
import { publishComment, publishEdit, repliedToGone, unpublishForReview } from './publish-comment.ts';
import {
  findSentComment,
  findTwin,
  insertComment,
  lockComment,
  type NewComment,
  updateText,
} from './writing.queries.ts';

type Deps = { db: Db; siteUrl: string };
type Writer = Caller & { viewer: Viewer };
type CommentInput = Input<typeof comments.post>['body'];

/**
 * Posts a comment or a reply and returns it as its author sees it. A repeated `key` returns the first comment again.
 * @throws Failure naming `text`, `pictures` or `replyTo`; not-found for a target the member may not see.
 */
export async function postComment(deps: Deps, writer: Writer, input: CommentInput): Promise<CommentThread> {
  const { db } = deps;
  const { viewer } = writer;
  const target = await findTarget(db, viewer, input);
  if (target.commenting === 'closed') throw new Failure('not-allowed', '评论已关闭', 'articleId');
  const sent = input.key ? await findSentComment(db, viewer.id, input.key) : undefined;
  const id = sent ?? (await create(deps, writer, target, input));

  const row = await findComment(db, id);
  const [thread] = await presentThreads(db, { viewer, target }, row ? [row] : []);
  if (!thread) throw new Failure('gone');
  return thread;
}

async function create({ db, siteUrl }: Deps, writer: Writer, target: Target, input: CommentInput) {
  const { viewer } = writer;
  const text = checkCommentText(input.text);
  const repliedTo = input.replyTo === undefined ? undefined : await findRepliedTo(db, target, input.replyTo);
  const quote = input.quote && (await requireOwnQuote(db, viewer, target, input));
  const pictures = await findOwnPictures(db, viewer.id, input.pictures);
  const judged = await judgeComment({ db, siteUrl }, { authorId: viewer.id, role: viewer.role }, text);
  const comment = await newComment(writer, { target, repliedTo, judged, sendKey: input.key });
  return db.transaction().execute(async (trx) => {
    const passageId = quote && (await storePassage(trx, target.id, quote));
    return insertNew(trx, target, { ...comment, authorId: viewer.id, pictures: JSON.stringify(pictures), passageId });
  });
}

type Written = { target: Target; repliedTo: Row | undefined; judged: EditedText; sendKey: string | undefined };

/** Row of a new comment, but for its author. */
export async function newComment(
  { address, agent }: Pick<Caller, 'address' | 'agent'>,
  { target, repliedTo, judged, sendKey }: Written,
) {
  return {
    articleId: target.kind === 'article' ? target.id : null,
    sayId: target.kind === 'say' ? target.id : null,
    parentId: repliedTo ? (repliedTo.parentId ?? repliedTo.id) : null,
    replyToId: repliedTo?.id ?? null,
    text: judged.text,
    html: judged.html,
    place: await placeOf(address),
    device: deviceOf(agent),
    state: judged.state,
    reasons: JSON.stringify(judged.reasons),
    sendKey: sendKey || null,
    createdAt: Date.now(),
    removedAt: null,
  };
}

/** Finds the sentence a thought is about. @throws Failure naming `quote` for a reply and for a say */
async function requireOwnQuote(db: Db, viewer: Viewer, target: Target, { quote, replyTo }: CommentInput) {
  await requireFeature(db, 'highlights');
  if (target.kind !== 'article') throw new Failure('invalid-input', '只有文章里的句子可以写想法', 'quote');
  if (replyTo !== undefined) throw new Failure('invalid-input', '回复不能再带一句原文', 'quote');
  return quote && requireQuote(db, { viewer }, target.id, quote);
}

/** Author of a comment, as `judge` takes it. `mentions`: false where an @ calls nobody. */
export type CommentAuthor = Omit<Said, 'text' | 'isComment' | 'role'> & { role: Role; mentions?: false };

/** Judges a text by its source and as it is rendered. */
export async function judgeComment(
  { db, siteUrl }: Deps,
  { mentions, ...author }: CommentAuthor,
  text: string,
): Promise<EditedText> {
  const judged = await judge(db, { ...author, text, isComment: true });
  const mentioned = mentions === false ? [] : await findMentioned(db, judged.text);
  const html = await renderComment(judged.text, mentioned, siteUrl);
  return { ...(await judgeRendered(db, judged, { html, role: author.role })), html };
}

/** Milliseconds in which the same words, sent without a key, count as sent once. */
const repeatMs = 5000;

/** Stores a comment, once if it was sent twice, and publishes it unless it is held. Returns its id. */
export async function insertNew(trx: Trx, target: Target, comment: NewComment) {
  const twin = comment.sendKey === null ? await findTwin(trx, comment, comment.createdAt - repeatMs) : undefined;
  if (twin !== undefined) return twin;
  const id = await insertComment(trx, comment);
  if (id === undefined) return (await findSentComment(trx, comment.authorId, comment.sendKey ?? '')) ?? 0;
  const { authorId, parentId = null, replyToId = null, html = '' } = comment;
  if (comment.state === 'shown') await publishComment(trx, target, { id, authorId, parentId, replyToId, html });
  await announce(trx, target, { ...comment, state: comment.state ?? 'shown', id });
  return id;
}

type Announced = { id: number; authorId: number; state: 'shown' | 'held'; text: string };

/** Tells the staff of a comment that others may read, or could once it is released. */
async function announce(trx: Trx, target: Target, { id, authorId, state, text }: Announced) {
  const isOpen = target.kind === 'article' || (await isOnPublicSay(trx, target.id));
  if (isOpen) await announceWriting(trx, { kind: 'comment', state, authorId, text, link: commentLink(target, id) });
}

async function isOnPublicSay(trx: Trx, id: number) {
  const say = await findCommentedSay(trx, id);
  return say !== undefined && maySeeSay(null, say);
}

/** @throws Failure for a comment that is elsewhere, held or removed. */
export async function findRepliedTo(db: Db, target: Target, id: number) {
  const repliedTo = await findComment(db, id);
  const isHere = target.kind === 'article' ? repliedTo?.articleId === target.id : repliedTo?.sayId === target.id;
  if (!repliedTo || !isHere || repliedTo.state !== 'shown')
    throw new Failure('not-found', '你回复的评论不存在', 'replyTo');
  if (repliedTo.removedAt !== null) throw repliedToGone();
  return repliedTo;
}

/**
 * Edits one's own comment and returns it as its author sees it. The new text is judged like a new comment, `by` its
 * author; a held comment stays held.
 * @throws Failure not-found for what the member may not see; not-allowed for another's comment, for one with replies, and
 * after a quarter of an hour; naming `text`.
 */
export async function editComment(
  { db, siteUrl }: Deps,
  viewer: Viewer,
  input: Input<typeof comments.edit>['body'],
  by: CommentAuthor = { authorId: viewer.id, role: viewer.role },
): Promise<Comment> {
  const before = requireEditable(viewer, await findComment(db, input.id));
  const target = await findTarget(db, viewer, before);
  if (target.commenting === 'closed') throw new Failure('not-allowed', '评论已关闭', 'id');
  const text = checkCommentText(input.text);
  if (text !== before.text) {
    const judged = await judgeComment({ db, siteUrl }, { ...by, commentId: input.id }, text);
    await db.transaction().execute((trx) => saveEdit(trx, { viewer, target, id: input.id }, judged));
  }
  const row = await findComment(db, input.id);
  const [comment] = await presentComments(db, { viewer, target }, row ? [row] : []);
  if (!comment) throw new Failure('gone');
  return comment;
}

type Edit = { viewer: Viewer; target: Target; id: number };
export type EditedText = Judgement & { html: string };

/** Checks the locked row again: it may have got a reply, or been hidden by staff, meanwhile. */
async function saveEdit(trx: Trx, { viewer, target, id }: Edit, { html, ...judged }: EditedText) {
  const before = requireEditable(viewer, await lockComment(trx, id));
  await keepReportedText(trx, 'comment', before);
  const state = before.state === 'held' ? 'held' : judged.state;
  const reasons = [...new Set([...(JSON.parse(before.reasons) as string[]), ...judged.reasons])];
  await updateText(trx, id, {
    text: judged.text,
    html,
    state,
    reasons: JSON.stringify(state === 'held' ? reasons : []),
    editedAt: Date.now(),
  });
  if (before.state === 'held') return;
  const after = { ...before, html };
  await (state === 'shown' ? publishEdit(trx, target, before, after) : unpublishForReview(trx, target, before, after));
  if (state === 'held') await announce(trx, target, { id, authorId: before.authorId, state, text: judged.text });
}

function requireEditable(viewer: Viewer, comment: Row | undefined) {
  const isSeen = comment?.removedAt === null && (comment.state === 'shown' || maySeeHeld(viewer, comment));
  if (!comment || !isSeen) throw new Failure('not-found', '评论不存在或已被删除', 'id');
  if (comment.authorId !== viewer.id) throw new Failure('not-allowed', '只能编辑自己的评论', 'id');
  const why = whyNotEdit(comment);
  if (why) throw new Failure('not-allowed', why, 'id');
  return comment;
}
