import type { Db, Trx } from '../../platform/db/schema.ts';

export function findLinks(trx: Trx, provider: string, subjects: string[]) {
  return trx
    .selectFrom('socialLinks')
    .select(['id', 'userId', 'subject', 'name'])
    .where('provider', '=', provider)
    .where('subject', 'in', subjects)
    .execute();
}

export async function hasLink(trx: Trx, userId: number, provider: string) {
  const link = await trx
    .selectFrom('socialLinks')
    .select('id')
    .where('userId', '=', userId)
    .where('provider', '=', provider)
    .executeTakeFirst();
  return link !== undefined;
}

export function listSocialLinksOf(db: Db, userId: number) {
  return db
    .selectFrom('socialLinks')
    .select(['provider', 'name', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}
