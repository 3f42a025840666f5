import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';
import type { Item } from './form.ts';

/** Kinds of items that become rows. */
export type RowKind = 'article' | 'comment' | 'message' | 'say' | 'link' | 'person' | 'redirect';

export type LedgerRow = Selectable<Schema['importedRows']>;

/** Hash of an item, by which a later export is seen to have changed it. */
export function hashOf(item: Item) {
  return createHash('sha256').update(JSON.stringify(item)).digest('base64url').slice(0, 22);
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

/** Ledger rows of several keys, by key. */
export async function findImportedRows(db: Db | Trx, origin: string, kind: RowKind, keys: string[]) {
  const found = new Map<string, LedgerRow>();
  const rows = keys.length
    ? await db
        .selectFrom('importedRows')
        .selectAll()
        .where('origin', '=', origin)
        .where('kind', '=', kind)
        .where('key', 'in', [...new Set(keys)])
        .execute()
    : [];
  for (const row of rows) found.set(row.key, row);
  return found;
}

/** Records what an item became. A repeated import keeps the run that added it. */
export async function putImportedRow(trx: Trx, row: LedgerRow) {
  const { rowId, hash, mark, title, outcome } = row;
  await trx
    .insertInto('importedRows')
    .values(row)
    .onConflict((known) => known.columns(['origin', 'kind', 'key']).doUpdateSet({ rowId, hash, mark, title, outcome }))
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
export async function moveMark(trx: Trx, articleId: number, from: string, to: string) {
  await trx
    .updateTable('importedRows')
    .set({ mark: to })
    .where('kind', '=', 'article')
    .where('rowId', '=', articleId)
    .where('mark', '=', from)
    .execute();
}

/**
 * Finds the origin of a file that does not name its site: that of an earlier import which has these very comments, else
 * a new one, since the numbers of two sites may be the same.
 */
export async function originWithoutSite(db: Db, reader: string, sample: { key: string; mark: string }[]) {
  const known = await db
    .selectFrom('importRuns')
    .select('origin')
    .distinct()
    .where('reader', '=', reader)
    .where('origin', 'like', `${reader}#%`)
    .execute();
  for (const { origin } of known) {
    const rows = await findImportedRows(
      db,
      origin,
      'comment',
      sample.map(({ key }) => key),
    );
    if (sample.some(({ key, mark }) => rows.get(key)?.mark === mark)) return origin;
  }
  return `${reader}#${known.length + 1}`;
}
