import type { Db, Trx } from '../../platform/db/schema.ts';
import { deleteCodesOf, deleteOld } from './wechat.queries.ts';

/** Longer than a message can be sent again: older signatures are refused. */
const remembered = 30 * 60_000;

/** Frees the codes whose time is over, and forgets messages that cannot come again. */
export function dropOldWechat(db: Db, now = Date.now()) {
  return deleteOld(db, now, now - remembered);
}

/** Ends logins of a member that were answered and not collected yet. */
export function dropCodesOf(trx: Trx, userId: number) {
  return deleteCodesOf(trx, userId);
}
