import type { SelectQueryBuilder } from 'kysely';
import type { Db, Schema, Trx } from '../db/schema.ts';
import { attemptsAtMost } from './outbox.ts';

type OutboxFilter = { state: 'all' | 'waiting' | 'failing' | 'given-up'; kind: string };
type Slice = { limit: number; offset: number };

/** What was tried most often first: that is what somebody should look at. */
export function listEntries(db: Db, filter: OutboxFilter, { limit, offset }: Slice) {
  return within(db.selectFrom('outbox'), filter)
    .select(['id', 'kind', 'attempts', 'dueAt', 'failure'])
    .orderBy('attempts', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** How many the same filter lets through. */
export async function countEntries(db: Db, filter: OutboxFilter) {
  const { count } = await within(db.selectFrom('outbox'), filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** How many wait, failed and are tried again, and are tried no more. */
export async function countStanding(db: Db) {
  const count = (state: OutboxFilter['state']) => countEntries(db, { state, kind: '' });
  const [waiting, failing, over] = await Promise.all([count('waiting'), count('failing'), count('given-up')]);
  return { waiting, failing, over };
}

/** One of them, or nothing once it is done. */
export function findEntry(trx: Trx, id: number) {
  return trx.selectFrom('outbox').select(['id', 'kind', 'attempts', 'failure']).where('id', '=', id).executeTakeFirst();
}

/** Has it tried anew at that time, as if it had never failed. */
export async function tryAgain(trx: Trx, id: number, dueAt: number) {
  await trx.updateTable('outbox').set({ attempts: 0, dueAt }).where('id', '=', id).execute();
}

/** Takes it off the list undone. */
export async function deleteEntry(trx: Trx, id: number) {
  await trx.deleteFrom('outbox').where('id', '=', id).execute();
}

function within<Output>(rows: SelectQueryBuilder<Schema, 'outbox', Output>, { state, kind }: OutboxFilter) {
  const ofKind = kind === '' ? rows : rows.where('kind', '=', kind);
  if (state === 'waiting') return ofKind.where('attempts', '=', 0);
  if (state === 'failing') return ofKind.where('attempts', '>', 0).where('attempts', '<', attemptsAtMost);
  return state === 'given-up' ? ofKind.where('attempts', '>=', attemptsAtMost) : ofKind;
}
