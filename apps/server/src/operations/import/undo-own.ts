import { movedKey } from '@mojian/foreign-files/address-key';
import { fingerprintOf } from '@mojian/importers/fingerprint';
import { sql } from 'kysely';
import { deleteEmptyGroup } from '../../pages/navigation/navigation-rows.ts';
import type { Trx } from '../../platform/db/schema.ts';
import type { LedgerRow, RowKind } from './ledger.ts';

/** Columns that a person may change, of things that keep no version of their own; from them follows the mark of a row. */
const editableColumns = {
  category: { table: 'categories', fields: ['name', 'intro'] },
  series: { table: 'series', fields: ['name', 'intro', 'authorId'] },
  navigation: { table: 'navigationSites', fields: ['name', 'url', 'intro', 'logo', 'groupId'] },
  person: {
    table: 'users',
    fields: ['nickname', 'intro', 'avatar', 'cover', 'website', 'email', 'passwordHash', 'role', 'isGuest'],
  },
  setting: { table: 'settings', fields: ['value'] },
  redirect: { table: 'movedPaths', fields: ['target', 'source', 'removedAt'] },
  say: { table: 'says', fields: ['text', 'pictures', 'place', 'isPublic'] },
} satisfies Partial<Record<RowKind, { table: string; fields: string[] }>>;

export type MarkedKind = keyof typeof editableColumns;

type Marked = { kind: MarkedKind; rowId: number; key: string };

/** State of a row, by which later edits are seen; undefined for one that is gone. */
export async function markOf(trx: Trx, row: Marked): Promise<string | undefined> {
  const { table, fields } = editableColumns[row.kind];
  const { rows } = await sql<object>`select ${sql.join(fields.map((name) => sql.ref(name)))} from ${sql.table(table)}
    where ${isRow(row)}`.execute(trx);
  const [present] = rows;
  return present === undefined ? undefined : fingerprintOf(present);
}

/** Settings and redirects have no number in the ledger, but their name. */
function isRow({ kind, rowId, key }: Marked) {
  if (kind === 'setting') return sql`name = ${key}`;
  return kind === 'redirect' ? sql`path = ${movedKey(key)}` : sql`id = ${rowId}`;
}

/** Removes a row that is as the import left it and that nothing else uses. False when it stays. */
export async function removeMarked(trx: Trx, { kind, rowId, key, mark }: LedgerRow & { kind: MarkedKind }) {
  const row = { kind, rowId, key };
  const present = await markOf(trx, row);
  if (present === undefined) return true;
  if (present !== mark || (await isUsedElsewhere(trx, row))) return false;
  const { groupId } = kind === 'navigation' ? await groupOf(trx, rowId) : { groupId: undefined };
  await sql`delete from ${sql.table(editableColumns[kind].table)} where ${isRow(row)}`.execute(trx);
  // a group came with its first site and goes with its last
  if (groupId !== undefined) await deleteEmptyGroup(trx, groupId);
  return true;
}

/** Columns by which other rows hold one of these. */
const referringColumns: Partial<Record<MarkedKind, [table: string, column: string][]>> = {
  category: [['articles', 'categoryId']],
  series: [['articles', 'seriesId']],
  person: [
    ['articles', 'authorId'],
    ['comments', 'authorId'],
    ['says', 'authorId'],
    ['boardMessages', 'authorId'],
    ['series', 'authorId'],
    ['sessions', 'userId'],
    ['follows', 'followedId'],
  ],
};

async function isUsedElsewhere(trx: Trx, { kind, rowId }: Marked) {
  for (const [table, column] of referringColumns[kind] ?? []) {
    const query = sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${rowId} limit 1`;
    if ((await query.execute(trx)).rows.length > 0) return true;
  }
  return false;
}

function groupOf(trx: Trx, id: number) {
  return trx.selectFrom('navigationSites').select('groupId').where('id', '=', id).executeTakeFirstOrThrow();
}
