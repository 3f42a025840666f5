import { open } from 'node:fs/promises';
import { type Loss, UnreadableSource } from '../form.ts';
import { readCreate, type TableColumns } from './sql-schema.ts';
import { type SqlDialect, type SqlToken, SqlTokens } from './sql-tokens.ts';
import {
  isSymbol,
  isWord,
  type Reading,
  readName,
  readValues,
  type SqlValue,
  skipStatement,
  TokenCursor,
  UnknownForm,
  unescapePostgresql,
} from './sql-values.ts';
import { type Broken, textOfFile } from './text-stream.ts';

/** A row of a table; numbers stay as written, bytes are decoded. `place` is its line or number. */
export type TableRow = { kind: 'row'; table: string; row: Record<string, string | null>; place: string };

/** Undefined asks for more text. */
type Steps = Generator<TableRow | Loss | undefined, void>;

/** `zone`: the time zone of values of type TIMESTAMP, such as `+00:00`; '' when the dump sets none. */
type Dump = { cursor: TokenCursor; tables: TableColumns; zone: string };

/**
 * Reads the rows of a dump by mysqldump, phpMyAdmin, Navicat, pg_dump or sqlite3, in the order of the file. Nothing is
 * executed; a statement that cannot be read is one loss.
 * @throws UnreadableSource with the line where the file ends or breaks
 */
export async function* readSqlDump(path: string): AsyncGenerator<TableRow | Loss> {
  const broken: Broken = { count: 0, line: 0 };
  let tokens: SqlTokens | undefined;
  let rows: Steps | undefined;
  let text = '';
  for await (const chunk of textOfFile(path, broken)) {
    text += chunk;
    tokens ??= new SqlTokens(dialectOf(text));
    rows ??= readStatements({ cursor: new TokenCursor(tokens), tables: new Map(), zone: zoneOf(text) });
    if (text.length < tokens.pending) continue; // rescans a long value only once twice as much text has arrived
    tokens.append(text);
    text = '';
    yield* rowsUntilMoreText(rows);
  }
  if (!tokens || !rows) return;
  tokens.append(text);
  tokens.end();
  yield* rowsUntilMoreText(rows);
  if (broken.count > 0)
    yield loss('文字编码', `第 ${broken.line} 行起`, `有 ${broken.count} 处字节不成文字，显示为 \uFFFD`);
  if (await lacksEnd(path)) yield loss('数据库文件', '结尾', '没有导出程序写在最后的结束标记，文件可能不完整');
}

function* rowsUntilMoreText(rows: Steps): Generator<TableRow | Loss> {
  for (;;) {
    const { value, done } = rows.next();
    if (done || value === undefined) return;
    yield value;
  }
}

/** Joins the lines of a name, which in a damaged file runs up to the next quote. */
function loss(thing: string, place: string, reason: string): Loss {
  return { kind: 'loss', thing: thing.replace(/\s+/g, ' '), place, reason: reason.replace(/\s+/g, ' ') };
}

/**
 * Tells by what stands before the first row whose dump it is: they differ in what a backslash and a double quote mean.
 * A row may speak of any database.
 */
function dialectOf(text: string): SqlDialect {
  const head = headOf(text);
  if (
    /^-- PostgreSQL database dump|standard_conforming_strings|pg_catalog|Type *: PostgreSQL|^COPY .*FROM stdin/m.test(
      head,
    )
  )
    return 'postgresql';
  if (/^PRAGMA |^BEGIN TRANSACTION;|Type *: SQLite|AUTOINCREMENT\b/m.test(head)) return 'sqlite';
  if (/MySQL|MariaDB|phpMyAdmin|\bENGINE ?=|\/\*!\d|AUTO_INCREMENT|SET NAMES|^\w[\w ]+`/im.test(head)) return 'mysql';
  return /^INSERT INTO "/m.test(text) || !/\\['"nr\\]/.test(text) ? 'sqlite' : 'mysql';
}

function headOf(text: string) {
  return text.slice(0, Math.max(0, text.search(/^INSERT /im))) || text;
}

/** mysqldump, within a comment, and phpMyAdmin set a zone: MySQL then writes values of type TIMESTAMP in it. */
function zoneOf(text: string) {
  return /\bSET (?:SESSION |@@session\.)?TIME_ZONE ?= ?['"]([+-]\d\d:\d\d)['"]/i.exec(headOf(text))?.[1] ?? '';
}

/** mysqldump and pg_dump end with a mark of their own; a copy that broke off between two statements lacks it. */
async function lacksEnd(path: string) {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const { buffer: head } = await file.read(Buffer.alloc(512), 0, 512, 0);
    const { buffer: tail } = await file.read(Buffer.alloc(4096), 0, 4096, Math.max(0, size - 4096));
    if (/-- (?:MySQL|MariaDB) dump /.test(head.toString('latin1'))) return !tail.includes('-- Dump completed');
    return head.includes('-- PostgreSQL database dump') && !tail.includes('-- PostgreSQL database dump complete');
  } finally {
    await file.close();
  }
}

function* readStatements(dump: Dump): Steps {
  const { tokens } = dump.cursor;
  for (let first = yield* dump.cursor.takeOrEnd(); first; first = yield* dump.cursor.takeOrEnd()) {
    const { line } = tokens;
    try {
      yield* readStatement(dump, first);
    } catch (error) {
      if (!(error instanceof UnknownForm)) throw error;
      const place = tokens.line > line ? `第 ${line} 至 ${tokens.line} 行` : `第 ${line} 行`;
      yield loss('数据库语句', place, error.message || '写法读不懂，跳到了下一条语句');
      yield* skipBroken(dump.cursor);
    }
  }
}

function* skipBroken(cursor: TokenCursor): Reading<void> {
  cursor.drop();
  while (!cursor.tokens.toNextStatement()) yield undefined;
}

function* readStatement(dump: Dump, first: SqlToken): Steps {
  const { cursor } = dump;
  if (isSymbol(first, '\\')) yield* readLine(cursor);
  else if (isWord(first, 'INSERT', 'REPLACE')) yield* readInsert(dump);
  else if (isWord(first, 'CREATE')) yield* readCreate(cursor, dump.tables);
  else if (isWord(first, 'COPY')) yield* readCopy(dump);
  else if (isWord(first, 'DELIMITER')) yield* skipDelimited(cursor);
  else if (!isSymbol(first, ';')) yield* skipStatement(cursor);
}

function* readLine(cursor: TokenCursor): Reading<string> {
  for (;;) {
    const line = cursor.tokens.restOfLine();
    if (line !== undefined) return line;
    yield undefined;
  }
}

/** Passes over triggers and procedures written with another end of statement. */
function* skipDelimited(cursor: TokenCursor): Reading<void> {
  let delimiter = (yield* readLine(cursor)).trim();
  while (delimiter !== ';' && !cursor.tokens.isDone) {
    const line = yield* readLine(cursor);
    delimiter = /^\s*delimiter\s+(\S+)/i.exec(line)?.[1] ?? delimiter;
  }
}

/** Reads `INSERT … INTO table (columns) VALUES (…), (…)`, row by row. */
function* readInsert(dump: Dump): Steps {
  const { cursor, tables } = dump;
  while (!isWord(yield* cursor.take(), 'INTO'));
  const table = yield* readName(cursor);
  const columns = (yield* readColumnList(cursor)) ?? tables.get(table)?.names;
  let next = yield* cursor.take();
  while (isWord(next, 'OVERRIDING', 'SYSTEM', 'USER', 'VALUE')) next = yield* cursor.take();
  if (!isWord(next, 'VALUES')) throw new UnknownForm(`表 ${table} 的这条 INSERT 不是逐行的值，没有读`);
  if (!columns) throw new UnknownForm(`表 ${table} 的列名不在文件里，这条 INSERT 没有读`);
  yield* readRows(dump, table, columns);
}

function* readRows({ cursor, tables, zone }: Dump, table: string, columns: string[]): Steps {
  const zoned = zone === '' ? [] : (tables.get(table)?.timestamps ?? []);
  for (;;) {
    if (!isSymbol(yield* cursor.take(), '(')) throw new UnknownForm();
    const { line } = cursor.tokens;
    const values = yield* readValues(cursor);
    for (const column of zoned) addZone(values[columns.indexOf(column)], zone);
    yield* rowOf(table, columns, values, `第 ${line} 行`);
    const after = yield* cursor.takeOrEnd();
    if (!after || isSymbol(after, ';')) return;
    if (!isSymbol(after, ',')) return yield* skipStatement(cursor); // ON DUPLICATE KEY UPDATE, ON CONFLICT
  }
}

function addZone(time: SqlValue | undefined, zone: string) {
  if (time?.value && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?$/.test(time.value)) time.value += zone;
}

function* readColumnList(cursor: TokenCursor): Reading<string[] | undefined> {
  if (!isSymbol(yield* cursor.peek(), '(')) return undefined;
  yield* cursor.take();
  return yield* readNames(cursor);
}

function* readNames(cursor: TokenCursor): Reading<string[]> {
  const names: string[] = [];
  for (;;) {
    names.push(yield* readName(cursor));
    const { text } = yield* cursor.take();
    if (text === ')') return names;
    if (text !== ',') throw new UnknownForm();
  }
}

function* rowOf(table: string, columns: string[], values: SqlValue[], place: string): Generator<TableRow | Loss> {
  if (values.length !== columns.length) {
    yield loss(`表 ${table} 的行`, place, `有 ${values.length} 个值，表有 ${columns.length} 列`);
    return;
  }
  const unknown = columns.filter((_column, index) => !values[index]?.isKnown);
  if (unknown.length > 0) yield loss(`表 ${table} 的值`, place, `「${unknown.join('、')}」是算式，没有计算，当作空`);
  const row = Object.fromEntries(columns.map((column, index) => [column, values[index]?.value ?? null]));
  yield { kind: 'row', table, row, place };
}

/** Reads the lines of `COPY table (columns) FROM stdin`, up to `\.`. */
function* readCopy({ cursor, tables }: Dump): Steps {
  const table = yield* readName(cursor);
  const columns = (yield* readColumnList(cursor)) ?? tables.get(table)?.names;
  const words: string[] = [];
  for (let token = yield* cursor.take(); !isSymbol(token, ';'); token = yield* cursor.take())
    words.push(token.text.toUpperCase());
  if (!words.includes('STDIN')) return;
  yield* readLine(cursor);
  const isPlain = !words.includes('CSV') && !words.includes('BINARY');
  if (!isPlain) yield loss(`表 ${table}`, `第 ${cursor.tokens.line} 行`, '数据不是 pg_dump 默认的格式，没有读');
  yield* readCopied(cursor, table, isPlain ? columns : undefined);
}

function* readCopied(cursor: TokenCursor, table: string, columns: string[] | undefined): Steps {
  while (!cursor.tokens.isDone) {
    const place = `第 ${cursor.tokens.line} 行`;
    const line = yield* readLine(cursor);
    if (line === '\\.') return;
    if (columns) yield* rowOf(table, columns, line.split('\t').map(copiedValue), place);
  }
  throw new UnreadableSource(`文件在第 ${cursor.tokens.line} 行断了，后面的没有`);
}

function copiedValue(text: string): SqlValue {
  return { value: text === '\\N' ? null : unescapePostgresql(text), isKnown: true };
}
