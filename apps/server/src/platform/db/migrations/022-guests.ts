import { type Kysely, sql } from 'kysely';

/**
 * Authors of imported texts who are no members: rows of `users` that cannot log in, so that texts, merges and exports
 * treat them like everybody. Comments that were pinned where they come from.
 */
export async function up(db: Kysely<never>) {
  const users = db.schema.alterTable('users');
  await users.addColumn('isGuest', 'integer', (column) => column.notNull().defaultTo(0)).execute();
  await users.addColumn('mailHash', 'text').execute();
  await users.addColumn('guestKey', 'text').execute();
  await users.addColumn('claimProposed', 'integer', (column) => column.notNull().defaultTo(0)).execute();
  await sql`create unique index "usersByGuestKey" on users ("guestKey") where "guestKey" is not null`.execute(db);
  await sql`create index "usersByMailHash" on users ("mailHash") where "mailHash" is not null`.execute(db);
  const comments = db.schema.alterTable('comments');
  await comments.addColumn('pinned', 'integer', (column) => column.notNull().defaultTo(0)).execute();
  for (const [name, target] of Object.entries({ commentsPinnedOnArticle: 'articleId', commentsPinnedOnSay: 'sayId' }))
    await sql`create index ${sql.ref(name)} on comments (${sql.ref(target)}, state, "createdAt" desc, id desc)
      where pinned = 1 and "parentId" is null and ${sql.ref(target)} is not null`.execute(db);
}
