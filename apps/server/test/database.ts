import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { dialectOf } from '../src/platform/db/dialect.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { ownPack } from '../src/platform/db/migrations/128-stickers.ts';
import { openDatabase } from '../src/platform/db/open.ts';

type Place = { url: string; remove: () => Promise<unknown>; cleaner?: pg.Client };

/** Creates a new file, or a new database of the PostgreSQL that TEST_DATABASE names. */
export function newDatabase(): Promise<Place> {
  const server = process.env.TEST_DATABASE;
  return server ? newPostgres(server) : newFile();
}

/** An empty database with the newest schema. */
export async function testDatabase() {
  const place = emptied.pop() ?? (await (process.env.TEST_DATABASE ? migrated() : copied()));
  const db = openDatabase(place.url);
  const close = async () => {
    await db.destroy();
    await giveBack(place);
  };
  return { db, dialect: dialectOf(place.url), url: place.url, close };
}

async function migrated() {
  const place = await newDatabase();
  const db = openDatabase(place.url);
  await migrate(db, dialectOf(place.url));
  await db.destroy();
  return place;
}

/** The file of an empty SQLite with the newest schema. To write it down takes a twentieth of the time to migrate. */
let migratedFile: Promise<Buffer> | undefined;

async function copied() {
  migratedFile ??= migrated().then(async ({ url, remove }) => {
    const bytes = await readFile(url);
    await remove();
    return bytes;
  });
  const place = await newFile();
  await writeFile(place.url, await migratedFile);
  return place;
}

async function newFile() {
  const folder = await mkdtemp(join(tmpdir(), 'mojian-test-'));
  return { url: join(folder, 'test.db'), remove: () => rm(folder, { recursive: true, force: true }) };
}

async function newPostgres(server: string) {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  await command(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, remove: () => command(server, `drop database ${name} with (force)`) };
}

/** PostgreSQL takes half a second to make a database, and next to nothing to empty one: they are used again. */
const emptied: Place[] = [];

async function giveBack(place: Place) {
  if (dialectOf(place.url) === 'sqlite') return place.remove();
  place.cleaner ??= await newCleaner(place.url);
  await place.cleaner.query(emptyAllTables);
  emptied.push(place);
}

/** A connection that stays, for it knows the tables: a new one reads about each of them first. */
async function newCleaner(url: string) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // the server was stopped, or the database removed
  await client.connect();
  return client;
}

/** From a server that outlives the tests. */
export async function removeEmptied() {
  await Promise.all(emptied.splice(0).map(({ remove }) => remove()));
}

/** Row by row, with no rule or trigger looking on: for the few rows of a test ten times as fast as `truncate`. What the migrations themselves wrote is written anew. */
const emptyAllTables = `do $$ declare name text; begin
  set local session_replication_role = replica;
  for name in select quote_ident(tablename) from pg_tables where schemaname = 'public' and tablename not like 'kysely%'
  loop execute 'delete from ' || name; end loop;
  for name in select quote_ident(sequencename) from pg_sequences where schemaname = 'public' and last_value is not null
  loop execute 'alter sequence ' || name || ' restart'; end loop;
  insert into rooms (kind, "createdAt") values ('group', 0);
  insert into "chatSequence" (seq) values (0);
  ${ownPack.join(';\n')};
end $$`;

/** Has a PostgreSQL do something outside any transaction. */
export async function command(server: string, sql: string) {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}
