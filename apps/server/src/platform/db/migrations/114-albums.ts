import { type Kysely, sql } from 'kysely';

/** Articles that are albums of photographs, with what their covers say and how dark the veil over the cover is. */
export async function up(db: Kysely<never>) {
  await sql`create table albums ("articleId" integer not null primary key references articles (id) on delete cascade,
    place text not null default '', time text not null default '', veil integer)`.execute(db);
}
