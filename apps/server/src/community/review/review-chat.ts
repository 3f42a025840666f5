import { Failure } from '@mojian/contract/platform/failures';
import type { Recording } from '../../core/audit/audit.ts';
import { releaseHeld } from '../../chat/messages/release-chat.ts';
import { takeAway } from '../../chat/messages/take-away.ts';
import { chinaTime } from '../../platform/china-day.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { type ExcerptLine, readExcerpt } from '../reports/excerpt.ts';
import { settleReportsOf } from '../reports/settle-reports.ts';
import type { Search } from '../../platform/search/search.ts';
import { pokeFeed } from '../../platform/stream/hub.ts';
import * as queries from './review.queries.ts';

type Parts = { db: Db; search: Search };
type Held = Awaited<ReturnType<typeof queries.listHeldChat>>[number];
type Reported = Awaited<ReturnType<typeof queries.listChatReports>>[number];

/** What of the chat waits for a decision: held messages of the group, and what members reported, with what they handed over. */
export async function listChatWaiting(db: Db, limit: number): Promise<string[][]> {
  const [held, reports] = await Promise.all([queries.listHeldChat(db, limit), queries.listChatReports(db, limit)]);
  return [...held.map(describeHeld), ...reports.map(describeReport)];
}

function describeHeld({ id, nickname, place, text, picture, reasons }: Held) {
  const shown = [text, picture && (JSON.parse(picture) as { url: string }).url].filter(Boolean);
  const why = (JSON.parse(reasons) as string[]).join('、');
  return [`消息 ${id}　${nickname}${place && `（${place}）`}`, ...shown, `原因：${why}`];
}

function describeReport({ id, chatMessageId, kind, state, nickname, reason, excerpt }: Reported) {
  const room = kind === 'private' ? '私聊' : '公共聊天室';
  const isGone = state !== 'shown' && state !== 'held';
  const lines = readExcerpt(excerpt).map((line) => describeLine(line, line.id === chatMessageId));
  return [
    `举报 ${id}　${room}的消息 ${chatMessageId ?? ''}${isGone ? '（已撤回或移除）' : ''}`,
    ...lines,
    `${nickname}的理由：${reason}`,
  ];
}

function describeLine({ sender, senderId, text, picture, createdAt }: ExcerptLine, isReported: boolean) {
  const said = [text, picture].filter(Boolean).join(' ');
  return `${isReported ? '→' : '　'} ${chinaTime(Date.parse(createdAt))} ${sender}（${senderId}）：${said}`;
}

/** @throws Failure not-found for one that is not held. */
export async function releaseChatMessage(parts: Parts, id: number, record?: Recording) {
  await releaseHeld(parts, id, async (trx) => {
    await tellProcesses(trx);
    await record?.(trx);
  });
}

/**
 * Removes a message of the group, held or shown.
 * @throws Failure not-found for one that is not there, which one of a private room is not.
 */
export async function removeGroupMessage({ db, search }: Parts, id: number, record?: Recording) {
  if (!(await queries.isInGroup(db, id))) throw new Failure('not-found', '公共聊天室里没有这条消息', 'id');
  await db.transaction().execute((trx) => remove(trx, search, id, record));
}

/**
 * Removes what a report is about, wherever it was said: a report is the only way for the staff to reach into a private
 * room. All reports of it are settled.
 * @throws Failure not-found for a report that is settled or not of the chat.
 */
export async function removeReported({ db, search }: Parts, reportId: number, record?: Recording) {
  const report = await queries.findReportedChat(db, reportId);
  if (!report?.chatMessageId) throw new Failure('not-found', '没有等待处理的这份聊天举报', 'id');
  const id = report.chatMessageId;
  await db.transaction().execute((trx) => remove(trx, search, id, record));
}

async function remove(trx: Trx, search: Search, id: number, record?: Recording) {
  await takeAway(trx, search, id, 'removed');
  await settleReportsOf(trx, 'chatMessageId', id);
  await tellProcesses(trx);
  await record?.(trx);
}

/** The command runs beside the site: through the outbox the site's own processes hear that there is something new. */
function tellProcesses(trx: Trx) {
  return enqueue(trx, pokeFeed, {});
}
