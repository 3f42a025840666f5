import { type Kysely, sql } from 'kysely';

/** Sites in use keep the theme they had without choosing one: the default was the device's, and is light now. */
export async function up(db: Kysely<never>) {
  const { rows: members } = await sql`select id from users limit 1`.execute(db);
  if (members.length === 0) return;
  const { rows } = await sql<{ value: string }>`select value from settings where name = 'look'`.execute(db);
  const look = { theme: 'system', ...(JSON.parse(rows[0]?.value ?? '{}') as object) };
  await sql`insert into settings (name, value) values ('look', ${JSON.stringify(look)})
    on conflict (name) do update set value = excluded.value`.execute(db);
}
