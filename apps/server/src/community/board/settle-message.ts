import { Failure } from '@mojian/contract/platform/failures';
import type { Recording } from '../../core/audit/audit.ts';
import { hidden } from '../../core/moderation/judge.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { tell } from '../../platform/stream/hub.ts';
import * as queries from './board.queries.ts';

/**
 * Shows a held message to all. Who may decide so is the caller's to know.
 * @throws Failure not-found for one that is not held.
 */
export function releaseMessage(db: Db, id: number, record?: Recording) {
  return db.transaction().execute(async (trx) => {
    await release(trx, id);
    await record?.(trx);
  });
}

async function release(trx: Trx, id: number) {
  if (!(await queries.markShown(trx, id))) throw new Failure('not-found', '没有等待审核的这条留言', 'id');
  await enqueue(trx, 'drop-pages', { tags: ['board'] });
  await tell(trx, { topic: 'board', type: 'message', id });
}

/**
 * Hides a message from all but its author; released, it is back.
 * @throws Failure not-found for one that is not shown.
 */
export function holdMessage(db: Db, id: number, record?: Recording) {
  return db.transaction().execute(async (trx) => {
    if (!(await queries.markHeld(trx, id, hidden))) throw new Failure('not-found', '没有正在显示的这条留言', 'id');
    await dropMessage(trx, id);
    await record?.(trx);
  });
}

/**
 * Takes a message away, held or shown, and what was reported of it.
 * @throws Failure not-found for one that is not there.
 */
export function removeMessage(db: Db, id: number, record?: Recording) {
  return db.transaction().execute(async (trx) => {
    const message = await queries.deleteMessage(trx, id);
    if (!message) throw new Failure('not-found', '留言不存在或已被删除', 'id');
    if (message.state === 'shown') await dropMessage(trx, id);
    await record?.(trx);
  });
}

async function dropMessage(trx: Trx, id: number) {
  await enqueue(trx, 'drop-pages', { tags: ['board'] });
  await tell(trx, { topic: 'board', type: 'message-gone', id });
}
