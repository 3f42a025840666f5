import { Failure } from '@mojian/contract/failures';
import { noticeKinds } from '@mojian/contract/rules';
import type { Db, Trx } from '../db/schema.ts';
import { notify } from '../notices/notify.ts';
import { contentOf } from './content.ts';
import * as queries from './drafts.queries.ts';
import { type Parts, publishContent } from './publish-content.ts';
import * as waiting from './waiting.queries.ts';

const longestReason = 500;

/** What waits for review, the oldest first. `isChange`: readers see an earlier text of it. */
export async function listHandedIn(db: Db, limit: number) {
  const rows = await waiting.listHandedIn(db, limit);
  return rows.map(({ state, ...row }) => ({ ...row, isChange: state === 'published' }));
}

/**
 * Publishes what was handed in, and tells its author. `reviewerId`: who decides, if a member does.
 * @throws Failure not-found when nothing of this number waits; stale when its author takes it back at this moment.
 */
export async function approveArticle(parts: Parts, id: number, reviewerId: number | null = null) {
  const article = await findWaiting(parts.db, id);
  const content = await contentOf(parts.db, article);
  const told = { title: '文章通过了审核', text: content.title, link: `/article/${id}` };
  const also = (trx: Trx) => tellAuthor(trx, article, { ...told, actorId: reviewerId });
  return publishContent(parts, { article, content, time: null, also });
}

/**
 * Gives it back with the reason. Its author may change it and hand it in again; what readers see stays.
 * @throws Failure as approveArticle; invalid-input without a reason.
 */
export async function refuseArticle(db: Db, id: number, given: string, reviewerId: number | null = null) {
  const reason = given.trim();
  if (reason === '') throw new Failure('invalid-input', '请写下原因', 'reason');
  if (reason.length > longestReason) throw new Failure('invalid-input', `原因不能超过 ${longestReason} 个字`, 'reason');
  const article = await findWaiting(db, id);
  await db.transaction().execute((trx) => refuse(trx, article, { reason, reviewerId }));
}

async function refuse(
  trx: Trx,
  article: queries.WithDraft,
  { reason, reviewerId }: { reason: string; reviewerId: number | null },
) {
  const { id, version, state } = article;
  if (!(await queries.raiseVersion(trx, id, version))) throw new Failure('stale');
  await queries.changeDraft(trx, id, { submittedAt: null, refusal: reason });
  if (state !== 'published') await queries.changeArticle(trx, id, { state: 'refused' });
  const title = '文章没有通过审核';
  const { title: name } = await contentOf(trx, article);
  await tellAuthor(trx, article, {
    title,
    text: `《${name}》：${reason}`,
    link: `/newposts?id=${id}`,
    actorId: reviewerId,
  });
}

async function findWaiting(db: Db, id: number) {
  const article = await queries.findWithDraft(db, id);
  if (!article || article.submittedAt === null || article.removedAt !== null)
    throw new Failure('not-found', '没有等待审核的这篇文章', 'id');
  return article;
}

type Told = { title: string; text: string; link: string; actorId: number | null };

function tellAuthor(trx: Trx, { id, authorId }: queries.WithDraft, told: Told) {
  return notify(trx, { ...told, userId: authorId, kind: noticeKinds.system, subject: `draft:${id}` });
}
