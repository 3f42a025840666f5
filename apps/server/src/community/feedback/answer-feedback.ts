import type { adminFeedback } from '@mojian/contract/community/feedback-admin';
import { isBlank } from '@mojian/contract/platform/blank';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import { noticeKinds } from '@mojian/contract/platform/rules';
import { recordAct } from '../../core/audit/audit.ts';
import { notify } from '../../core/notices/notify.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { each } from '../../platform/http/batch.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import * as queries from './admin-feedback.queries.ts';

type Answer = Input<typeof adminFeedback.answer>['body'];
type Batch = Input<typeof adminFeedback.act>['body'];
type Row = NonNullable<Awaited<ReturnType<typeof queries.findFeedback>>>;

/**
 * Answers feedback, settles it, or both; whoever wrote it is told.
 * @throws Failure not-found; stale when somebody else answered meanwhile; invalid-input for an answer of no words that settles nothing.
 */
export async function answerFeedback(db: Db, viewer: Viewer, { id, version, answer, settles }: Answer) {
  if (isBlank(answer) && !settles) throw new Failure('invalid-input', '请写下答复', 'answer');
  await db.transaction().execute(async (trx) => {
    const before = await require(trx, id);
    const settledAt = settles ? (before.settledAt ?? Date.now()) : null;
    await keep(trx, viewer, { ...before, version }, { answer, settledAt });
    await tell(trx, before, answer);
  });
}

/** Settles each of them without words, of which its author is told, or opens it again. */
export function actOnFeedback(db: Db, viewer: Viewer, { ids, act }: Batch) {
  return each(ids, (id) =>
    db.transaction().execute(async (trx) => {
      const before = await require(trx, id);
      const isSettled = before.settledAt !== null;
      if (isSettled === (act === 'settle')) throw new Failure('already-done');
      await keep(trx, viewer, before, { answer: before.answer, settledAt: isSettled ? null : Date.now() });
      if (act === 'settle') await tell(trx, before, '');
    }),
  );
}

async function require(trx: Trx, id: number) {
  const found = await queries.findFeedback(trx, id);
  if (!found) throw new Failure('not-found', '没有这条反馈', 'id');
  return found;
}

type Answered = { answer: string; settledAt: number | null };

async function keep(trx: Trx, viewer: Viewer, before: Row, after: Answered) {
  if (!(await queries.keepAnswer(trx, before, after))) throw new Failure('stale');
  const { answer, settledAt } = before;
  const subject = `feedback:${before.id}`;
  await recordAct(trx, viewer, { act: 'feedback.answer', subject, before: { answer, settledAt }, after });
}

async function tell(trx: Trx, { id, userId, title }: Row, answer: string) {
  await notify(trx, {
    ...{ userId, actorId: null, kind: noticeKinds.system, subject: `answer feedback:${id}`, link: '' },
    title: '你的反馈有新的答复',
    text: answer === '' ? `「${title}」已经解决了，谢谢你告诉我们。` : `「${title}」\n${answer}`,
  });
}
