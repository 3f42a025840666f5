import { Failure } from '@mojian/contract/platform/failures';
import { chinaTime } from '../../platform/china-day.ts';
import type { Trx } from '../../platform/db/schema.ts';
import { findBar } from './sessions.queries.ts';

/** Refuses who was disabled, kindly: until when, why, and whom to ask. Whoever reads it has proved to be the member. */
export async function requireEnabled(trx: Trx, userId: number, now: number) {
  const bar = await findBar(trx, userId, now);
  if (!bar) return;
  const until = bar.disabledUntil === null ? '' : `，到 ${chinaTime(bar.disabledUntil)} 恢复`;
  throw new Failure(
    'not-allowed',
    `这个账号已停用${until}。原因：${bar.disabledReason}。你写的都还在；有疑问请联系站长。`,
  );
}
