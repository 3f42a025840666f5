import { sql } from 'kysely';
import type pg from 'pg';
import { connectPostgres } from '../postgres-client.ts';
import type { Db } from '../schema.ts';
import { inTransaction, newPostgresCopy, snapshotPostgres, withSchema } from './postgres.ts';
import { readStructure } from './postgres-structure.ts';
import { quoted, type Snapshot } from './snapshot.ts';

/**
 * Copies the site into a schema of that name beside it, in place of an earlier one; it stays until it is dropped.
 * @returns its address
 */
export async function copyPostgres(url: string, schema: string) {
  await dropPostgresCopy(url, schema);
  const copy = await newPostgresCopy(url, schema);
  const snapshot = await snapshotPostgres(url);
  try {
    await copyStructure(url, copy.db, snapshot);
    await copy.unguard();
    for (const table of snapshot.tables) await copy.load(table, snapshot.rows(table), await snapshot.lastId(table));
    await copy.seal();
    await copy.leave();
    return copy.url;
  } catch (error) {
    await copy.discard();
    throw error;
  } finally {
    await snapshot.close();
  }
}

/** Makes the tables as they are, of whatever version, with the list of steps that Kysely keeps. */
async function copyStructure(url: string, db: Db, { steps }: Snapshot) {
  const client = await connectPostgres(url);
  try {
    for (const statement of await readStructure(client)) await sql.raw(statement).execute(db);
  } finally {
    await client.end();
  }
  const migrations = db.withTables<{ kysely_migration: { name: string; timestamp: string } }>();
  const rows = steps.map((name) => ({ name, timestamp: new Date().toISOString() }));
  await migrations.insertInto('kysely_migration').values(rows).execute();
  await sql`insert into kysely_migration_lock (id, is_locked) values ('migration_lock', 0)`.execute(db);
}

export function postgresCopyAddress(url: string, schema: string) {
  return withSchema(url, schema);
}

export async function dropPostgresCopy(url: string, schema: string) {
  const client = await connectPostgres(url);
  try {
    await client.query(`drop schema if exists ${quoted(schema)} cascade`);
  } finally {
    await client.end();
  }
}

/**
 * Moves the site's tables and functions into the schema `aside` and those of `schema` to their place, in one
 * transaction; nothing where that has been done. The site must not run.
 */
export async function exchangePostgres(url: string, { schema, aside }: { schema: string; aside: string }) {
  const client = await connectPostgres(url);
  try {
    const [{ home = 'public' } = {}] = (await client.query('select current_schema() as home')).rows;
    const { rowCount } = await client.query('select 1 from pg_namespace where nspname = $1', [schema]);
    if (!rowCount) return;
    await inTransaction(client, async () => {
      await client.query(`drop schema if exists ${quoted(aside)} cascade`);
      await client.query(`create schema ${quoted(aside)}`);
      await moveAll(client, home, aside);
      await moveAll(client, schema, home);
      await client.query(`drop schema ${quoted(schema)}`);
    });
  } finally {
    await client.end();
  }
}

/** Moves all tables and functions of a schema that belong to no extension. */
async function moveAll(client: pg.Client, from: string, to: string) {
  for (const [kind, query] of Object.entries(ownObjects)) {
    const { rows } = await client.query(query, [from]);
    for (const { name } of rows as { name: string }[])
      await client.query(`alter ${kind} ${name} set schema ${quoted(to)}`);
  }
}

const noExtension = (catalogue: string) =>
  `not exists (select 1 from pg_depend d where d.classid = '${catalogue}'::regclass and d.objid = o.oid and d.deptype = 'e')`;
const ownObjects = {
  table: `select format('%I.%I', nspname, relname) as name from pg_class o join pg_namespace n on n.oid = relnamespace
    where nspname = $1 and relkind = 'r' and ${noExtension('pg_class')}`,
  function: `select format('%I.%I(%s)', nspname, proname, pg_get_function_identity_arguments(o.oid)) as name
    from pg_proc o join pg_namespace n on n.oid = pronamespace where nspname = $1 and ${noExtension('pg_proc')}`,
};
