import type { Insertable } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

/** Columns of a share link that its author sees. */
export const shareColumns = ['id', 'articleId', 'token', 'views', 'createdAt', 'expiresAt'] as const;

export type NewShare = Insertable<Schema['shares']>;

export function insertShare(trx: Trx, values: NewShare) {
  return trx.insertInto('shares').values(values).returning(shareColumns).executeTakeFirstOrThrow();
}

export async function deleteShare(db: Db, id: number) {
  await db.deleteFrom('shares').where('id', '=', id).execute();
}

export async function deleteExpiredShares(db: Db, now: number) {
  await db.deleteFrom('shares').where('expiresAt', '<=', now).execute();
}

export async function addShareView(db: Db, token: string) {
  await db
    .updateTable('shares')
    .set((share) => ({ views: share('views', '+', 1) }))
    .where('token', '=', token)
    .execute();
}

/** Ends the share links of an article that nobody else may read any more. */
export async function deleteShares(trx: Trx, articleId: number) {
  await trx.deleteFrom('shares').where('articleId', '=', articleId).execute();
}
