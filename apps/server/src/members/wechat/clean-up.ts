import type { Db } from '../../platform/db/schema.ts';
import { deleteOldMessages } from './wechat.queries.ts';

/** Longer than WeChat repeats a message: older signatures are refused. */
const remembered = 30 * 60_000;

/** Deletes expired codes and messages that cannot be repeated any more. */
export function dropOldWechat(db: Db, now = Date.now()) {
  return deleteOldMessages(db, now, now - remembered);
}
