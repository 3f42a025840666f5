import type { CommentThread } from '@mojian/contract/community/comments';
import { Failure } from '@mojian/contract/platform/failures';
import { judge } from '../../core/moderation/judge.ts';
import { findPictures } from '../../core/uploads/uploads.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Caller, Viewer } from '../../platform/http/viewer.ts';
import { deviceOf, placeOf } from '../../platform/places/places.ts';
import { answeredIsGone, appear } from './appear.ts';
import { findTarget, type Target } from './comment-target.ts';
import { checkText, renderComment } from './comment-text.ts';
import { findComment } from './comments.queries.ts';
import { presentThreads } from './list-comments.ts';
import { findMentioned } from './mentions.ts';
import { findSent, findTwin, insertComment, type NewComment } from './writing.queries.ts';

type Parts = { db: Db; siteUrl: string };
type Writer = Caller & { viewer: Viewer };

export type CommentDraft = {
  articleId?: number | undefined;
  sayId?: number | undefined;
  text: string;
  /** Addresses of pictures the writer uploaded. */
  pictures?: string[] | undefined;
  replyTo?: number | undefined;
  key?: string | undefined;
};

/**
 * Writes a comment on an article or a say, or a reply, and answers it as its writer sees it. What the same member sent
 * with the same `key` before is answered again and not written twice.
 * @throws Failure blaming `text`, `pictures` or `replyTo`; not-found for a target the member may not see.
 */
export async function postComment(parts: Parts, writer: Writer, draft: CommentDraft): Promise<CommentThread> {
  const { db } = parts;
  const { viewer } = writer;
  const target = await findTarget(db, viewer, draft);
  if (target.commenting === 'closed') throw new Failure('not-allowed', '这篇文章的评论已关闭', 'articleId');
  const sent = draft.key ? await findSent(db, viewer.id, draft.key) : undefined;
  const id = sent ?? (await write(parts, writer, target, draft));

  const row = await findComment(db, id);
  const [thread] = await presentThreads(db, { viewer, target }, row ? [row] : []);
  if (!thread) throw new Failure('gone');
  return thread;
}

async function write({ db, siteUrl }: Parts, writer: Writer, target: Target, draft: CommentDraft) {
  const { viewer, address, agent } = writer;
  const text = checkText(draft.text);
  const answered = draft.replyTo === undefined ? undefined : await findAnswered(db, target, draft.replyTo);
  const pictures = await findPictures(db, viewer.id, draft.pictures ?? []);
  const judged = await judge(db, { text, authorId: viewer.id, role: viewer.role, isComment: true });
  const comment: NewComment = {
    articleId: target.kind === 'article' ? target.id : null,
    sayId: target.kind === 'say' ? target.id : null,
    parentId: answered ? (answered.parentId ?? answered.id) : null,
    replyToId: answered?.id ?? null,
    authorId: viewer.id,
    text: judged.text,
    html: await renderComment(judged.text, await findMentioned(db, judged.text), siteUrl),
    pictures: JSON.stringify(pictures),
    place: await placeOf(address),
    device: deviceOf(agent),
    state: judged.state,
    reasons: JSON.stringify(judged.reasons),
    sendKey: draft.key || null,
    createdAt: Date.now(),
    removedAt: null,
  };
  return db.transaction().execute((trx) => keep(trx, target, comment));
}

/** What is sent without a key is known by its words: the same within so long was sent by mistake. */
const twinMillis = 5000;

async function keep(trx: Trx, target: Target, comment: NewComment) {
  const twin = comment.sendKey === null ? await findTwin(trx, comment, comment.createdAt - twinMillis) : undefined;
  if (twin !== undefined) return twin;
  const id = await insertComment(trx, comment);
  if (id === undefined) return (await findSent(trx, comment.authorId, comment.sendKey ?? '')) ?? 0;
  const { authorId, parentId = null, replyToId = null, html = '' } = comment;
  if (comment.state === 'shown') await appear(trx, target, { id, authorId, parentId, replyToId, html });
  return id;
}

/** The comment to be answered: it must stand here, for all to see. */
async function findAnswered(db: Db, target: Target, id: number) {
  const answered = await findComment(db, id);
  const stands = target.kind === 'article' ? answered?.articleId === target.id : answered?.sayId === target.id;
  if (!answered || !stands || answered.state !== 'shown')
    throw new Failure('not-found', '你回复的评论不存在', 'replyTo');
  if (answered.removedAt !== null) throw answeredIsGone();
  return answered;
}
