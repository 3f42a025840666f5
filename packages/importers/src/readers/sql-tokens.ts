import { UnreadableSource } from '../form.ts';

export type SqlDialect = 'mysql' | 'postgresql' | 'sqlite';

/** `name` is a quoted identifier; a `word` is written without quotes. `raw` keeps escapes, for PostgreSQL's E and U&. */
export type SqlToken = { kind: 'word' | 'name' | 'string' | 'number' | 'symbol'; text: string; raw: string };

/** Characters of one value; MySQL's own limit of a packet is lower by default. */
const longestToken = 32 * 1024 * 1024;

/**
 * Cuts the text of a dump into tokens without a memory of more than the current one. `next` returns undefined when the
 * text at hand may end within a token: append more, or call `end`, and ask again.
 */
export class SqlTokens {
  line = 1;
  #text = '';
  #at = 0;
  #isEnded = false;
  /** The last token, while nothing stands between it and the next one. */
  #before = '';
  readonly #dialect: SqlDialect;

  constructor(dialect: SqlDialect) {
    this.#dialect = dialect;
  }

  /** Characters of the token that is not complete yet. */
  get pending() {
    return this.#text.length - this.#at;
  }

  get isDone() {
    return this.#isEnded && this.#at >= this.#text.length;
  }

  append(text: string) {
    this.#text = this.#text.slice(this.#at) + text;
    this.#at = 0;
    if (this.#text.length > longestToken)
      throw new UnreadableSource(`第 ${this.line} 行起有一个值没有结束，后面的没有读`);
  }

  end() {
    this.#isEnded = true;
  }

  /** @throws UnreadableSource when the file ends within a token */
  next(): SqlToken | undefined {
    const start = this.#at;
    const isReady = this.#skipBlank();
    if (this.#at !== start) this.#before = '';
    if (!isReady) return undefined;
    const token = this.#token();
    if (token) this.#before = token.text;
    if (!token && this.#isEnded && this.#at < this.#text.length)
      throw new UnreadableSource(`文件在第 ${this.line} 行的一个值中间断了，后面的没有`);
    return token;
  }

  /** Takes the rest of the line; undefined when its end is not there yet. */
  restOfLine(): string | undefined {
    const end = this.#text.indexOf('\n', this.#at);
    if (end < 0 && !this.#isEnded) return undefined;
    return this.#take(end < 0 ? this.#text.length : end + 1).replace(/\r?\n$/, '');
  }

  /** Moves to the next line that begins a statement; false when there is none in the text at hand. */
  toNextStatement() {
    const start = /\n(?:(?:INSERT|REPLACE|CREATE|DROP|LOCK|UNLOCK|COPY|SET)\b|--)/gi;
    start.lastIndex = this.#at;
    const found = start.exec(this.#text);
    const last = this.#isEnded ? this.#text.length : this.#text.lastIndexOf('\n');
    this.#take(found ? found.index + 1 : Math.max(this.#at, last));
    return found !== null || this.#isEnded;
  }

  #take(end: number) {
    const text = this.#text.slice(this.#at, end);
    for (let newline = text.indexOf('\n'); newline >= 0; newline = text.indexOf('\n', newline + 1)) this.line++;
    this.#at = end;
    return text;
  }

  /** Skips white space and comments; false when the text may go on with more of them. */
  #skipBlank(): boolean {
    for (;;) {
      const blank = /[\s\uFEFF\0]*/y;
      blank.lastIndex = this.#at;
      blank.exec(this.#text);
      this.#take(blank.lastIndex);
      const comment = this.#commentEnd();
      if (comment === undefined) return this.#at < this.#text.length && (this.#isEnded || this.pending > 2);
      if (comment < 0 && !this.#isEnded) return false;
      this.#take(comment < 0 ? this.#text.length : comment);
    }
  }

  /** Position behind a comment, −1 when its end is missing, undefined when there is none. */
  #commentEnd(): number | undefined {
    const two = this.#text.slice(this.#at, this.#at + 2);
    if (two === '/*') return ending(this.#text, '*/', this.#at + 2);
    const isDash = two === '--' && (this.#dialect !== 'mysql' || /\s|^$/.test(this.#text.charAt(this.#at + 2)));
    if (isDash || (two.startsWith('#') && this.#dialect === 'mysql')) return ending(this.#text, '\n', this.#at);
    return undefined;
  }

  #token(): SqlToken | undefined {
    const first = this.#text.charAt(this.#at);
    if (first === "'") return this.#quoted("'", 'string');
    if (first === '"') return this.#quoted('"', this.#dialect === 'mysql' ? 'string' : 'name');
    if (first === '`') return this.#quoted('`', 'name');
    if (first === '[' && this.#dialect === 'sqlite') return this.#quoted(']', 'name');
    if (first === '$' && this.#dialect === 'postgresql') return this.#dollarQuoted();
    return this.#plain();
  }

  #plain(): SqlToken | undefined {
    const pattern = /(0x[\da-f]*|\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+)|[\p{L}_@][\p{L}\p{N}_$@]*|::|[\s\S]/iuy;
    pattern.lastIndex = this.#at;
    const [text = '', number] = pattern.exec(this.#text) ?? [];
    const end = this.#at + text.length;
    const isWord = /^[\p{L}_@]/u.test(text);
    // a word or number that reaches the end of the text may go on
    if (end === this.#text.length && !this.#isEnded && (isWord || number !== undefined)) return undefined;
    this.#take(end);
    return { kind: number !== undefined ? 'number' : isWord ? 'word' : 'symbol', text, raw: text };
  }

  #quoted(quote: string, kind: 'string' | 'name'): SqlToken | undefined {
    const escapes = kind === 'string' && this.#escapesHere();
    const end = this.#quoteEnd(quote, escapes);
    if (end === undefined) return undefined;
    const raw = this.#take(end).slice(1, -1);
    const single = raw.replaceAll(quote + quote, quote);
    return { kind, text: escapes ? unescapeMysql(raw, quote) : single, raw };
  }

  /** Whether a backslash escapes: in MySQL always, in PostgreSQL behind an E. */
  #escapesHere() {
    return this.#dialect === 'mysql' || (this.#dialect === 'postgresql' && /^E$/i.test(this.#before));
  }

  #quoteEnd(quote: string, escapes: boolean): number | undefined {
    const stop = new RegExp(escapes ? `[${quote}\\\\]` : `\\${quote}`, 'g');
    for (let at = this.#at + 1; ; ) {
      stop.lastIndex = at;
      const found = stop.exec(this.#text)?.index;
      if (found === undefined) return undefined;
      const isPair = this.#text[found] === '\\' || this.#text[found + 1] === quote;
      if (!isPair) return found + 1 === this.#text.length && !this.#isEnded ? undefined : found + 1;
      at = found + 2;
    }
  }

  #dollarQuoted(): SqlToken | undefined {
    const opening = /\$(?:[A-Za-z_]\w*)?\$/y;
    opening.lastIndex = this.#at;
    const [tag] = opening.exec(this.#text) ?? [];
    if (tag === undefined) return this.#plain();
    const end = ending(this.#text, tag, this.#at + tag.length);
    if (end < 0) return undefined;
    const raw = this.#take(end).slice(tag.length, -tag.length);
    return { kind: 'string', text: raw, raw };
  }
}

function ending(text: string, mark: string, from: number) {
  const found = text.indexOf(mark, from);
  return found < 0 ? -1 : found + mark.length;
}

const mysqlEscapes: Record<string, string> = { 0: '\0', b: '\b', n: '\n', r: '\r', t: '\t', Z: '\x1a' };

/** `\%` and `\_` keep their backslash, as MySQL reads them outside of LIKE. */
function unescapeMysql(raw: string, quote: string) {
  if (!raw.includes('\\') && !raw.includes(quote)) return raw;
  const shown = (piece: string) => unescapePiece(piece, quote);
  return (raw.match(pieces) ?? []).map(shown).join('');
}

/** Up to so many signs or escapes: to replace millions of them at once takes a hundred bytes for each. */
const pieces = /(?:\\[\s\S]|(['"`])\1|[\s\S]){1,10000}/g;

function unescapePiece(raw: string, quote: string) {
  return raw.replace(/\\([\s\S])|(['"`])\2/g, (pair, escaped: string | undefined, doubled: string | undefined) => {
    if (escaped === undefined) return doubled === quote ? quote : pair;
    if (escaped === '%' || escaped === '_') return pair;
    return mysqlEscapes[escaped] ?? escaped;
  });
}
