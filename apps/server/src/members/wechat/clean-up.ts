import { dayLength } from '@mojian/contract/platform/time';
import type { Db } from '../../platform/db/schema.ts';
import { deleteOldMessages } from './wechat.queries.ts';
import { deleteWritingsBefore } from './wechat-writings.queries.ts';

/** Longer than WeChat repeats a message: older signatures are refused. */
const remembered = 30 * 60_000;

/** Deletes expired codes, messages that cannot be repeated any more, and writings of yesterday. */
export async function dropOldWechat(db: Db, now = Date.now()) {
  await deleteOldMessages(db, now, now - remembered);
  await deleteWritingsBefore(db, now - dayLength);
}
