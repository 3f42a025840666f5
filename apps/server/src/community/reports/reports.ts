import { Failure } from '@mojian/contract/platform/failures';
import { shortened } from '@mojian/contract/platform/format';
import { dayLength } from '@mojian/contract/platform/time';
import { announceWaiting } from '../../core/alerts/announce.ts';
import type { Recording } from '../../core/audit/audit.ts';
import { findAccount } from '../../core/identity/accounts.ts';
import { type ModeratedWriting, moderate } from '../../core/moderation/moderated-writing.ts';
import { enqueueDrop } from '../../core/uploads/drop-picture.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { addTry } from '../../platform/limits/limits.ts';
import * as queries from './reports.queries.ts';

type Reportable = Pick<ModeratedWriting<{ id: number }>, 'kind' | 'find' | 'refusals'>;

/**
 * Reports a text to the staff, once for each member until it is settled.
 * @throws Failure not-found for one the member may not see; invalid-input for their own.
 */
export function reportWriting(
  db: Db,
  viewer: Viewer,
  { kind, find, refusals }: Reportable,
  { id, reason }: { id: number; reason: string },
) {
  return db.transaction().execute(async (trx) => {
    const writing = await find(trx, viewer, id);
    if (writing.authorId === viewer.id) throw new Failure('invalid-input', refusals.own, 'id');
    await addReport(trx, { kind, id, reporterId: viewer.id, reason }, writing);
  });
}

/**
 * Stores a report once for each member; one that was settled gives way to their new one. Staff are notified of the first
 * open report of a text only.
 */
export async function addReport(trx: Trx, report: queries.Report, { text }: { text: string }) {
  const subject = `report ${queries.reportColumns[report.kind]}:${report.id}`;
  // locks a row until the commit, so that one of two concurrent reports sees the other
  await addTry(trx, subject, 60);
  await dropChatPictures(trx, await queries.deleteSettled(trx, report));
  if (!(await queries.insertReport(trx, report))) return;
  if ((await queries.countOpen(trx, report)) > 1) return;
  const words = `理由：${report.reason}\n「${shortened(text, 100)}」`;
  await announceWaiting(trx, {
    what: '举报等处理',
    event: 'reports',
    permission: 'comments.moderate',
    text: words,
    link: '/admin/reports',
    // words of a chat do not leave the site, nor what its reporter quotes of it leaves the site
    outside: report.kind === 'chat' ? '聊天里的一条消息被举报' : words,
  });
}

/**
 * Stores a reported text and its pictures with its reports before its author edits or withdraws it, for the staff to
 * decide on: a line for each picture, the text in the first.
 */
export async function keepReportedText(trx: Trx, kind: 'comment' | 'say', row: ReportedText) {
  const { id, authorId: senderId, text, createdAt } = row;
  const sender = (await findAccount(trx, senderId))?.nickname ?? '';
  const [first = '', ...others] = (JSON.parse(row.pictures) as { url: string }[]).map(({ url }) => url);
  const line = { id, senderId, sender, createdAt: isoTime(createdAt) };
  const excerpt: ExcerptLine[] = [
    { ...line, text, picture: first },
    ...others.map((picture) => ({ ...line, text: '', picture })),
  ];
  await queries.addExcerpt(trx, { kind, id }, JSON.stringify(excerpt));
}

/** Settles the reports of a text that its author deletes for good; what it said stays with them. */
export async function keepReportsOfDeleted(trx: Trx, kind: 'comment' | 'say', row: ReportedText) {
  await keepReportedText(trx, kind, row);
  await queries.detach(trx, { kind, id: row.id });
}

type ReportedText = { id: number; authorId: number; text: string; pictures: string; createdAt: number };

/** Settles all reports of one text. */
export const settleReportsOf = queries.settleOf;

/** Settles a report and leaves the text. @throws Failure not-found for one that is not open. */
export function settleReport(db: Db, id: number, record?: Recording) {
  return moderate(db, record, async (trx) => {
    if (!(await queries.markSettled(trx, id))) throw new Failure('not-found', '没有等待处理的这份举报', 'id');
  });
}

/** @throws Failure not-found for one that is not settled. */
export function reopenReport(db: Db, id: number, record?: Recording) {
  return moderate(db, record, async (trx) => {
    if (!(await queries.reopen(trx, id))) throw new Failure('not-found', '这份举报还没有处理过', 'id');
  });
}

export type ExcerptLine = {
  id: number;
  senderId: number;
  sender: string;
  text: string;
  picture: string;
  createdAt: string;
};

/** Parses an excerpt; empty for reports without one, and after it was deleted. */
export function readExcerpt(excerpt: string): ExcerptLine[] {
  return excerpt === '' ? [] : JSON.parse(excerpt);
}

const retentionDays = 90;
const batchSize = 100;

/**
 * Deletes excerpts ninety days after their reports were settled, with pictures of chats shown nowhere else, as the privacy
 * page says. Pictures of says and comments stay their author's files.
 */
export async function deleteOldExcerpts(db: Db, now = Date.now()) {
  const until = now - retentionDays * dayLength;
  while (await db.transaction().execute((trx) => deleteSome(trx, until)));
}

async function deleteSome(trx: Trx, until: number) {
  const some = await queries.listExcerpts(trx, until, batchSize);
  if (some.length === 0) return false;
  await queries.clearExcerpts(
    trx,
    some.map(({ id }) => id),
  );
  await dropChatPictures(trx, some);
  return true;
}

type FormerExcerpt = Awaited<ReturnType<typeof queries.listExcerpts>>[number];

/** Deletes the pictures of former excerpts of chats that nothing else shows. */
async function dropChatPictures(trx: Trx, former: Omit<FormerExcerpt, 'id'>[]) {
  const chats = former.filter(({ kind }) => kind === 'chat');
  const lines = chats.flatMap(({ excerpt }) => readExcerpt(excerpt));
  for (const { picture, senderId, createdAt } of lines.filter((line) => line.picture !== ''))
    await enqueueDrop(trx, { url: picture, userId: senderId, usedAt: Date.parse(createdAt) });
}
