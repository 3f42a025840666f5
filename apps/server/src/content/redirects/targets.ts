import type { Db } from '../../platform/db/schema.ts';
import { localKey } from '../slugs/moved.ts';
import { findExistingAddresses } from '../slugs/present.ts';
import * as queries from './redirects.queries.ts';

export type Description = { title: string; isBroken: boolean };

/** Names what is at each target, and says which of this site are not there for readers. */
export async function describeTargets(db: Db, targets: string[]): Promise<Map<string, Description>> {
  const keys = [...new Set(targets.flatMap((target) => localKey(target) ?? []))];
  const [present, titles] = await Promise.all([
    findExistingAddresses(db, keys, { onlyPublic: true }),
    listTitles(db, keys),
  ]);
  return new Map(
    targets.map((target) => {
      const key = localKey(target);
      const isBroken = key !== undefined && !present.has(key);
      return [target, { title: titles.get(key ?? '') ?? '', isBroken }];
    }),
  );
}

const lists = [
  { table: 'categories', pattern: /^\/category\?id=([1-9]\d{0,8})$/ },
  { table: 'tags', pattern: /^\/tags\?id=([1-9]\d{0,8})$/ },
  { table: 'series', pattern: /^\/series\/([1-9]\d{0,8})$/ },
] as const;

async function listTitles(db: Db, keys: string[]) {
  const titles = await listArticleTitles(db, namesIn(keys, /^\/article\/([a-z\d-]{1,80})$/));
  for (const { table, pattern } of lists) {
    const byId = namesIn(keys, pattern);
    const rows = byId.size > 0 ? await queries.listNames(db, table, [...byId.keys()].map(Number)) : [];
    for (const { id, name } of rows) titles.set(byId.get(`${id}`) ?? '', name);
  }
  return titles;
}

async function listArticleTitles(db: Db, names: Map<string, string>) {
  const [ids, slugs] = [[...names.keys()].filter(isNumber), [...names.keys()].filter((name) => !isNumber(name))];
  const rows = [
    ...(ids.length > 0 ? await queries.listArticleTitles(db, { ids: ids.map(Number) }) : []),
    ...(slugs.length > 0 ? await queries.listArticleTitles(db, { slugs }) : []),
  ];
  const titles = new Map<string, string>();
  for (const { id, slug, title } of rows)
    for (const name of [`${id}`, slug ?? '']) titles.set(`/article/${name}`, title ?? '私密文章');
  return titles;
}

const isNumber = (name: string) => /^[1-9]\d{0,8}$/.test(name);

/** Maps the name in each matching key to the key. */
function namesIn(keys: string[], pattern: RegExp) {
  return new Map(
    keys.flatMap((key) => {
      const [, name] = pattern.exec(key) ?? [];
      return name === undefined ? [] : [[name, key] as const];
    }),
  );
}
