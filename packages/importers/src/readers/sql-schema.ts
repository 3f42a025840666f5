import {
  isSymbol,
  isWord,
  type Reading,
  readName,
  skipBrackets,
  skipStatement,
  type TokenCursor,
} from './sql-values.ts';

/** Columns of each table, for rows written without their names, and those of type TIMESTAMP. */
export type TableColumns = Map<string, Columns>;

type Columns = { names: string[]; timestamps: string[] };

const createdThings = {
  table: ['TABLE'],
  body: ['TRIGGER', 'FUNCTION', 'PROCEDURE', 'EVENT'],
  other: ['VIEW', 'INDEX', 'SEQUENCE', 'VIRTUAL', 'DATABASE', 'SCHEMA', 'TYPE', 'RULE', 'EXTENSION'],
};

/** Notes the columns of a new table; bodies of triggers and functions are passed over. */
export function* readCreate(cursor: TokenCursor, tables: TableColumns): Reading<void> {
  let token = yield* cursor.takeOrEnd();
  while (token && !isSymbol(token, ';') && !isWord(token, ...Object.values(createdThings).flat()))
    token = yield* cursor.takeOrEnd();
  if (isWord(token, ...createdThings.body)) return yield* skipBody(cursor);
  if (isWord(token, ...createdThings.table)) yield* readTable(cursor, tables);
  if (token && !isSymbol(token, ';')) yield* skipStatement(cursor);
}

function* readTable(cursor: TokenCursor, tables: TableColumns): Reading<void> {
  while (isWord(yield* cursor.peek(), 'IF', 'NOT', 'EXISTS')) yield* cursor.take();
  const table = yield* readName(cursor);
  if (!isSymbol(yield* cursor.peek(), '(')) return;
  yield* cursor.take();
  const columns = yield* readColumns(cursor);
  if (tables.size < 5000 && columns.names.length > 0) tables.set(table, columns);
}

const constraints = [
  'PRIMARY',
  'UNIQUE',
  'CONSTRAINT',
  'FOREIGN',
  'CHECK',
  'FULLTEXT',
  'SPATIAL',
  'EXCLUDE',
  'LIKE',
  'PERIOD',
];

/** Reads the columns of CREATE TABLE, without its keys and constraints. */
function* readColumns(cursor: TokenCursor): Reading<Columns> {
  const columns: Columns = { names: [], timestamps: [] };
  for (;;) {
    const first = yield* cursor.peek();
    const isKey = isWord(first, ...constraints) || (isWord(first, 'KEY', 'INDEX') && (yield* isIndex(cursor)));
    if (!isKey && first?.kind !== 'symbol') {
      const name = yield* readName(cursor);
      columns.names.push(name);
      if (isWord(yield* cursor.peek(), 'TIMESTAMP')) columns.timestamps.push(name);
    }
    if ((yield* skipDefinition(cursor)) === ')') return columns;
  }
}

function* skipDefinition(cursor: TokenCursor): Reading<string> {
  for (;;) {
    const token = yield* cursor.take();
    if (isSymbol(token, ')') || isSymbol(token, ',')) return token.text;
    if (isSymbol(token, '(')) yield* skipBrackets(cursor);
  }
}

/** Takes KEY or INDEX: an index has a quoted name or a bracket behind it, a column of that name its type. */
function* isIndex(cursor: TokenCursor): Reading<boolean> {
  yield* cursor.take();
  const next = yield* cursor.peek();
  return next?.kind === 'name' || next?.kind === 'string' || isSymbol(next, '(');
}

/** Passes over the body of a trigger or function: BEGIN … END may hold statements. */
function* skipBody(cursor: TokenCursor): Reading<void> {
  for (let depth = 0; ; ) {
    const token = yield* cursor.takeOrEnd();
    if (!token || (isSymbol(token, ';') && depth <= 0)) return;
    if (isWord(token, 'BEGIN', 'CASE')) depth++;
    if (isWord(token, 'END') && (yield* closesBlock(cursor))) depth--;
  }
}

/** Whether an END closes what BEGIN or CASE opened; END IF and END LOOP do not. */
function* closesBlock(cursor: TokenCursor): Reading<boolean> {
  const next = yield* cursor.peek();
  if (isWord(next, 'CASE')) yield* cursor.take();
  return !isWord(next, 'IF', 'LOOP', 'WHILE', 'REPEAT');
}
