import { Failure } from '@mojian/contract/platform/failures';
import { settleReportsOf } from '../../community/reports/reports.ts';
import type { Recording } from '../../core/audit/audit.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import type { Search } from '../../platform/search/search.ts';
import { pokeFeed } from '../../platform/stream/hub.ts';
import * as queries from './moderating.queries.ts';
import { releaseHeld } from './release-chat.ts';
import { takeAway } from './take-away.ts';

type Parts = { db: Db; search: Search };

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
