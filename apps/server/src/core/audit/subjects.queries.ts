import { sql } from 'kysely';
import { notPrivate } from '../../platform/db/listed.ts';
import type { Db } from '../../platform/db/schema.ts';

/** Where that stands by which an act's subject is known. */
const named = {
  user: ['users', 'nickname'],
  article: ['articles', 'title'],
  category: ['categories', 'name'],
  series: ['series', 'name'],
  tag: ['tags', 'name'],
  comment: ['comments', 'text'],
  say: ['says', 'text'],
  board: ['boardMessages', 'text'],
  chat: ['chatMessages', 'text'],
  link: ['links', 'name'],
  feedback: ['feedback', 'title'],
  navigationGroup: ['navigationGroups', 'name'],
  navigationSite: ['navigationSites', 'name'],
  broadcast: ['broadcasts', 'title'],
} as const;

const longest = 80;

/** What each of them is called now, or begins with, by subject; nothing of what is gone or has no name. */
export async function listTitles(db: Db, subjects: string[]) {
  const titles = new Map<string, string>();
  const byKind = Map.groupBy(new Set(subjects), kindOf);
  for (const [kind, those] of byKind) {
    if (!isNamed(kind)) continue;
    const ids = those.map((subject) => Number(subject.slice(kind.length + 1))).filter(Number.isSafeInteger);
    for (const { id, title } of await listOfKind(db, kind, ids))
      titles.set(`${kind}:${id}`, [...title].slice(0, longest).join(''));
  }
  return titles;
}

/** '' for what is gone or has no name. */
export async function findTitle(db: Db, subject: string) {
  return (await listTitles(db, [subject])).get(subject) ?? '';
}

async function listOfKind(db: Db, kind: keyof typeof named, ids: number[]) {
  if (ids.length === 0) return [];
  const [table, column] = named[kind];
  const { rows } = await sql<{ id: number; title: string }>`select id, ${sql.ref(column)} as title
    from ${sql.table(table)} where id in (${sql.join(ids)}) and ${kind === 'article' ? notPrivate : sql`1 = 1`}`.execute(
    db,
  );
  return rows;
}

function kindOf(subject: string) {
  return subject.split(':')[0] ?? '';
}

function isNamed(kind: string): kind is keyof typeof named {
  return Object.hasOwn(named, kind);
}
