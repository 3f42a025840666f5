import { setImmediate as turn } from 'node:timers/promises';
import { type FileUse, filePlaces } from '@mojian/contract/core/uploads';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';
import type { PicturePage, Table, TableName, Tables } from '../../platform/db/table.ts';
import { unsizedKey } from '../../platform/storage/storage.ts';

type Where = Omit<PictureUse, 'key'>;

/** Uses by picture key: their number and the first few. */
export type Uses = Map<string, { count: number; first: Where[] }>;

const maxNamed = 5;

/** Reads every text of the site once. */
export async function findUses(db: Db, tables: Tables): Promise<Uses> {
  const uses: Uses = new Map();
  for await (const { key: shown, ...where } of pictureUses(db, tables)) {
    const key = unsizedKey(shown);
    const known = uses.get(key) ?? { count: 0, first: [] };
    const last = known.first.at(-1);
    if (last?.place === where.place && last.id === where.id) continue; // counts a picture once per text
    known.count += 1;
    if (known.first.length < maxNamed) known.first.push(where);
    uses.set(key, known);
  }
  return uses;
}

/** Names and links public uses; for drafts, chats and private texts not even the fact is revealed. */
export async function nameUses(db: Db, tables: Tables, uses: Where[]): Promise<(where: Where) => FileUse | undefined> {
  const pages = new Map<string, (id: number) => PicturePage | undefined>();
  for (const [place, some] of Map.groupBy(uses, (use) => use.place)) {
    const { page } = tables[place].pictures ?? {};
    if (typeof page === 'string') pages.set(place, () => ({ title: '', path: page }));
    if (typeof page !== 'function') continue;
    const found = await page(db, [...new Set(some.map(({ id }) => id))]);
    pages.set(place, (id) => found.get(id));
  }
  return (use) => {
    const page = pages.get(use.place)?.(use.id);
    const place = filePlaces.find((one) => one === use.place);
    return page && place && { place, ...page };
  };
}

const rowsAtOnce = 100;
/** Rows per batch of long texts: a few megabytes each at worst. */
const longAtOnce = 20;

/** Every picture used in some text, profile or setting. */
export async function listUsedPictureKeys(db: Db, tables: Tables) {
  const shown = new Set<string>();
  for await (const { key } of pictureUses(db, tables)) shown.add(key);
  return shown;
}

/** Key of a picture or smaller copy, and the row that uses it; the id of a setting is 0. */
type PictureUse = { key: string; place: TableName; id: number };

/** Every use of a picture of the site. */
async function* pictureUses(db: Db, tables: Tables): AsyncGenerator<PictureUse> {
  for (const table of Object.values<Table>(tables))
    for await (const { text, id } of textsOf(db, table))
      for (const [, key = ''] of text.matchAll(/\/files\/([\w/-]{1,100}\.\w{1,10})/g))
        yield { key, place: table.name, id: Number(id) || 0 };
}

type RowId = number | string;

/** Reads in small batches, with or without pictures, so that no step takes long. */
async function* textsOf(db: Db, { name, key = 'id', pictures }: Table) {
  if (!pictures) return;
  const { columns, isLong } = pictures;
  const most = isLong ? longAtOnce : rowsAtOnce;
  let rows = await listTexts(db, { name, key, columns }, null, most);
  while (rows.length > 0) {
    for (const { id, text } of rows) if (text !== null) yield { text, id };
    await turn();
    rows = await listTexts(db, { name, key, columns }, rows.at(-1)?.id ?? null, most);
  }
}

type Place = { name: TableName; key: string; columns: readonly string[] };

/** Next batch after an id; texts without pictures are null. */
function listTexts(db: Db, { name, key, columns }: Place, after: RowId | null, limit: number) {
  const text = sql<string>`${sql.join(
    columns.map((column) => sql.ref(column)),
    sql` || ' ' || `,
  )}`;
  const id = sql.ref<RowId>(key);
  return db
    .selectFrom(name as 'articles')
    .select([id.as('id'), sql<string | null>`case when ${text} like '%/files/%' then ${text} end`.as('text')])
    .$if(after !== null, (rows) => rows.where(id, '>', after))
    .orderBy(id)
    .limit(limit)
    .execute();
}
