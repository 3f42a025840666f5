import { type Kysely, sql } from 'kysely';

/** Authors declare that an article or a say contains what an AI made. */
export async function up(db: Kysely<never>) {
  for (const table of ['articles', 'says'])
    await sql`alter table ${sql.ref(table)} add column "hasAiContent" integer not null default 0`.execute(db);
}
