import { Failure } from '@mojian/contract/platform/failures';
import { noticeKinds } from '@mojian/contract/platform/rules';
import { notify } from '../../core/notices/notify.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { contentOf } from './content.ts';
import * as queries from './drafts.queries.ts';
import { type Parts, publishContent } from './publish-content.ts';
import * as waiting from './waiting.queries.ts';

const longestReason = 500;

/** `reviewerId`: who decides, if a member does. `from`: the version that was read. `also`: done in the same transaction. */
type Decision = { reviewerId?: number; from?: number; also?: (trx: Trx) => Promise<unknown> };

/** What waits for review, the oldest first. `isChange`: readers see an earlier text of it. */
export async function listHandedIn(db: Db, limit: number) {
  const rows = await waiting.listHandedIn(db, limit);
  return rows.map(({ state, ...row }) => ({ ...row, isChange: state === 'published' }));
}

/**
 * Publishes what was handed in, and tells its author.
 * @throws Failure not-found when nothing of this number waits; stale when it is no longer the text that was read.
 */
export async function approveArticle(parts: Parts, id: number, { reviewerId, from, also }: Decision = {}) {
  const article = await findWaiting(parts.db, id, from);
  const content = await contentOf(parts.db, article);
  const told = { title: '文章通过了审核', text: content.title, link: `/article/${id}` };
  const tellAndMore = async (trx: Trx) => {
    await tellAuthor(trx, article, { ...told, actorId: reviewerId ?? null });
    await also?.(trx);
  };
  return publishContent(parts, { article, content, time: null, also: tellAndMore });
}

/**
 * Gives it back with the reason. Its author may change it and hand it in again; what readers see stays.
 * @throws Failure as approveArticle; invalid-input without a reason.
 */
export async function refuseArticle(db: Db, id: number, given: string, decision: Decision = {}) {
  const reason = given.trim();
  if (reason === '') throw new Failure('invalid-input', '请写下原因', 'reason');
  if (reason.length > longestReason) throw new Failure('invalid-input', `原因不能超过 ${longestReason} 个字`, 'reason');
  const article = await findWaiting(db, id, decision.from);
  await db.transaction().execute(async (trx) => {
    await refuse(trx, article, { reason, reviewerId: decision.reviewerId ?? null });
    await decision.also?.(trx);
  });
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

/** @throws Failure not-found; stale when it is not at the version `from`. */
export async function findWaiting(db: Db, id: number, from?: number) {
  const article = await queries.findWithDraft(db, id);
  if (!article || article.submittedAt === null || article.removedAt !== null)
    throw new Failure('not-found', '没有等待审核的这篇文章', 'id');
  if (from !== undefined && article.version !== from) throw new Failure('stale', '这篇文章刚有变化，请刷新后再看');
  return article;
}

type Told = { title: string; text: string; link: string; actorId: number | null };

function tellAuthor(trx: Trx, { id, authorId }: queries.WithDraft, told: Told) {
  return notify(trx, { ...told, userId: authorId, kind: noticeKinds.system, subject: `draft:${id}` });
}
