import { type Kysely, sql } from 'kysely';

/** Stores the first photograph of each article's public text. Those of articles from before, a job finds. */
export async function up(db: Kysely<never>) {
  await sql`create table "articlePhotographs" ("articleId" integer not null primary key references articles (id)
    on delete cascade, url text not null default '', width integer)`.execute(db);
  await sql`create index "articlePhotographsDue" on "articlePhotographs" ("articleId") where width is null`.execute(db);
  await sql`insert into "articlePhotographs" ("articleId") select id from articles`.execute(db);
}
