import { sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';

export function findForOffice(db: Db, id: number) {
  return db
    .selectFrom('users')
    .select(['id', 'nickname', 'avatar', 'email', 'role', 'createdAt', 'seenAt', 'passwordHash'])
    .select(['closesAt', 'disabledAt', 'disabledUntil', 'disabledReason', 'intro', 'website', 'place'])
    .select(['mutedAt', 'mutedUntil', 'mutedReason'])
    .where('id', '=', id)
    .executeTakeFirst();
}

type Counts = Record<
  'articles' | 'says' | 'comments' | 'board' | 'collects' | 'follows' | 'fans' | 'files' | 'bytes' | 'draftBytes',
  number
>;

/** All that is theirs, also what others do not see. */
export async function countAllOf(db: Db, id: number): Promise<Counts> {
  const n = sql<number>`count(*)`.as('n');
  const row = await db
    .selectNoFrom([
      db.selectFrom('articles').where('authorId', '=', id).where('removedAt', 'is', null).select(n).as('articles'),
      db.selectFrom('says').where('authorId', '=', id).select(n).as('says'),
      db.selectFrom('comments').where('authorId', '=', id).where('removedAt', 'is', null).select(n).as('comments'),
      db.selectFrom('boardMessages').where('authorId', '=', id).select(n).as('board'),
      db.selectFrom('collects').where('userId', '=', id).select(n).as('collects'),
      db.selectFrom('follows').where('followerId', '=', id).select(n).as('follows'),
      db.selectFrom('follows').where('followedId', '=', id).select(n).as('fans'),
      db.selectFrom('fileOwners').where('userId', '=', id).select(n).as('files'),
      db
        .selectFrom('fileOwners')
        .innerJoin('files', 'files.key', 'fileOwners.key')
        .where('userId', '=', id)
        .select(sql<number>`coalesce(sum(files.bytes), 0)`.as('n'))
        .as('bytes'),
      sql<number>`(select coalesce(sum(octet_length(content)), 0) from drafts
        where "articleId" in (select id from articles where "authorId" = ${id})) +
        (select coalesce(sum(octet_length(content)), 0) from revisions
        where "articleId" in (select id from articles where "authorId" = ${id}))`.as('draftBytes'),
    ])
    .executeTakeFirstOrThrow();
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)])) as Counts;
}

export async function findWaysIn(db: Db, id: number) {
  const social = await db
    .selectFrom('socialLinks')
    .select(['provider', 'name', 'createdAt'])
    .where('userId', '=', id)
    .orderBy('id')
    .execute();
  const { passkeys } = await db
    .selectFrom('passkeys')
    .select(({ fn }) => fn.countAll<number>().as('passkeys'))
    .where('userId', '=', id)
    .executeTakeFirstOrThrow();
  return { social, passkeys: Number(passkeys) };
}
