import { sql } from 'kysely';
import type { Db, Schema, Trx } from '../db/schema.ts';

export async function sumOfDays(db: Db) {
  const sum = await db
    .selectFrom('visitDays')
    .select(({ fn }) => [fn.sum<number | null>('views').as('views'), fn.sum<number | null>('visitors').as('visitors')])
    .executeTakeFirstOrThrow();
  return { siteAccess: sum.views ?? 0, visitorAccess: sum.visitors ?? 0 };
}

/** The day's salt, made from `fresh` by whoever comes first. */
export async function saltOf(trx: Trx, day: string, fresh: string) {
  await trx
    .insertInto('visitSalts')
    .values({ day, salt: fresh })
    .onConflict((taken) => taken.column('day').doNothing())
    .execute();
  const { salt } = await trx.selectFrom('visitSalts').select('salt').where('day', '=', day).executeTakeFirstOrThrow();
  return salt;
}

/** Returns how many marks are new. */
export async function markVisitors(trx: Trx, day: string, visitors: string[]) {
  const added = await trx
    .insertInto('visitMarks')
    .values(visitors.map((visitor) => ({ day, visitor })))
    .onConflict((taken) => taken.columns(['day', 'visitor']).doNothing())
    .returning('visitor')
    .execute();
  return added.length;
}

export async function addToDay(trx: Trx, day: string, views: number, visitors: number) {
  await trx
    .insertInto('visitDays')
    .values({ day, views, visitors })
    .onConflict((taken) =>
      taken.column('day').doUpdateSet(({ ref }) => ({
        views: sql<number>`${ref('visitDays.views')} + ${views}`,
        visitors: sql<number>`${ref('visitDays.visitors')} + ${visitors}`,
      })),
    )
    .execute();
}

export function publishedOf(trx: Trx, ids: number[]) {
  return trx
    .selectFrom('articles')
    .select('id')
    .where('id', 'in', ids)
    .where('state', '=', 'published')
    .where('removedAt', 'is', null)
    .execute();
}

export function publishedNamed(trx: Trx, slugs: string[]) {
  return trx
    .selectFrom('articles')
    .select(['id', 'slug'])
    .where('slug', 'in', slugs)
    .where('state', '=', 'published')
    .where('removedAt', 'is', null)
    .execute();
}

/** Marks reads and returns those that count: the visitor's last counted read is at least `apart` ms older. */
export function markReads(trx: Trx, reads: Schema['readMarks'][], apart: number) {
  return trx
    .insertInto('readMarks')
    .values(reads)
    .onConflict((taken) =>
      taken
        .columns(['articleId', 'visitor'])
        .doUpdateSet(({ ref }) => ({ readAt: ref('excluded.readAt') }))
        .where(({ eb, ref }) => eb('readMarks.readAt', '<=', sql<number>`${ref('excluded.readAt')} - ${apart}`)),
    )
    .returning('articleId')
    .execute();
}

export async function addViews(trx: Trx, articleId: number, views: number) {
  await trx
    .updateTable('articles')
    .set((eb) => ({ views: eb('views', '+', views) }))
    .where('id', '=', articleId)
    .execute();
}

export async function deleteDaysBefore(trx: Trx, day: string) {
  await trx.deleteFrom('visitMarks').where('day', '<', day).execute();
  await trx.deleteFrom('visitSalts').where('day', '<', day).execute();
}

export async function deleteReadsBefore(trx: Trx, time: number) {
  await trx.deleteFrom('readMarks').where('readAt', '<', time).execute();
}
