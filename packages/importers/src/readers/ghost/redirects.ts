import { decodeText } from '@mojian/foreign-files/read-text';
import { readYaml } from '@mojian/foreign-files/yaml';
import type { Item, SourceEntry } from '../../form.ts';
import { asList, asObject, type JsonObject, text } from '../values.ts';

type Rule = { from: string; to: string };

/** Reads `redirects.json` and `redirects.yaml`; rules that are more than a path are losses. */
export async function* readGhostRedirects(entries: SourceEntry[]): AsyncGenerator<Item> {
  for (const entry of entries) {
    if (!/(?:^|\/)redirects[^/]*\.(?:json|ya?ml)$/i.test(entry.path)) continue;
    const rules = await readRules(entry);
    if (!rules) yield { kind: 'loss', thing: '转址', place: entry.path, reason: '看不懂这个文件' };
    for (const rule of rules ?? []) yield toItem(rule);
  }
}

async function readRules(entry: SourceEntry): Promise<Rule[] | undefined> {
  try {
    const source = decodeText(await entry.read());
    if (/\.json$/i.test(entry.path))
      return asList(JSON.parse(source)).map((one) => ruleOf(asObject(one).from, asObject(one).to));
    const { 301: moved, 302: found } = asObject(readYaml(source));
    return [moved, found].flatMap((group) => Object.entries(asObject(group)).map(([from, to]) => ruleOf(from, to)));
  } catch {
    return undefined;
  }
}

function ruleOf(from: unknown, to: unknown): Rule {
  return { from: text(from), to: text(to) };
}

function toItem({ from, to }: Rule): Item {
  const path = from
    .replace(/^\^/, '')
    .replace(/\$$/, '')
    .replace(/\/?\\?\/\?$/, '/')
    .replace(/\\([/.-])/g, '$1');
  const isPlain = path.startsWith('/') && !/[\\^$*+?()[\]{}|]/.test(path.replace(/^\/\?[\w=&%-]+$/, ''));
  if (isPlain && /^(?:\/|https?:\/\/)/.test(to) && !/\$\d/.test(to)) return { kind: 'redirect', from: path, to };
  return {
    kind: 'loss',
    thing: '转址',
    place: from.slice(0, 200),
    reason: `规则不是一个地址，没法照搬；原来去 ${to.slice(0, 200)}`,
  };
}

/** Reads the patterns of addresses in `routes.yaml`, such as `/blog/{slug}/`. */
export async function readRoutes(entries: SourceEntry[]): Promise<string[]> {
  const entry = entries.find(({ path }) => /(?:^|\/)routes[^/]*\.ya?ml$/i.test(path));
  if (!entry) return [];
  try {
    const { collections } = asObject(readYaml(decodeText(await entry.read())));
    const patterns = Object.values(asObject(collections)).map((one) => text((asObject(one) as JsonObject).permalink));
    return patterns.filter((pattern) => pattern.startsWith('/'));
  } catch {
    return []; // the addresses by slug remain
  }
}
