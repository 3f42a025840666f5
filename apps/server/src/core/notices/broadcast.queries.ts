import type { Role } from '@mojian/contract/core/permissions';
import type { Insertable } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

/** Whose account is not closed; of a role, or, for '', of all. */
const members = (db: Db | Trx, role: Role | '' = '') =>
  db
    .selectFrom('users')
    .where('closesAt', 'is', null)
    .$if(role !== '', (all) => all.where('role', '=', role as Role));

export function listBroadcasts(db: Db, { limit, offset }: { limit: number; offset: number }) {
  return db
    .selectFrom('broadcasts')
    .leftJoin('users', 'users.id', 'broadcasts.userId')
    .selectAll('broadcasts')
    .select('users.nickname')
    .orderBy('broadcasts.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countBroadcasts(db: Db) {
  const { total } = await db
    .selectFrom('broadcasts')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

export async function countMembers(db: Db, role: Role | '') {
  const { total } = await members(db, role)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

export function findMember(db: Db | Trx, who: { id: number } | { nickname: string }) {
  return members(db)
    .select(['id', 'nickname'])
    .$if('id' in who, (all) => all.where('id', '=', 'id' in who ? who.id : 0))
    .$if('nickname' in who, (all) => all.where('nickname', '=', 'nickname' in who ? who.nickname : ''))
    .executeTakeFirst();
}

type Some = { role: Role | ''; after: number; limit: number };

export async function listMemberIds(trx: Trx, { role, after, limit }: Some) {
  const rows = await members(trx, role).select('id').where('id', '>', after).orderBy('id').limit(limit).execute();
  return rows.map(({ id }) => id);
}

export async function insertBroadcast(trx: Trx, broadcast: Insertable<Schema['broadcasts']>) {
  const { id } = await trx.insertInto('broadcasts').values(broadcast).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Nothing for one that was undone or is out. From here on it cannot be undone. */
export function beginSending(trx: Trx, id: number) {
  return trx
    .updateTable('broadcasts')
    .set({ state: 'sending' })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'sending'])
    .returningAll()
    .executeTakeFirst();
}

export async function countTold(trx: Trx, id: number, { by, isLast }: { by: number; isLast: boolean }) {
  await trx
    .updateTable('broadcasts')
    .set((row) => ({ told: row('told', '+', by), ...(isLast && { state: 'sent' as const }) }))
    .where('id', '=', id)
    .execute();
}

/** False for one that does not wait any more. */
export async function markUndone(trx: Trx, id: number) {
  const { numUpdatedRows } = await trx
    .updateTable('broadcasts')
    .set({ state: 'undone' })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
