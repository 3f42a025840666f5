import { sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';
import { insertValue, lockValue, readValue, writeValue } from '../../platform/db/stored-values.ts';
import type { Table, Tables } from '../../platform/db/table.ts';
import { readSettings } from '../settings/settings.ts';
import { drawable } from './font-characters.ts';

/** Row of the table `settings`: characters of the site in the order they were found, which never changes. */
const stored = 'typefaceCharacters';

/** Characters that the site sets in its typeface, the most frequent of the first collection first. */
export async function readCharacters(db: Db): Promise<string> {
  return (await readValue(db, stored)) ?? '';
}

/** Appends what is not there yet; the order of the rest stands, so that fonts cut from it stay right. */
export async function addCharacters(db: Db, characters: string[]): Promise<string> {
  const known = await readCharacters(db);
  if (characters.every((character) => known.includes(character))) return known;
  return db.transaction().execute(async (trx) => {
    await insertValue(trx, stored, '');
    const before = (await lockValue(trx, stored)) ?? '';
    const all = before + characters.filter((character) => !before.includes(character)).join('');
    await writeValue(trx, stored, all);
    return all;
  });
}

const batch = 500;

/** Collects the characters of everything that descriptions say is set in the typeface, and of the site's own names. */
export async function collectCharacters({ db, tables }: { db: Db; tables: Tables }, stopping?: AbortSignal) {
  const uses = new Map<string, number>();
  const count = (text: string) => {
    for (const character of text) uses.set(character, (uses.get(character) ?? 0) + 1);
  };
  const { identity, author, menu } = await readSettings(db);
  count([identity.name, author.name, ...menu.items.map(({ words }) => words)].join(''));
  for (const table of Object.values<Table>(tables))
    for await (const text of textsOf(db, table)) {
      if (stopping?.aborted) return;
      count(text);
    }
  const byUse = drawable([...uses.keys()].join('')).sort((one, other) => (uses.get(other) ?? 0) - (uses.get(one) ?? 0));
  await addCharacters(db, byUse);
}

/** Texts of a table that readers see in the typeface, some hundred rows at a time. */
async function* textsOf(db: Db, { name, key = 'id', typeset }: Table) {
  if (!typeset) return;
  const id = sql.ref<number>(`${name}.${key}`);
  const text = sql<string>`${sql.join(
    typeset.columns.map((column) => sql.ref(`${name}.${column}`)),
    sql` || `,
  )}`;
  for (let after = 0; ; ) {
    const { rows } = await sql<{ id: number; text: string }>`select ${id} as id, ${text} as text from ${sql.table(name)}
      where ${id} > ${after} and ${typeset.shown ?? sql`1 = 1`} order by ${id} limit ${batch}`.execute(db);
    yield rows.map((row) => row.text).join('');
    const last = rows.at(-1);
    if (rows.length < batch || !last) return;
    after = Number(last.id);
  }
}
