import { BrokenFrontMatter, type Fields } from './front-matter-error.ts';

const assignment = /^\s*([\w.-]+|"[^"]*"|'[^']*')\s*=(.*)/s;
const table = /^\s*\[([^[\]]+)\]\s*(?:#.*)?$/;
const multiline = /^("""|''')([\s\S]*)$/;

/**
 * The part of TOML that front matter uses: strings, numbers, dates (as text), truth values, arrays of them over
 * several lines, and tables.
 * @throws BrokenFrontMatter for anything else.
 */
export function parseToml(source: string): Fields {
  const root: Fields = Object.create(null);
  let current = root;
  const lines = source.split('\n');
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    if (/^\s*(#|$)/.test(line)) continue;
    const name = table.exec(line)?.[1];
    if (name !== undefined) {
      current = openTable(root, name);
      continue;
    }
    const { key, value, last } = readAssignment(lines, index);
    current[key] = value;
    index = last;
  }
  return root;
}

function openTable(root: Fields, name: string): Fields {
  const opened: Fields = Object.create(null);
  root[unquoted(name.trim())] = opened;
  return opened;
}

/** A value goes on over the next lines until its brackets or its three quotes close. */
function readAssignment(lines: string[], first: number) {
  const [, key = '', start = ''] = assignment.exec(lines[first] ?? '') ?? [];
  if (key === '') throw broken(first);
  let written = start.trimStart();
  let last = first;
  while (!isComplete(written)) {
    last += 1;
    if (last >= lines.length) throw broken(first);
    written += `\n${lines[last]}`;
  }
  return { key: unquoted(key), value: readValue(written, first), last };
}

function isComplete(written: string) {
  const quote = multiline.exec(written)?.[1];
  if (quote) return written.indexOf(quote, 3) > 0;
  if (!written.startsWith('[')) return true;
  const bare = written.replace(/"(?:\\.|[^"\\])*"|'[^']*'|#.*/g, '');
  return bare.split('[').length === bare.split(']').length;
}

function readValue(written: string, line: number): unknown {
  const quote = multiline.exec(written)?.[1];
  if (quote) return unescapeText(written.slice(3, written.indexOf(quote, 3)).replace(/^\n/, ''), quote === '"""');
  if (written.startsWith('[')) return readArray(written, line);
  const [, text] = /^("(?:\\.|[^"\\])*"\s*|'[^']*'\s*|[^#]*)(?:#.*)?$/.exec(written)?.map((part) => part?.trim()) ?? [];
  if (!text) throw broken(line);
  return readScalar(text, line);
}

function readArray(written: string, line: number) {
  const inner = written.slice(1, written.lastIndexOf(']'));
  const items = inner.match(/"(?:\\.|[^"\\])*"|'[^']*'|#.*|[^\s,[\]#]+/g) ?? [];
  return items.filter((item) => !item.startsWith('#')).map((item) => readScalar(item, line));
}

function readScalar(text: string, line: number): unknown {
  if (/^["']/.test(text)) return unescapeText(text.slice(1, -1), text.startsWith('"'));
  if (text === 'true' || text === 'false') return text === 'true';
  if (/^[+-]?[\d_]+(\.\d+)?$/.test(text)) return Number(text.replaceAll('_', ''));
  if (/^\d{4}-\d{2}-\d{2}/.test(text)) return text;
  throw broken(line);
}

const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', '"': '"', '\\': '\\' };

function unescapeText(text: string, escaped: boolean) {
  if (!escaped) return text;
  return text.replace(/\\(?:u([\da-fA-F]{4})|U([\da-fA-F]{8})|(.))/gs, (all, short, long, character: string) => {
    const code = Number.parseInt(short ?? long, 16);
    if (code <= 0x10_ff_ff) return String.fromCodePoint(code);
    return escapes[character] ?? all;
  });
}

function unquoted(key: string) {
  return key.replace(/^["']|["']$/g, '');
}

function broken(index: number) {
  return new BrokenFrontMatter(index + 2, '不认识的 TOML 写法');
}
