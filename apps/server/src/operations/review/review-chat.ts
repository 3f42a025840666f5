import { type ExcerptLine, readExcerpt } from '../../community/reports/reports.ts';
import { chinaTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import * as queries from './review.queries.ts';

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
