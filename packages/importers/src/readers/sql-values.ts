import { UnreadableSource } from '../form.ts';
import type { SqlToken, SqlTokens } from './sql-tokens.ts';

/** A part of a statement in a form that is not read. */
export class UnknownForm extends Error {}

/** Yields undefined to ask for more text. */
export type Reading<Result> = Generator<undefined, Result>;

/** Tokens one by one, with a look at the next. */
export class TokenCursor {
  readonly tokens: SqlTokens;
  #next: SqlToken | undefined;

  constructor(tokens: SqlTokens) {
    this.tokens = tokens;
  }

  *peek(): Reading<SqlToken | undefined> {
    while (!this.#next) {
      this.#next = this.tokens.next();
      if (this.#next || this.tokens.isDone) break;
      yield undefined;
    }
    return this.#next;
  }

  *takeOrEnd(): Reading<SqlToken | undefined> {
    const token = this.#next ?? this.tokens.next() ?? (yield* this.peek());
    this.#next = undefined;
    return token;
  }

  /** @throws UnreadableSource at the end of the file */
  *take(): Reading<SqlToken> {
    const token = yield* this.takeOrEnd();
    if (!token) throw new UnreadableSource(`文件在第 ${this.tokens.line} 行断了，后面的没有`);
    return token;
  }

  drop() {
    this.#next = undefined;
  }
}

export function isWord(token: SqlToken | undefined, ...words: string[]) {
  return token?.kind === 'word' && words.includes(token.text.toUpperCase());
}

export function isSymbol(token: SqlToken | undefined, symbol: string) {
  return token?.kind === 'symbol' && token.text === symbol;
}

/** Reads a name such as `public."wl_Comment"` without its schema. */
export function* readName(cursor: TokenCursor): Reading<string> {
  for (;;) {
    const { kind, text } = yield* cursor.take();
    if (kind === 'symbol' || kind === 'number') throw new UnknownForm();
    if (!isSymbol(yield* cursor.peek(), '.')) return text;
    yield* cursor.take();
  }
}

/** Passes over the rest of a statement. */
export function* skipStatement(cursor: TokenCursor): Reading<void> {
  for (;;) {
    const token = yield* cursor.takeOrEnd();
    if (!token || isSymbol(token, ';')) return;
  }
}

/** `isKnown` is false for a calculation, whose value is null. */
export type SqlValue = { value: string | null; isKnown: boolean };

const unknown: SqlValue = { value: null, isKnown: false };

/** Reads the values between two brackets; the first has been taken. */
export function* readValues(cursor: TokenCursor): Reading<SqlValue[]> {
  const values: SqlValue[] = [];
  for (;;) {
    values.push(yield* readValue(cursor));
    const { text } = yield* cursor.take();
    if (text === ')') return values;
  }
}

/** Reads up to the comma or bracket behind a value; casts such as `::text` are passed over. */
function* readValue(cursor: TokenCursor): Reading<SqlValue> {
  let value = yield* readTerm(cursor);
  for (;;) {
    const next = yield* cursor.peek();
    if (isSymbol(next, ',') || isSymbol(next, ')')) return value;
    if (isSymbol(next, ';')) throw new UnknownForm();
    yield* cursor.take();
    if (isSymbol(next, '::')) yield* skipType(cursor);
    else {
      value = unknown;
      if (isSymbol(next, '(')) yield* skipBrackets(cursor);
    }
  }
}

function* skipType(cursor: TokenCursor): Reading<void> {
  for (;;) {
    const next = yield* cursor.peek();
    const belongs =
      next?.kind === 'word' ||
      next?.kind === 'name' ||
      isSymbol(next, '[') ||
      isSymbol(next, ']') ||
      isSymbol(next, '.');
    if (!belongs && !isSymbol(next, '(')) return;
    yield* cursor.take();
    if (isSymbol(next, '(')) yield* skipBrackets(cursor);
  }
}

/** Passes over the rest of an open pair of brackets. */
export function* skipBrackets(cursor: TokenCursor): Reading<void> {
  for (let depth = 1; depth > 0; ) {
    const token = yield* cursor.take();
    if (isSymbol(token, '(')) depth++;
    if (isSymbol(token, ')')) depth--;
  }
}

function* readTerm(cursor: TokenCursor): Reading<SqlValue> {
  const token = yield* cursor.take();
  if (token.kind === 'string') return known(yield* readAdjacent(cursor, token.text));
  if (token.kind === 'name') return known(token.text);
  if (token.kind === 'number') return known(numberText(token.text));
  if (token.kind === 'word') return yield* readWord(cursor, token.text);
  if (isSymbol(token, '-') || isSymbol(token, '+')) return yield* readSigned(cursor, token.text);
  if (isSymbol(token, '(')) yield* skipBrackets(cursor);
  else if (isSymbol(token, ')') || isSymbol(token, ';') || isSymbol(token, ',')) throw new UnknownForm();
  return unknown;
}

function known(value: string | null): SqlValue {
  return { value, isKnown: true };
}

function* readSigned(cursor: TokenCursor, sign: string): Reading<SqlValue> {
  const { kind, text } = yield* cursor.take();
  return kind === 'number' ? known(sign === '-' ? `-${text}` : text) : unknown;
}

/** Strings that follow each other are one. */
function* readAdjacent(cursor: TokenCursor, first: string): Reading<string> {
  let text = first;
  while ((yield* cursor.peek())?.kind === 'string') text += (yield* cursor.take()).text;
  return text;
}

const constants = new Map<string, string | null>([
  ['NULL', null],
  ['DEFAULT', null],
  ['TRUE', '1'],
  ['FALSE', '0'],
]);

function* readWord(cursor: TokenCursor, text: string): Reading<SqlValue> {
  const word = text.toUpperCase();
  const next = yield* cursor.peek();
  if (next?.kind === 'string') {
    yield* cursor.take();
    return prefixed(word, next);
  }
  const constant = constants.get(word);
  if (constant !== undefined) return known(constant);
  if (next?.kind === 'number' && text.startsWith('_')) return known(numberText((yield* cursor.take()).text));
  if (!isSymbol(next, '(')) return unknown;
  yield* cursor.take();
  return yield* readSqliteText(cursor, word);
}

/** Reads E'…', X'…', B'…', N'…' and strings behind the name of a character set. */
function prefixed(word: string, { text, raw }: SqlToken): SqlValue {
  if (word === 'E') return known(unescapePostgresql(raw.replaceAll("''", "'")));
  if (word === 'X' || word === '_BINARY X') return known(bytesText(text));
  if (word === 'B') return known(/^[01]{1,53}$/.test(text) ? String(Number.parseInt(text, 2)) : text);
  return word === 'N' || word.startsWith('_') ? known(text) : unknown;
}

/** Reads the two forms in which sqlite3 writes texts with line ends: `replace('a\nb','\n',char(10))` and `unistr('a\u000ab')`. */
function* readSqliteText(cursor: TokenCursor, name: string): Reading<SqlValue> {
  const [text, from, to, more] = yield* readValues(cursor);
  if (name === 'CHAR')
    return typeof text?.value === 'string' && from === undefined ? known(characterOf(text.value)) : unknown;
  if (typeof text?.value !== 'string') return unknown;
  if (name === 'UNISTR' && !from) return known(unescapeUnistr(text.value));
  const isReplace = name === 'REPLACE' && typeof from?.value === 'string' && typeof to?.value === 'string' && !more;
  return isReplace ? known(text.value.replaceAll(from.value ?? '', () => to.value ?? '')) : unknown;
}

function characterOf(code: string) {
  const point = Number(code);
  return Number.isInteger(point) && point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '';
}

function unescapeUnistr(text: string) {
  return text.replace(
    /\\(?:u([\da-f]{4})|U([\da-f]{8})|\+([\da-f]{6})|([\da-f]{4})|\\)/gi,
    (all, ...codes: (string | undefined)[]) => {
      const code = codes.slice(0, 4).find((each) => each !== undefined);
      return code === undefined ? all.slice(1) : characterOf(String(Number.parseInt(code, 16)));
    },
  );
}

const postgresqlEscapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** Undoes the escapes of COPY and E'…'; octal and \x ones stand for bytes of UTF-8. */
export function unescapePostgresql(text: string) {
  if (!text.includes('\\')) return text;
  const pattern = /((?:\\(?:[0-7]{1,3}|x[\da-fA-F]{1,2}))+)|\\([\s\S])/g;
  return text.replace(pattern, (all, bytes?: string, character?: string) => {
    if (bytes) return Buffer.from([...bytes.matchAll(/\\(x?)([\da-f]+)/gi)].map(byteOf)).toString('utf8');
    return character === undefined ? all : (postgresqlEscapes[character] ?? character);
  });
}

function byteOf([, hex, digits = '']: RegExpMatchArray) {
  return Number.parseInt(digits, hex ? 16 : 8) & 0xff;
}

function numberText(text: string) {
  return /^0x/i.test(text) ? bytesText(text.slice(2)) : text;
}

/** Bytes of a text column, as phpMyAdmin writes them on demand. */
function bytesText(hex: string) {
  return Buffer.from(hex, 'hex').toString('utf8');
}
