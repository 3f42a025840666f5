import { createReadStream } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { type Loss, type Source, UnreadableSource } from '../form.ts';
import { readSqlDump, type TableRow } from './sql-dump.ts';

/** Tables of a source in lower case, each with the text that follows its name: its columns or its first rows. */
export type FoundTables = Map<string, string>;

function isSqlite({ head }: Source) {
  return head.toString('latin1', 0, 16) === 'SQLite format 3\0';
}

/** Whether the head reads like the beginning of a dump; a Markdown file may begin with `---` or `#` as well. */
function isSqlDump({ head }: Source) {
  const text = plainHead(head);
  const begins =
    /^\s*(?:--(?!-)|\/\*|#|\\|(?:SET|CREATE|INSERT|REPLACE|DROP|BEGIN|PRAGMA|USE|LOCK|START|COPY)\b)/i.test(text);
  return begins && /^[ \t]*(?:CREATE TABLE|INSERT |REPLACE |COPY )/im.test(text);
}

/** UTF-16 keeps its letters and loses its zeros: enough to find names of tables. */
function plainHead(head: Buffer) {
  return head
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '');
}

const scanned = new WeakMap<Source, Promise<FoundTables>>();
/** Statements begin a line: an article about SQL may hold them too, but with escaped line ends. */
const statement =
  /^[ \t]*(?:CREATE(?: TEMP| UNLOGGED)? TABLE(?: IF NOT EXISTS)?|(?:INSERT|REPLACE) (?:IGNORE |OR \w+ )?INTO|COPY)\s+((?:[`"[]?[\w$]+[`"\]]?\.)?[`"[]?([\w$]+)[`"\]]?)/gim;
const schema = /CREATE TABLE [`"[]?(([\w$]+))[`"\]]?/gi;
const columnsLength = 4096;
const mostTables = 2000;

/**
 * Finds the tables of a SQLite file or dump. Looks through the whole file when it is on disk, otherwise through its head;
 * never throws.
 */
export function tablesOf(source: Source): Promise<FoundTables> {
  const known = scanned.get(source) ?? scanTables(source).catch(() => new Map());
  scanned.set(source, known);
  return known;
}

async function scanTables(source: Source): Promise<FoundTables> {
  const found: FoundTables = new Map();
  if (isSqlite(source)) {
    findIn(plainHead(source.head), schema, found);
    if (source.path) listSqlite(source.path, found);
  } else if (isSqlDump(source)) {
    if (!source.path) findIn(plainHead(source.head), statement, found);
    else await scanFile(source.path, found);
  }
  return found;
}

function listSqlite(path: string, found: FoundTables) {
  const db = openSqlite(path);
  try {
    for (const { name, sql } of db.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'table' LIMIT 2000").all())
      found.set(String(name).toLowerCase(), String(sql).slice(0, columnsLength).toLowerCase());
  } finally {
    db.close();
  }
}

async function scanFile(path: string, found: FoundTables) {
  let rest = '';
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    const text: string = rest + (chunk as Buffer).toString('latin1').replaceAll('\0', '');
    findIn(text, statement, found);
    rest = text.slice(-columnsLength - 200);
  }
}

function findIn(text: string, pattern: RegExp, found: FoundTables) {
  for (const { 2: name = '', index } of text.matchAll(pattern)) {
    const table = name.toLowerCase();
    const columns = text.slice(index, index + columnsLength).toLowerCase();
    const isNew = (found.get(table)?.length ?? 0) < columns.length;
    if (isNew && (found.has(table) || found.size < mostTables)) found.set(table, columns);
  }
}

/** Whether a table exists and the text behind its name mentions all columns. */
export function hasTable(found: FoundTables, table: string, ...columns: string[]) {
  const text = found.get(table.toLowerCase());
  return text !== undefined && columns.every((column) => text.includes(column.toLowerCase()));
}

/** Opens a foreign file without a lock, without its log and without running anything its schema names. */
function openSqlite(path: string) {
  const address = pathToFileURL(path);
  address.search = '?mode=ro&immutable=1';
  const db = new DatabaseSync(address, { readOnly: true, allowExtension: false });
  db.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0');
  return db;
}

/** Reads the rows of a SQLite file or of a dump. */
export function rowsOf(source: Source, wanted: (table: string) => boolean): AsyncIterable<TableRow | Loss> {
  return isSqlite(source) ? readSqlite(source.path, wanted) : readSqlDump(source.path);
}

/** @throws UnreadableSource when the file is damaged */
async function* readSqlite(path: string, wanted: (table: string) => boolean): AsyncGenerator<TableRow | Loss> {
  const db = openSqlite(path);
  try {
    const tables = db
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'")
      .all();
    for (const { name } of tables) if (wanted(String(name))) yield* readTable(db, String(name));
  } catch (error) {
    throw new UnreadableSource(`SQLite 文件已损坏，后面的没有读：${error instanceof Error ? error.message : ''}`);
  } finally {
    db.close();
  }
}

function* readTable(db: DatabaseSync, table: string): Generator<TableRow | Loss> {
  let number = 0;
  try {
    const rows = db.prepare(`SELECT * FROM "${table.replaceAll('"', '""')}"`);
    rows.setReadBigInts(true);
    for (const row of rows.iterate()) {
      number++;
      const cells = Object.entries(row).map(([column, value]) => [column, textOfCell(value)]);
      yield { kind: 'row', table, row: Object.fromEntries(cells), place: `表 ${table} 第 ${number} 行` };
    }
  } catch (error) {
    const reason = `从这里起已损坏，没有读：${error instanceof Error ? error.message : ''}`;
    yield { kind: 'loss', thing: `表 ${table}`, place: `第 ${number + 1} 行`, reason };
  }
}

function textOfCell(value: unknown) {
  if (value === null || value === undefined) return null;
  return value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : String(value);
}
