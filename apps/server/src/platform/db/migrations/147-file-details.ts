import { type Kysely, sql } from 'kysely';

/** Details of a file that is no picture: pages of a PDF, length of a recording or film, loudness of a recording. */
export async function up(db: Kysely<never>) {
  await sql`alter table files add column pages integer not null default 0`.execute(db);
  await sql`alter table files add column seconds integer not null default 0`.execute(db);
  await sql`alter table files add column wave text not null default ''`.execute(db);
}
