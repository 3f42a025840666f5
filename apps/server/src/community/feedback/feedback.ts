import { createHash } from 'node:crypto';
import type { adminFeedback, FeedbackRow } from '@mojian/contract/community/feedback';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import { shortened } from '@mojian/contract/platform/format';
import { feedbackTypes, isBlank, noticeKinds } from '@mojian/contract/platform/rules';
import { cleanText } from '@mojian/markdown/text';
import type { Insertable } from 'kysely';
import { raiseAlert } from '../../core/alerts/raise-alert.ts';
import { recordAct } from '../../core/audit/audit.ts';
import { findAccount } from '../../core/identity/accounts.ts';
import { deleteNoticesOf, notify } from '../../core/notices/notify.ts';
import { notifyOwners } from '../../core/notices/notify-many.ts';
import { isoTime } from '../../platform/dates.ts';
import { contains, countRows } from '../../platform/db/conditions.ts';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';
import { each } from '../../platform/http/batch.ts';
import { inPages, sliceOf } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { addTry } from '../../platform/limits/limits.ts';

type Feedback = { type: 1 | 2; title: string; content: string };

const noticeLength = 200;
/** Seconds within which an identical text counts as a double click. */
const twiceWithin = 60;

/** Stores feedback and notifies the owner; an identical text within a minute is stored once. */
export async function sendFeedback(db: Db, userId: number, { type, title, content }: Feedback) {
  const words = { type, title: cleanText(title).replaceAll(/\s+/g, ' '), content: cleanText(content) };
  await db.transaction().execute((trx) => insert(trx, userId, words));
}

async function insert(trx: Trx, userId: number, feedback: Feedback) {
  const words = createHash('sha256').update(JSON.stringify(feedback)).digest('base64url');
  if ((await addTry(trx, `feedback ${userId} ${words}`, twiceWithin)).hits > 1) return;
  const id = await insertFeedback(trx, { ...feedback, userId, createdAt: Date.now(), settledAt: null });
  const kind = feedback.type === feedbackTypes.wish ? '建议' : '问题';
  const nickname = (await findAccount(trx, userId))?.nickname ?? '';
  const text = `${nickname} 提了一个${kind}：${feedback.title}\n${feedback.content}`;
  await notifyOwners(trx, {
    actorId: userId,
    subject: `feedback:${id}`,
    title: feedback.title,
    text: shortened(text, noticeLength),
    link: '',
  });
  await raiseAlert(trx, { event: 'reports', title: `新的${kind}`, text, link: '/admin/feedback' });
}

type Answer = Input<typeof adminFeedback.answer>['body'];
type Batch = Input<typeof adminFeedback.act>['body'];
type StoredFeedback = NonNullable<Awaited<ReturnType<typeof findFeedback>>>;

/**
 * Answers feedback, settles it, or both, and notifies its author. @throws Failure not-found; stale when somebody else
 * answered meanwhile; invalid-input for an empty answer that settles nothing.
 */
export async function answerFeedback(db: Db, viewer: Viewer, { id, version, answer, settles }: Answer) {
  if (isBlank(answer) && !settles) throw new Failure('invalid-input', '请写下答复', 'answer');
  await db.transaction().execute(async (trx) => {
    const before = await require(trx, id);
    const settledAt = settles ? (before.settledAt ?? Date.now()) : null;
    await recordAnswer(trx, viewer, { ...before, version }, { answer, settledAt });
    await notifySender(trx, before, answer);
  });
}

/** Settles without an answer, notifying the author, or reopens. */
export function actOnFeedback(db: Db, viewer: Viewer, { ids, act }: Batch) {
  return each(ids, (id) =>
    db.transaction().execute(async (trx) => {
      const before = await require(trx, id);
      const isSettled = before.settledAt !== null;
      if (isSettled === (act === 'settle')) throw new Failure('already-done');
      await recordAnswer(trx, viewer, before, { answer: before.answer, settledAt: isSettled ? null : Date.now() });
      if (act === 'settle') await notifySender(trx, before, '');
    }),
  );
}

async function require(trx: Trx, id: number) {
  const found = await findFeedback(trx, id);
  if (!found) throw new Failure('not-found', '没有这条反馈', 'id');
  return found;
}

type Answered = { answer: string; settledAt: number | null };

async function recordAnswer(trx: Trx, viewer: Viewer, before: StoredFeedback, after: Answered) {
  if (!(await storeFeedbackAnswer(trx, before, after))) throw new Failure('stale');
  const { answer, settledAt } = before;
  const subject = `feedback:${before.id}`;
  await recordAct(trx, viewer, { act: 'feedback.answer', subject, before: { answer, settledAt }, after });
}

async function notifySender(trx: Trx, { id, userId, title }: StoredFeedback, answer: string) {
  await notify(trx, {
    userId,
    actorId: null,
    kind: noticeKinds.system,
    subject: `answer feedback:${id}`,
    link: '',
    title: '你的反馈有新的答复',
    text: answer === '' ? `「${title}」已经解决了，谢谢你告诉我们。` : `「${title}」\n${answer}`,
  });
}

type Row = Awaited<ReturnType<typeof listFeedback>>[number];

const hidden = '••••';

/** Lists feedback; masked for the demo account. */
export async function listFeedbackForOffice(db: Db, viewer: Viewer, query: Input<typeof adminFeedback.list>['query']) {
  const [rows, total] = await Promise.all([listFeedback(db, query, sliceOf(query)), countFeedback(db, query)]);
  return inPages(
    rows.map((row) => present(viewer.role === 'demo' ? { ...row, title: hidden, content: hidden, answer: '' } : row)),
    total,
    query,
  );
}

function present({ userId, nickname, avatar, createdAt, settledAt, ...row }: Row): FeedbackRow {
  return {
    ...row,
    author: { id: userId, nickname, avatar },
    createdAt: isoTime(createdAt),
    settledAt: settledAt === null ? null : isoTime(settledAt),
  };
}

async function insertFeedback(trx: Trx, feedback: Insertable<Schema['feedback']>) {
  const { id } = await trx.insertInto('feedback').values(feedback).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Erases up to `most` of a member's feedback with the owners' notices of it, and returns how many there were. */
export async function eraseFeedback(trx: Trx, userId: number, most: number) {
  const some = trx.selectFrom('feedback').select('id').where('userId', '=', userId).limit(most);
  const rows = await trx.deleteFrom('feedback').where('id', 'in', some).returning('id').execute();
  await deleteNoticesOf(
    trx,
    rows.map(({ id }) => `feedback:${id}`),
  );
  return rows.length;
}

type FeedbackFilter = { state: 'open' | 'settled' | 'all'; type: 'all' | '1' | '2'; text: string };

const filtered = (db: Db, { state, type, text }: FeedbackFilter) =>
  db
    .selectFrom('feedback')
    .$if(state === 'open', (rows) => rows.where('feedback.settledAt', 'is', null))
    .$if(state === 'settled', (rows) => rows.where('feedback.settledAt', 'is not', null))
    .$if(type !== 'all', (rows) => rows.where('feedback.type', '=', Number(type)))
    .$if(text !== '', (rows) =>
      rows.where(({ or }) => or([contains('feedback.title', text), contains('feedback.content', text)])),
    );

function listFeedback(db: Db, filter: FeedbackFilter, { limit, offset }: { limit: number; offset: number }) {
  return filtered(db, filter)
    .innerJoin('users', 'users.id', 'feedback.userId')
    .selectAll('feedback')
    .select(['users.nickname', 'users.avatar'])
    .orderBy('feedback.createdAt', 'desc')
    .orderBy('feedback.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

function countFeedback(db: Db, filter: FeedbackFilter) {
  return countRows(filtered(db, filter));
}

function findFeedback(trx: Trx, id: number) {
  return trx.selectFrom('feedback').selectAll().where('id', '=', id).executeTakeFirst();
}

/** False when the version changed concurrently. */
async function storeFeedbackAnswer(
  trx: Trx,
  { id, version }: { id: number; version: number },
  answered: { answer: string; settledAt: number | null },
) {
  const { numUpdatedRows } = await trx
    .updateTable('feedback')
    .set({ ...answered, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
