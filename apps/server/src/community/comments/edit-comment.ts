import type { Comment } from '@mojian/contract/community/comments';
import { Failure } from '@mojian/contract/platform/failures';
import { type Judgement, judge } from '../../core/moderation/judge.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { keepReportedWords } from '../reports/reports.ts';
import { change, comeUnderReview } from './appear.ts';
import { findTarget, type Target } from './comment-target.ts';
import { checkText, renderComment } from './comment-text.ts';
import { maySeeHeld, whyNotEdit } from './comments.policy.ts';
import { findComment, listPeople, type Row } from './comments.queries.ts';
import { findMentioned } from './mentions.ts';
import { presentComments } from './present-comments.ts';
import { lockComment, updateWords } from './writing.queries.ts';

type Words = Judgement & { html: string };

/**
 * Changes the words of a comment of one's own, and answers it as its writer sees it. The new words are judged as if they
 * had been sent anew; what waits to be approved goes on waiting.
 * @throws Failure not-found for what the member may not see; not-allowed for another's, once somebody answered, and after
 * a quarter of an hour; blaming `text`.
 */
export async function editComment(
  { db, siteUrl }: { db: Db; siteUrl: string },
  viewer: Viewer,
  sent: { id: number; text: string },
): Promise<Comment> {
  const before = requireEditable(viewer, await findComment(db, sent.id));
  const target = await findTarget(db, viewer, before);
  if (target.commenting === 'closed') throw new Failure('not-allowed', '这篇文章的评论已关闭', 'id');
  const text = checkText(sent.text);
  if (text !== before.text) {
    const judged = await judge(db, {
      text,
      authorId: viewer.id,
      role: viewer.role,
      isComment: true,
      commentId: sent.id,
    });
    const html = await renderComment(judged.text, await findMentioned(db, judged.text), siteUrl);
    await db.transaction().execute((trx) => reword(trx, { viewer, target, id: sent.id }, { ...judged, html }));
  }
  const row = await findComment(db, sent.id);
  const [comment] = await presentComments(db, { viewer, target }, row ? [row] : []);
  if (!comment) throw new Failure('gone');
  return comment;
}

type Place = { viewer: Viewer; target: Target; id: number };

/** As it stands now: somebody may have answered, or the staff hidden it, since its author began to write. */
async function reword(trx: Trx, { viewer, target, id }: Place, { html, ...judged }: Words) {
  const before = requireEditable(viewer, await lockComment(trx, id));
  const { text: was, createdAt } = before;
  const [author] = await listPeople(trx, [viewer.id]);
  await keepReportedWords(trx, {
    ...{ commentId: id, senderId: viewer.id, sender: author?.nickname ?? '', text: was },
    createdAt: isoTime(createdAt),
  });
  const state = before.state === 'held' ? 'held' : judged.state;
  const reasons = [...new Set([...(JSON.parse(before.reasons) as string[]), ...judged.reasons])];
  const words = { text: judged.text, html, state, reasons: JSON.stringify(state === 'held' ? reasons : []) };
  await updateWords(trx, id, { ...words, editedAt: Date.now() });
  if (before.state === 'held') return;
  const after = { ...before, html };
  await (state === 'shown' ? change(trx, target, before, after) : comeUnderReview(trx, target, before, after));
}

function requireEditable(viewer: Viewer, comment: Row | undefined) {
  const isSeen = comment?.removedAt === null && (comment.state === 'shown' || maySeeHeld(viewer, comment));
  if (!comment || !isSeen) throw new Failure('not-found', '评论不存在或已被删除', 'id');
  if (comment.authorId !== viewer.id) throw new Failure('not-allowed', '只能编辑自己的评论', 'id');
  const why = whyNotEdit(comment);
  if (why) throw new Failure('not-allowed', why, 'id');
  return comment;
}
