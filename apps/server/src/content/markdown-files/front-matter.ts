import { parseDocument } from 'yaml';
import { BrokenFrontMatter, type Fields } from './front-matter-error.ts';
import { parseToml } from './toml.ts';

type Split = { fields: Fields | undefined; body: string };

const yamlBlock = /^---[ \t]*\n(?:([\s\S]*?)\n)??(?:---|\.\.\.)[ \t]*(?:\n|$)/;
const tomlBlock = /^\+\+\+[ \t]*\n(?:([\s\S]*?)\n)??\+\+\+[ \t]*(?:\n|$)/;
/** Hexo lets the first line of dashes be left out. */
const bareBlock = /^((?:[\w-]+:.*\n|[ \t].*\n|- .*\n)+)---[ \t]*(?:\n|$)/;

/**
 * Parts a Markdown file into what stands before the text, in YAML or in TOML, and the text. `fields` is undefined
 * without any: two rules around a paragraph are none.
 * @throws BrokenFrontMatter with the line at fault.
 */
export function splitFrontMatter(text: string): Split {
  const start = text.replace(/^\s*\n(?=---|\+\+\+)/, '');
  const toml = tomlBlock.exec(start);
  if (toml) return { fields: parseToml(toml[1] ?? ''), body: start.slice(toml[0].length) };

  const yaml = yamlBlock.exec(start) ?? bareBlock.exec(start);
  const fields = yaml && parseYaml(yaml[1] ?? '');
  return yaml && fields ? { fields, body: start.slice(yaml[0].length) } : { fields: undefined, body: text };
}

/** Dates stay text, to be read as times in China, and an alias is expanded a few times at most. */
function parseYaml(source: string): Fields | undefined {
  const document = parseDocument(source, { schema: 'core', uniqueKeys: false, logLevel: 'error' });
  const [error] = document.errors;
  if (error) throw new BrokenFrontMatter((error.linePos?.[0].line ?? 1) + 1, error.message.split('\n')[0] ?? '');

  const value: unknown = readValue(() => document.toJS({ maxAliasCount: 50 }));
  if (value === null || value === undefined) return {};
  return typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : undefined;
}

function readValue(read: () => unknown) {
  try {
    return read();
  } catch (error) {
    throw new BrokenFrontMatter(1, String((error as Error).message));
  }
}
