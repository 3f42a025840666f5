import { sql } from 'kysely';
import type { Dialect } from './dialect.ts';
import type { Db } from './schema.ts';

/** After rows came in with numbers of their own: the next number is larger than all. SQLite sees to it itself. */
export async function keepIdsAhead(db: Db, dialect: Dialect, table: 'articles') {
  if (dialect === 'sqlite') return;
  await sql`select setval(pg_get_serial_sequence(${table}, 'id'), greatest(max(id), 1), count(*) > 0)
    from ${sql.table(table)}`.execute(db);
}
