import { Failure } from '@mojian/contract/platform/failures';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { keepReport } from '../reports/reports.ts';
import { selectMessage } from './board.queries.ts';

/**
 * Reports a board message to the staff. However often one member reports the same one, it counts once.
 * @throws Failure not-found for one not all may see; invalid-input for one's own.
 */
export function reportMessage(db: Db, viewer: Viewer, report: { id: number; reason: string }) {
  return db.transaction().execute((trx) => write(trx, viewer, report));
}

async function write(trx: Trx, viewer: Viewer, { id, reason }: { id: number; reason: string }) {
  const message = await selectMessage(trx, id).executeTakeFirst();
  if (message?.state !== 'shown') throw new Failure('not-found', '留言不存在或已被删除', 'id');
  if (message.authorId === viewer.id) throw new Failure('invalid-input', '这是你自己的留言', 'id');
  await keepReport(trx, { messageId: id, reporterId: viewer.id, reason }, { text: message.text, link: '/message' });
}
