import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openDatabase, replaceUnder } from '../open.ts';
import type { Copy } from './copy.ts';
import { putInPlace } from './put-in-place.ts';
import type { Row } from './row-lines.ts';
import { quoted } from './row-size.ts';

/** Folders of copies begin like this: what a crash left of one can be swept away. */
export const copyFolder = '.copy-';

const rowsAtOnce = 5000;

/** A new file in a folder of its own below `folder`, on the disk where `target` is. Without one it never takes a place. */
export async function newSqliteCopy(folder: string, target?: string): Promise<Copy> {
  const own = await mkdtemp(join(folder, copyFolder));
  const file = join(own, 'mojian.db');
  const db = openDatabase(file);
  let loader: ReturnType<typeof openLoader> | undefined;
  let open = true;
  const close = async () => {
    if (open) await db.destroy();
    open = false;
  };

  return {
    dialect: 'sqlite',
    db,
    url: file,
    async unguard() {
      loader = openLoader(file);
    },
    load: async (table, rows, lastId) => loader?.load(table, rows, lastId),
    async seal() {
      loader?.seal();
      loader = undefined;
    },
    async takePlace(site) {
      if (target === undefined) throw new Error('this copy has no place to take');
      await close();
      if (site) await replaceUnder(site, () => putInPlace(file, target));
      else putInPlace(file, target);
    },
    async discard() {
      loader?.close();
      loader = undefined;
      await close().catch(() => {});
      await rm(own, { recursive: true, force: true });
    },
  };
}

/** A connection that neither checks foreign keys nor waits for the disk: a crash leaves a copy nobody will use. */
function openLoader(file: string) {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  database.exec('pragma busy_timeout = 5000; pragma synchronous = off; pragma cache_size = -8000');
  const triggers = database.prepare(`select name, sql from sqlite_master where type = 'trigger'`).all();
  for (const { name } of triggers) database.exec(`drop trigger ${quoted(String(name))}`);

  return {
    async load(table: { name: string; columns: string[] }, rows: AsyncIterable<Row[]>, lastId: number | null) {
      const { name, columns } = table;
      const values = columns.map(() => '?').join(', ');
      database.exec(`delete from ${quoted(name)}`); // what the migrations themselves put in
      const insert = database.prepare(
        `insert into ${quoted(name)} (${columns.map(quoted).join(', ')}) values (${values})`,
      );
      await inTurns(database, rows, (row) => insert.run(...row));
      if (lastId !== null) keepLastId(database, name, lastId);
    },
    seal() {
      for (const { sql } of triggers) database.exec(String(sql));
      const [orphan] = database.prepare('pragma foreign_key_check').all();
      if (orphan) throw new Error(`${orphan.table}（第 ${orphan.rowid} 行）指着 ${orphan.parent} 里没有的一行`);
      database.close();
    },
    close: () => database.close(),
  };
}

async function inTurns(database: DatabaseSync, batches: AsyncIterable<Row[]>, put: (row: Row) => void) {
  let waiting = 0;
  database.exec('begin');
  for await (const rows of batches) {
    rows.forEach(put);
    waiting += rows.length;
    if (waiting < rowsAtOnce) continue;
    database.exec('commit; begin');
    waiting = 0;
  }
  database.exec('commit');
}

function keepLastId(database: DatabaseSync, table: string, lastId: number) {
  database.prepare('delete from sqlite_sequence where name = ?').run(table);
  database.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(table, lastId);
}
