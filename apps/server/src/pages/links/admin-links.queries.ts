import { type Insertable, sql, type Updateable } from 'kysely';
import { contains } from '../../platform/db/conditions.ts';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

export type LinkFilter = {
  state: 'all' | 'approved' | 'pending' | 'refused';
  health: 'all' | 'away';
  text: string;
};

const filtered = (db: Db, { state, health, text }: LinkFilter) =>
  db
    .selectFrom('links')
    .$if(state !== 'all', (rows) => rows.where('state', '=', state as 'pending'))
    .$if(health === 'away', (rows) => rows.where('reachable', '=', 0))
    .$if(text !== '', (rows) => rows.where(({ or }) => or([contains('name', text), contains('url', text)])));

/** Those that wait first, then the newest. */
export function listAll(db: Db, filter: LinkFilter, { limit, offset }: { limit: number; offset: number }) {
  return filtered(db, filter)
    .selectAll()
    .orderBy(sql`case state when 'pending' then 0 else 1 end`)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countAll(db: Db, filter: LinkFilter) {
  const { total } = await filtered(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

export function listOrder(db: Db | Trx) {
  return db
    .selectFrom('links')
    .select(['id', 'name', 'groupName'])
    .where('state', '=', 'approved')
    .orderBy('position')
    .orderBy('id')
    .execute();
}

export async function lastPosition(trx: Trx) {
  const { last } = await trx
    .selectFrom('links')
    .select(({ fn }) => fn.max('position').as('last'))
    .executeTakeFirstOrThrow();
  return Number(last ?? 0);
}

export async function insert(trx: Trx, link: Insertable<Schema['links']>) {
  const { id } = await trx.insertInto('links').values(link).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** False when it is another version by now. */
export async function update(trx: Trx, id: number, version: number, link: Updateable<Schema['links']>) {
  const { numUpdatedRows } = await trx
    .updateTable('links')
    .set({ ...link, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function place(trx: Trx, id: number, placed: { groupName: string; position: number }) {
  await trx.updateTable('links').set(placed).where('id', '=', id).execute();
}

export function remove(trx: Trx, id: number) {
  return trx.deleteFrom('links').where('id', '=', id).returning(['name', 'url', 'state']).executeTakeFirst();
}
