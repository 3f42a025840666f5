import type { Db } from '../db/schema.ts';
import { deleteOld } from './wechat.queries.ts';

/** Longer than a message can be sent again: older signatures are refused. */
const remembered = 30 * 60_000;

/** Frees the codes whose time is over, and forgets messages that cannot come again. */
export function dropOldWechat(db: Db, now = Date.now()) {
  return deleteOld(db, now, now - remembered);
}
