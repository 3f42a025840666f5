import { parse, TomlDate, TomlError } from 'smol-toml';
import { parseDocument } from 'yaml';

type Split = { fields: Fields | undefined; body: string };

const yamlBlock = /^-{3,}[ \t]*(?:ya?ml[ \t]*)?\n(?:([\s\S]*?)\n)??(?:-{3,}|\.\.\.)[ \t]*(?:\n|$)/i;
const tomlBlock = /^(?:\+\+\+|---[ \t]*toml)[ \t]*\n(?:([\s\S]*?)\n)??(?:\+\+\+|---)[ \t]*(?:\n|$)/i;
/** Hexo's JSON between semicolons, whose first line may be left out; braces are optional. */
const semicolonBlock = /^(?:;{3,}[ \t]*\n|(?=[ \t]*"))(?:([\s\S]*?)\n)??;{3,}[ \t]*(?:\n|$)/;
const jsonBlock = /^---[ \t]*json[ \t]*\n(?:([\s\S]*?)\n)??---[ \t]*(?:\n|$)/i;
/** Hexo allows the opening dashes to be left out. */
const bareBlock = /^((?:[\w-]+:.*\n|[ \t].*\n|- .*\n)+)---[ \t]*(?:\n|$)/;

/**
 * Splits front matter (YAML, TOML or JSON) from the text; `fields` is undefined without any, as for two rules around a
 * paragraph.
 * @throws BrokenFrontMatter with the line at fault
 */
export function splitFrontMatter(text: string): Split {
  const start = text.replace(/^\s*\n(?=[ \t]*(?:---|\+\+\+|;;;|\{))/, '');
  const toml = tomlBlock.exec(start);
  if (toml) return { fields: parseToml(toml[1] ?? ''), body: start.slice(toml[0].length) };
  const json = splitJson(start);
  if (json) return json;

  const yaml = yamlBlock.exec(start) ?? bareBlock.exec(start);
  const fields = yaml && parseYaml(yaml[1] ?? '');
  return yaml && fields ? { fields, body: start.slice(yaml[0].length) } : { fields: undefined, body: text };
}

/** Reads Hugo's object in braces and Hexo's lines between semicolons. */
function splitJson(start: string): Split | undefined {
  const [whole, fenced] = semicolonBlock.exec(start) ?? jsonBlock.exec(start) ?? [];
  if (whole !== undefined) {
    const written = (fenced ?? '').trim();
    return { fields: parseJson(written.startsWith('{') ? written : `{${written}}`), body: start.slice(whole.length) };
  }
  if (!/^[ \t]*\{\s*(?:"|\}[ \t]*\n)/.test(start)) return undefined;
  const end = endOfObject(start);
  return { fields: parseJson(start.slice(0, end)), body: start.slice(end).replace(/^[ \t]*\n/, '') };
}

/** Index behind the brace that closes the first one, outside of strings. */
function endOfObject(text: string) {
  let depth = 0;
  for (const { 0: found, index } of text.matchAll(/"(?:[^"\\\n]|\\.)*"|[{}]/g)) {
    if (found === '{') depth += 1;
    if (found === '}') depth -= 1;
    if (depth === 0) return index + found.length;
  }
  return text.length;
}

function parseJson(source: string): Fields {
  try {
    return JSON.parse(source.replace(/,(?=\s*\}$)/, '')) as Fields;
  } catch {
    throw new BrokenFrontMatter(1, '不认识的 JSON 写法');
  }
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

/** Keeps dates as text, like `parseYaml`. */
function parseToml(source: string): Fields {
  try {
    return withTextDates(parse(source)) as Fields;
  } catch (error) {
    throw new BrokenFrontMatter(error instanceof TomlError ? error.line + 1 : 1, '不认识的 TOML 写法');
  }
}

function withTextDates(value: unknown): unknown {
  if (value instanceof TomlDate) return value.toISOString();
  if (Array.isArray(value)) return value.map(withTextDates);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withTextDates(inner)]));
}
