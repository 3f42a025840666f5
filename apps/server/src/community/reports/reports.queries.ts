import type { Schema, Trx } from '../../platform/db/schema.ts';

/** Exactly one thing is reported. */
type Thing = { [Column in 'commentId' | 'sayId' | 'messageId' | 'chatMessageId']: Record<Column, number> };
/** `excerpt`: of a chat message, what the reporter handed over with it. */
export type Report = Thing[keyof Thing] & { reporterId: number; reason: string; excerpt?: string };

/** False when this member reported it before. */
export async function insertReport(trx: Trx, report: Report) {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('reports')
    .values({
      commentId: null,
      sayId: null,
      messageId: null,
      chatMessageId: null,
      settledAt: null,
      createdAt: Date.now(),
      ...report,
    })
    .onConflict((known) => known.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows) > 0;
}

/** How many reports of the same thing nobody settled yet. */
export async function countOpen(trx: Trx, report: Report) {
  const { column, id } = thingOf(report);
  const { open } = await trx
    .selectFrom('reports')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('settledAt', 'is', null)
    .where(column, '=', id)
    .executeTakeFirstOrThrow();
  return Number(open);
}

export type ThingColumn = keyof Schema['reports'] & keyof Thing;

/** Those of one thing nobody settled yet. */
export async function settleOf(trx: Trx, column: ThingColumn, id: number) {
  await trx
    .updateTable('reports')
    .set({ settledAt: Date.now() })
    .where(column, '=', id)
    .where('settledAt', 'is', null)
    .execute();
}

/** False for one that is not open. */
export async function settle(trx: Trx, id: number) {
  const { numUpdatedRows } = await trx
    .updateTable('reports')
    .set({ settledAt: Date.now() })
    .where('id', '=', id)
    .where('settledAt', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) > 0;
}

/** False for one that is not settled. */
export async function reopen(trx: Trx, id: number) {
  const { numUpdatedRows } = await trx
    .updateTable('reports')
    .set({ settledAt: null })
    .where('id', '=', id)
    .where('settledAt', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) > 0;
}

/** Adds to the open reports of a comment that have none. */
export async function keepExcerpt(trx: Trx, commentId: number, excerpt: string) {
  await trx
    .updateTable('reports')
    .set({ excerpt })
    .where('commentId', '=', commentId)
    .where('settledAt', 'is', null)
    .where('excerpt', '=', '')
    .execute();
}

export function thingOf(report: Report): { column: ThingColumn; id: number } {
  if ('commentId' in report) return { column: 'commentId', id: report.commentId };
  if ('sayId' in report) return { column: 'sayId', id: report.sayId };
  if ('chatMessageId' in report) return { column: 'chatMessageId', id: report.chatMessageId };
  return { column: 'messageId', id: report.messageId };
}

/** So many excerpts of reports settled until then. */
export function listExcerpts(trx: Trx, settledUntil: number, most: number) {
  return trx
    .selectFrom('reports')
    .select(['id', 'excerpt'])
    .where('settledAt', '<=', settledUntil)
    .where('excerpt', '<>', '')
    .limit(most)
    .execute();
}

export async function emptyExcerpts(trx: Trx, ids: number[]) {
  await trx.updateTable('reports').set({ excerpt: '' }).where('id', 'in', ids).execute();
}
