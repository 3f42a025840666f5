import { parseDocument } from 'yaml';

type Split = { fields: Fields | undefined; body: string };

const yamlBlock = /^---[ \t]*\n(?:([\s\S]*?)\n)??(?:---|\.\.\.)[ \t]*(?:\n|$)/;
const tomlBlock = /^\+\+\+[ \t]*\n(?:([\s\S]*?)\n)??\+\+\+[ \t]*(?:\n|$)/;
/** Hexo allows the opening dashes to be left out. */
const bareBlock = /^((?:[\w-]+:.*\n|[ \t].*\n|- .*\n)+)---[ \t]*(?:\n|$)/;

/**
 * Splits front matter (YAML or TOML) from the text; `fields` is undefined without any, as for two rules around a
 * paragraph.
 * @throws BrokenFrontMatter with the line at fault
 */
export function splitFrontMatter(text: string): Split {
  const start = text.replace(/^\s*\n(?=---|\+\+\+)/, '');
  const toml = tomlBlock.exec(start);
  if (toml) return { fields: parseToml(toml[1] ?? ''), body: start.slice(toml[0].length) };

  const yaml = yamlBlock.exec(start) ?? bareBlock.exec(start);
  const fields = yaml && parseYaml(yaml[1] ?? '');
  return yaml && fields ? { fields, body: start.slice(yaml[0].length) } : { fields: undefined, body: text };
}

/** Keeps dates as text, to be read as China time; bounds the expansion of aliases. */
function parseYaml(source: string): Fields | undefined {
  const document = parseDocument(source, { schema: 'core', uniqueKeys: false, logLevel: 'error' });
  const [error] = document.errors;
  if (error) throw new BrokenFrontMatter((error.linePos?.[0].line ?? 1) + 1, error.message.split('\n')[0] ?? '');

  const value: unknown = readYamlValue(() => document.toJS({ maxAliasCount: 50 }));
  if (value === null || value === undefined) return {};
  return typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : undefined;
}

function readYamlValue(read: () => unknown) {
  try {
    return read();
  } catch (error) {
    throw new BrokenFrontMatter(1, String((error as Error).message));
  }
}

export type Fields = Record<string, unknown>;

/** Lines count from 1, the opening one included. */
export class BrokenFrontMatter extends Error {
  override name = 'BrokenFrontMatter';

  constructor(line: number, detail: string) {
    super(`文件开头的信息有误（第 ${line} 行）：${detail}`);
  }
}

const assignment = /^\s*([\w.-]+|"[^"]*"|'[^']*')\s*=(.*)/s;
const table = /^\s*\[([^[\]]+)\]\s*(?:#.*)?$/;
const multiline = /^("""|''')([\s\S]*)$/;

/**
 * The part of TOML that front matter uses: strings, numbers, dates (as text), truth values, arrays of them over
 * several lines, and tables.
 * @throws BrokenFrontMatter for anything else.
 */
function parseToml(source: string): Fields {
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
