import type { Insertable } from 'kysely';
import { contains, countRows } from '../../platform/db/conditions.ts';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

export async function insertFeedback(trx: Trx, feedback: Insertable<Schema['feedback']>) {
  const { id } = await trx.insertInto('feedback').values(feedback).returning('id').executeTakeFirstOrThrow();
  return id;
}

type FeedbackFilter = { state: 'open' | 'settled' | 'all'; type: 'all' | '1' | '2'; text: string };

const filtered = (db: Db, { state, type, text }: FeedbackFilter) =>
  db
    .selectFrom('feedback')
    .$if(state === 'open', (rows) => rows.where('feedback.settledAt', 'is', null))
    .$if(state === 'settled', (rows) => rows.where('feedback.settledAt', 'is not', null))
    .$if(type !== 'all', (rows) => rows.where('feedback.type', '=', Number(type)))
    .$if(text !== '', (rows) =>
      rows.where(({ or }) => or([contains('feedback.title', text), contains('feedback.content', text)])),
    );

export function listFeedback(db: Db, filter: FeedbackFilter, { limit, offset }: { limit: number; offset: number }) {
  return filtered(db, filter)
    .innerJoin('users', 'users.id', 'feedback.userId')
    .selectAll('feedback')
    .select(['users.nickname', 'users.avatar'])
    .orderBy('feedback.createdAt', 'desc')
    .orderBy('feedback.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export function countFeedback(db: Db, filter: FeedbackFilter) {
  return countRows(filtered(db, filter));
}

export function findFeedback(trx: Trx, id: number) {
  return trx.selectFrom('feedback').selectAll().where('id', '=', id).executeTakeFirst();
}

/** False when the version changed concurrently. */
export async function storeAnswer(
  trx: Trx,
  { id, version }: { id: number; version: number },
  answered: { answer: string; settledAt: number | null },
) {
  const { numUpdatedRows } = await trx
    .updateTable('feedback')
    .set({ ...answered, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
