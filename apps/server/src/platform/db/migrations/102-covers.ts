import { pigments } from '@mojian/contract/core/pigments';
import { type Kysely, sql } from 'kysely';

/**
 * Covers that stay as they were chosen at publication, in a table of their own: a new column of articles would lie behind
 * the long texts, through which SQLite would walk for every list. Categories take their pigments in the order of their ids.
 */
export async function up(db: Kysely<never>) {
  await sql`create table "articleCovers" ("articleId" integer primary key references articles (id) on delete cascade,
    drawn integer not null)`.execute(db);
  await sql`alter table categories add column pigment text not null default 'plain'`.execute(db);
  const cases = pigments.map((pigment, index) => sql`when ${sql.lit(index)} then ${sql.lit(pigment)}`);
  await sql`update categories set pigment = case (select count(*) from categories as earlier
    where earlier.id < categories.id) % ${sql.lit(pigments.length)} ${sql.join(cases, sql` `)} end`.execute(db);
  await sql`insert into outbox (kind, payload, "dueAt") select 'choose-covers', '{"after":null}', 0
    where exists (select 1 from "articleListings")`.execute(db);
}
