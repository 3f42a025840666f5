import { Failure } from '@mojian/contract/platform/failures';
import type { Recording } from '../../core/audit/audit.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import * as queries from './reports.queries.ts';

/** Settles all that was reported of one thing: it is gone now, or was looked at. */
export function settleReportsOf(trx: Trx, column: queries.ThingColumn, id: number) {
  return queries.settleOf(trx, column, id);
}

/**
 * Settles a report without a deed.
 * @throws Failure not-found for one that is not open.
 */
export async function settleReport(db: Db, id: number, record?: Recording) {
  await db.transaction().execute(async (trx) => {
    if (!(await queries.settle(trx, id))) throw new Failure('not-found', '没有等待处理的这份举报', 'id');
    await record?.(trx);
  });
}

/**
 * Opens a settled report again.
 * @throws Failure not-found for one that is not settled.
 */
export async function reopenReport(db: Db, id: number, record?: Recording) {
  await db.transaction().execute(async (trx) => {
    if (!(await queries.reopen(trx, id))) throw new Failure('not-found', '这份举报还没有处理过', 'id');
    await record?.(trx);
  });
}
