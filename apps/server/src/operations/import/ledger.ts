import { fingerprintOf } from '@mojian/importers/fingerprint';
import type { Item, SourceComment } from '@mojian/importers/form';
import type { Insertable, Selectable } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';

/** Kinds of items that become rows. */
export type RowKind =
  | 'article'
  | 'comment'
  | 'message'
  | 'say'
  | 'link'
  | 'person'
  | 'redirect'
  | 'category'
  | 'series'
  | 'navigation'
  | 'sticker'
  | 'setting'
  | 'picture';

export type LedgerRow = Selectable<Schema['importedRows']>;

/** Hash of an item, by which a later export is seen to have changed it. A guessed date is none of its own. */
export function itemHash(item: Item) {
  const isGuessed = item.kind === 'article' && item.isDateGuessed === true;
  const own = isGuessed ? { ...item, publishedAt: null, warnings: [] } : { ...item, byOwner: undefined };
  return fingerprintOf(own);
}

export function findImportedRow(db: Db | Trx, { origin, kind, key }: Pick<LedgerRow, 'origin' | 'kind' | 'key'>) {
  return db
    .selectFrom('importedRows')
    .selectAll()
    .where('origin', '=', origin)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst();
}

/** Keys per statement: databases limit their parameters. */
const batchSize = 500;

/** Ledger rows of several keys, by key. */
export async function findImportedRows(db: Db | Trx, origin: string, kind: RowKind, keys: string[]) {
  const found = new Map<string, LedgerRow>();
  const wanted = [...new Set(keys)];
  for (let from = 0; from < wanted.length; from += batchSize) {
    const rows = await db
      .selectFrom('importedRows')
      .selectAll()
      .where('origin', '=', origin)
      .where('kind', '=', kind)
      .where('key', 'in', wanted.slice(from, from + batchSize))
      .execute();
    for (const row of rows) found.set(row.key, row);
  }
  return found;
}

/** Records what an item became. The run that added it stays its run; a later one is noted as the last to change it. */
export async function putImportedRow(trx: Trx, row: Insertable<Schema['importedRows']>) {
  const { rowId, hash, mark, title, source, runId } = row;
  await trx
    .insertInto('importedRows')
    .values(row)
    .onConflict((known) =>
      known.columns(['origin', 'kind', 'key']).doUpdateSet({ rowId, hash, mark, title, source, updatedRunId: runId }),
    )
    .execute();
}

/**
 * Claims the key of an item before its row exists, for `setRowId`; false when another transaction has stored the item
 * since it was looked for.
 */
export async function claimImportedRow(trx: Trx, row: Omit<Insertable<Schema['importedRows']>, 'rowId'>) {
  const claimed = await trx
    .insertInto('importedRows')
    .values({ ...row, rowId: 0 })
    .onConflict((known) => known.columns(['origin', 'kind', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  return claimed !== undefined;
}

export async function setRowId(
  trx: Trx,
  { origin, kind, key }: Pick<LedgerRow, 'origin' | 'kind' | 'key'>,
  rowId: number,
) {
  await trx
    .updateTable('importedRows')
    .set({ rowId })
    .where('origin', '=', origin)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .execute();
}

export async function forgetImportedRow(trx: Trx, { origin, kind, key }: Pick<LedgerRow, 'origin' | 'kind' | 'key'>) {
  await trx
    .deleteFrom('importedRows')
    .where('origin', '=', origin)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .execute();
}

/** Raises an article's mark after a change that the import itself made, such as a fetched picture. */
export async function updateArticleMark(trx: Trx, articleId: number, from: string, to: string) {
  await trx
    .updateTable('importedRows')
    .set({ mark: to })
    .where('kind', '=', 'article')
    .where('rowId', '=', articleId)
    .where('mark', '=', from)
    .execute();
}

/** Some things of a source with what tells them from others of the same number: a title or a time. */
export type Sample = { kind: 'article' | 'comment'; key: string; sign: string }[];

/**
 * Finds the origin of a file: that of its site or, where it names none or no import had its site, of an earlier import
 * without a site that has some of these very things. Else a new one, since the numbers of two sites may be the same.
 */
export async function originOf(db: Db, reader: string, { host, sample }: { host: string; sample: Sample }) {
  const runs = db.selectFrom('importRuns').select('origin').distinct().where('reader', '=', reader);
  const origins = (await runs.execute()).map(({ origin }) => origin);
  const own = `${reader}:${host}`;
  if (host !== '' && origins.includes(own)) return own;
  const unnamed = origins.filter((origin) => origin.startsWith(`${reader}#`));
  for (const origin of unnamed) if (await knowsSample(db, origin, sample)) return origin;
  return host === '' ? `${reader}#${unnamed.length + 1}` : own;
}

/** Share of articles, a quarter: `about.md` is in the folders of two blogs. */
const leastShare = 4;

/** Whether an import has some of these things, stored or waiting for their article. */
async function knowsSample(db: Db, origin: string, sample: Sample) {
  for (const kind of ['article', 'comment'] as const) {
    const some = sample.filter((one) => one.kind === kind);
    const rows = await findImportedRows(
      db,
      origin,
      kind,
      some.map(({ key }) => key),
    );
    const signOf = (row: LedgerRow | undefined) => (kind === 'article' ? row?.title : row?.mark);
    const same = some.filter(({ key, sign }) => signOf(rows.get(key)) === sign).length;
    if (same > 0 && (kind === 'comment' || same * leastShare >= some.length)) return true;
  }
  const comments = sample.filter(({ kind }) => kind === 'comment');
  const waiting = await listWaiting(db, origin, comments);
  return comments.some(({ key, sign }) => waiting.get(key) === sign);
}

async function listWaiting(db: Db, origin: string, comments: Sample) {
  if (comments.length === 0) return new Map<string, string>();
  const keys = comments.map(({ key }) => key);
  const rows = db.selectFrom('waitingComments').select(['key', 'item']).where('origin', '=', origin);
  const found = await rows.where('key', 'in', keys).execute();
  return new Map(found.map(({ key, item }) => [key, String((JSON.parse(item) as SourceComment).createdAt)]));
}
