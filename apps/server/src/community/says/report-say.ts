import { Failure } from '@mojian/contract/platform/failures';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { openingOf } from '../comments/comment-text.ts';
import { keepReport } from '../reports/reports.ts';
import { findSeen } from './find-say.ts';
import { linkTo } from './say-link.ts';

/**
 * Reports a say to the staff. However often one member reports the same one, it counts once.
 * @throws Failure not-found for a say the member may not see; invalid-input for one's own.
 */
export function reportSay(db: Db, viewer: Viewer, report: { id: number; reason: string }) {
  return db.transaction().execute((trx) => write(trx, viewer, report));
}

async function write(trx: Trx, viewer: Viewer, { id, reason }: { id: number; reason: string }) {
  const say = await findSeen(trx, viewer, id);
  if (say.authorId === viewer.id) throw new Failure('invalid-input', '自己的说说可以直接删除', 'id');
  await keepReport(trx, { sayId: id, reporterId: viewer.id, reason }, { text: openingOf(say.html), link: linkTo(id) });
}
