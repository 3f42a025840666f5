import { redirectLinesAtMost } from '@mojian/contract/content/redirects';
import { Failure } from '@mojian/contract/platform/failures';
import { csvCell } from '@mojian/contract/platform/format';
import { readYaml } from '@mojian/foreign-files/yaml';
import { stringify } from 'yaml';

/** A redirect of a file. `reason`: why it cannot be read, or ''. */
export type FileEntry = { line: number; from: string; to: string; reason: string };

/**
 * Reads a CSV with two columns, or Ghost's redirects.json or redirects.yaml, told apart by their content.
 * @throws Failure invalid-input at `file`
 */
export function readRedirectFile(text: string): FileEntry[] {
  const plain = text.replace(/^\ufeff/, '').trim();
  if (plain === '') throw unreadable('文件是空的');
  const entries = /^[[{]/.test(plain)
    ? readJson(plain)
    : /^['"]?30[1278]['"]?:/m.test(plain)
      ? readYamlFile(plain)
      : readCsv(plain);
  if (entries.length > redirectLinesAtMost)
    throw unreadable(`文件有 ${entries.length} 条，一次最多 ${redirectLinesAtMost} 条，请分成几个文件`);
  return entries;
}

function unreadable(reason: string) {
  return new Failure('invalid-input', reason, 'file');
}

function readJson(text: string): FileEntry[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw unreadable(`不是完整的 JSON：${error instanceof Error ? error.message.slice(0, 100) : ''}`);
  }
  if (!Array.isArray(parsed)) throw unreadable('不是 Ghost 的 redirects.json：最外层须是一个列表');
  return parsed.map((one: unknown, index) => {
    const { from, to } = typeof one === 'object' && one !== null ? (one as { from?: unknown; to?: unknown }) : {};
    if (typeof from !== 'string' || typeof to !== 'string')
      return { line: index + 1, from: '', to: '', reason: '这一条缺少 from 或 to' };
    return fromPattern(index + 1, from, to);
  });
}

function readYamlFile(text: string): FileEntry[] {
  let parsed: unknown;
  try {
    parsed = readYaml(text, { aliases: 0 });
  } catch (error) {
    throw unreadable(
      `不是完整的 YAML：${error instanceof Error ? error.message.split('\n', 1)[0]?.slice(0, 100) : ''}`,
    );
  }
  if (typeof parsed !== 'object' || parsed === null) throw unreadable('不是 Ghost 的 redirects.yaml');
  const pairs = Object.values(parsed).flatMap((group: unknown) =>
    typeof group === 'object' && group !== null ? Object.entries(group) : [],
  );
  return pairs.map(([from, to]: [string, unknown], index) =>
    typeof to === 'string'
      ? fromPattern(index + 1, from, to)
      : { line: index + 1, from, to: '', reason: '这一条缺少新地址' },
  );
}

/** Turns one of Ghost's patterns into a plain path, where it stands for a single one. */
function fromPattern(line: number, pattern: string, to: string): FileEntry {
  const plain = pattern
    .replace(/^\^/, '')
    .replace(/\$$/, '')
    .replace(/(?:\\?\/)\??$/, '/')
    .replace(/\\([/.?+*()[\]{}^$|\\-])/g, (_, sign: string) => literal(sign));
  const isPattern = /[*+?()[\]{}|\\^$]/.test(plain.replace(/\?(?=[a-z_]+=)/i, '')) || /\$\d/.test(to);
  const from = plain.replace(/[\ue000-\ue0ff]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xe000));
  return isPattern
    ? { line, from: pattern, to, reason: '是匹配许多地址的正则表达式，这里只收单个地址' }
    : { line, from, to, reason: '' };
}

/** Stands for an escaped character in a private code point, so that the test for pattern characters passes over it. */
function literal(sign: string) {
  return String.fromCharCode(0xe000 + sign.charCodeAt(0));
}

const titles = /^(?:from|old|source|旧地址|原地址|从|旧网址)$/i;

function readCsv(text: string): FileEntry[] {
  const firstLine = text.split('\n', 1)[0] ?? '';
  const separator = [',', '\t', ';', '，'].find((sign) => firstLine.includes(sign)) ?? ',';
  return splitCsv(text, separator).flatMap(({ line, cells }) => {
    const [from = '', to = ''] = cells.map((cell) => cell.trim().replace(/^'(?=[=+\-@])/, ''));
    if ((line === 1 && titles.test(from)) || (from === '' && to === '')) return [];
    return [{ line, from, to, reason: to === '' ? '这一行缺少新地址' : '' }];
  });
}

/** Splits by RFC 4180: quoted cells may hold separators, line ends and doubled quotes. */
function splitCsv(text: string, separator: string) {
  const cell = new RegExp(
    `[ \\t]*"([^"]*(?:""[^"]*)*)"[ \\t\\r]*(${separator}|\\n|$)|([^${separator}\\n]*)(${separator}|\\n|$)`,
    'y',
  );
  const rows: { line: number; cells: string[] }[] = [];
  let cells: string[] = [];
  let [line, begun] = [1, 1];
  while (cell.lastIndex < text.length || cells.length > 0) {
    const [whole, quoted, end, plain = '', plainEnd] = cell.exec(text) ?? [''];
    cells.push(quoted === undefined ? plain.replace(/\r$/, '') : quoted.replaceAll('""', '"'));
    line += whole.split('\n').length - 1;
    if ((end ?? plainEnd) === separator) continue;
    rows.push({ line: begun, cells });
    [cells, begun] = [[], line];
  }
  return rows;
}

type Redirect = { path: string; target: string };

/** Writes all redirects in a format that `readRedirectFile` and Ghost accept. */
export function writeRedirects(format: 'csv' | 'json' | 'yaml', redirects: Redirect[]) {
  if (format === 'csv') {
    const lines = redirects.map(({ path, target }) => `${csvCell(path)},${csvCell(target)}`);
    return `\ufeff${['"from","to"', ...lines].join('\r\n')}\r\n`;
  }
  const patterns = redirects.map(({ path, target }) => [`^${escaped(path)}/?$`, target] as const);
  if (format === 'json')
    return JSON.stringify(
      patterns.map(([from, to]) => ({ from, to, permanent: true })),
      null,
      2,
    );
  return stringify({ 301: Object.fromEntries(patterns), 302: {} }, { lineWidth: 0 });
}

function escaped(path: string) {
  return path.replace(/[.?+*()[\]{}^$|\\]/g, '\\$&');
}
