import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/schema.ts';

export function findArticle(trx: Trx, id: number) {
  return trx
    .selectFrom('articles')
    .innerJoin('users', 'users.id', 'articles.authorId')
    .select(['articles.title', 'articles.summary', 'articles.authorId', 'users.nickname as author'])
    .where('articles.id', '=', id)
    .executeTakeFirst();
}

/** Mails since then, and the first of them; one of the future was queued before the clock was set back. */
export async function countSince(trx: Trx, { after, now }: { after: number; now: number }) {
  const { total, oldest } = await trx
    .selectFrom('followerMails')
    .select(({ fn }) => [fn.countAll().as('total'), fn.min('queuedAt').as('oldest')])
    .where('queuedAt', '>', after)
    .where('queuedAt', '<=', now)
    .executeTakeFirstOrThrow();
  return { total: Number(total), oldest: Number(oldest ?? now) };
}

type Page = { authorId: number; after: number; limit: number; now: number };

/** Followers who want mails and can be reached, by id: neither closing nor disabled, and no block lies between them. */
export async function listReaders(trx: Trx, { authorId, after, limit, now }: Page) {
  const rows = await trx
    .selectFrom('follows')
    .innerJoin('users', 'users.id', 'follows.followerId')
    .select(['users.id', 'users.nickname', 'users.email'])
    .where('followedId', '=', authorId)
    .where('followerId', '>', after)
    .where('users.mailOnArticle', '=', 1)
    .where('users.email', 'is not', null)
    .where('users.closesAt', 'is', null)
    .where(sql<boolean>`(users."disabledAt" is null or users."disabledUntil" <= ${now})`)
    .where(
      sql<boolean>`not exists (select 1 from blocks where (blocks."userId" = users.id and blocks."blockedId" = ${authorId})
        or (blocks."userId" = ${authorId} and blocks."blockedId" = users.id))`,
    )
    .orderBy('followerId')
    .limit(limit)
    .execute();
  return rows.flatMap(({ email, ...reader }) => (email === null ? [] : [{ ...reader, email }]));
}

/** False when this member was mailed about the article already. */
export async function insertMail(trx: Trx, mail: { articleId: number; userId: number; queuedAt: number }) {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('followerMails')
    .values(mail)
    .onConflict((known) => known.columns(['articleId', 'userId']).doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) > 0;
}

export async function deleteBefore(db: Db, before: number) {
  await db.deleteFrom('followerMails').where('queuedAt', '<', before).execute();
}
