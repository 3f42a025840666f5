import { sql } from 'kysely';
import { listed } from '../../platform/db/conditions.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { orders } from './cards.queries.ts';

export function listCarousel(db: Db | Trx) {
  return db
    .selectFrom('articles')
    .select(['id', 'title'])
    .where(listed)
    .where(sql<boolean>`featured = 1`)
    .orderBy('featuredPosition')
    .orderBy(orders.time)
    .execute();
}

export async function setPlace(trx: Trx, id: number, featuredPosition: number) {
  await trx.updateTable('articles').set({ featuredPosition }).where('id', '=', id).execute();
}
