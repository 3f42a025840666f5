import { type Kysely, sql } from 'kysely';

/** Members who want new articles by mail, and which they were sent. */
export async function up(db: Kysely<never>) {
  await sql`alter table users add column "mailOnArticle" integer not null default 0`.execute(db);
  await sql`create table "followerMails" ("articleId" integer not null references articles (id) on delete cascade,
    "userId" integer not null references users (id) on delete cascade, "queuedAt" bigint not null,
    constraint "followerMailsOnce" primary key ("articleId", "userId"))`.execute(db);
  await sql`create index "followerMailsOfMember" on "followerMails" ("userId")`.execute(db);
  await sql`create index "followerMailsByTime" on "followerMails" ("queuedAt")`.execute(db);
}
