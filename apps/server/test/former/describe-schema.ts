import { DatabaseSync } from 'node:sqlite';
import { readStructure } from '../../src/platform/db/copies/postgres-structure.ts';
import { dialectOf } from '../../src/platform/db/dialect.ts';
import { readTable } from '../../src/platform/db/migrations/former/align.ts';
import { connectPostgres } from '../../src/platform/db/postgres-client.ts';

/** Columns, keys, indexes and triggers, in an order of their own: columns that were added later come last. */
export async function describeSchema(url: string) {
  if (dialectOf(url) === 'postgres') {
    const client = await connectPostgres(url);
    const statements = await readStructure(client);
    await client.end();
    return statements
      .map((statement) => (/^create (unlogged )?table/.test(statement) ? sorted(statement) : statement))
      .sort();
  }
  const database = new DatabaseSync(url, { readOnly: true });
  // without the planner's statistics, which a site that ran has and a new one not
  const own = database
    .prepare(`select name, sql from sqlite_master where sql is not null and name not like 'sqlite_stat%' order by name`)
    .all();
  database.close();
  return own.map(({ name, sql }) => `${name} ${sorted(plain(String(sql)))}`);
}

const sorted = (statement: string) =>
  /^create (?:unlogged )?table/i.test(statement)
    ? readTable(statement)
        .columns.map(({ definition }) => definition)
        .sort()
        .join('\n')
    : statement;
/** SQLite keeps statements as they were written: names in quotes or not, the default before or after. */
const plain = (statement: string) =>
  statement
    .replace(/"([a-z]+)"/gi, '$1')
    .replace(/\s+/g, ' ')
    .replace(/default ('[^']*'|\d+) not null/g, 'not null default $1')
    .replace(/^CREATE (UNIQUE )?(TABLE|INDEX|TRIGGER)/, (words) => words.toLowerCase());
