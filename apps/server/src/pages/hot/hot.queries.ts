import type { HotItem, HotType } from '@mojian/contract/pages/hot';
import type { Db, Trx } from '../../platform/db/schema.ts';

export type Copy = { items: HotItem[]; fetchedAt: number };

export async function findCopy(db: Db, source: HotType): Promise<Copy | undefined> {
  const row = await db.selectFrom('hotCopies').selectAll().where('source', '=', source).executeTakeFirst();
  return row && { items: JSON.parse(row.items) as HotItem[], fetchedAt: row.fetchedAt };
}

export async function listCopies(db: Db): Promise<Map<string, Copy>> {
  const rows = await db.selectFrom('hotCopies').selectAll().execute();
  return new Map(rows.map(({ source, items, fetchedAt }) => [source, { items: JSON.parse(items), fetchedAt }]));
}

export async function upsertCopy(trx: Trx, source: HotType, { items, fetchedAt }: Copy) {
  const copy = { items: JSON.stringify(items), fetchedAt };
  await trx
    .insertInto('hotCopies')
    .values({ source, ...copy })
    .onConflict((taken) => taken.column('source').doUpdateSet(copy))
    .execute();
}
