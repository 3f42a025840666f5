import { movedKey } from '@mojian/foreign-files/address-key';
import { fingerprintOf } from '@mojian/importers/fingerprint';
import { sql } from 'kysely';
import { says } from '../../community/says/says.table.ts';
import { categories } from '../../content/categories/categories.table.ts';
import { series } from '../../content/series/series.table.ts';
import { movedPaths } from '../../content/slugs/moved-paths.table.ts';
import { users } from '../../core/identity/users.table.ts';
import { settings } from '../../core/settings/settings.table.ts';
import { deleteEmptyPack } from '../../core/stickers/sticker-rows.ts';
import { stickers } from '../../core/stickers/stickers.table.ts';
import { navigationSites } from '../../pages/navigation/navigation.table.ts';
import { deleteEmptyGroup } from '../../pages/navigation/navigation-rows.ts';
import type { Trx } from '../../platform/db/schema.ts';
import type { TableName, Tables } from '../../platform/db/table.ts';
import type { LedgerRow, RowKind } from './ledger.ts';

/** Tables of things that keep no version of their own: from the columns that a person edits follows the mark of a row. */
const marked = {
  category: categories,
  series,
  navigation: navigationSites,
  sticker: stickers,
  person: users,
  setting: settings,
  redirect: movedPaths,
  say: says,
} satisfies Partial<Record<RowKind, { name: TableName; edited: readonly string[] }>>;

export type MarkedKind = keyof typeof marked;

type Marked = { kind: MarkedKind; rowId: number; key: string };

/** State of a row, by which later edits are seen; undefined for one that is gone. */
export async function markOf(trx: Trx, row: Marked): Promise<string | undefined> {
  const { name, edited } = marked[row.kind];
  const { rows } = await sql<object>`select ${sql.join(edited.map((column) => sql.ref(column)))} from ${sql.table(name)}
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
export async function removeMarked(
  trx: Trx,
  tables: Tables,
  { kind, rowId, key, mark }: LedgerRow & { kind: MarkedKind },
) {
  const row = { kind, rowId, key };
  const present = await markOf(trx, row);
  if (present === undefined) return true;
  const { name } = marked[kind];
  if (present !== mark || (await isUsedElsewhere(trx, tables, name, rowId))) return false;
  const { groupId } = kind === 'navigation' ? await groupOf(trx, rowId) : { groupId: undefined };
  const { packId } = kind === 'sticker' ? await packOf(trx, rowId) : { packId: undefined };
  await sql`delete from ${sql.table(name)} where ${isRow(row)}`.execute(trx);
  // a group came with its first site and goes with its last, as a pack does with its stickers
  if (groupId !== undefined) await deleteEmptyGroup(trx, groupId);
  if (packId !== undefined) await deleteEmptyPack(trx, packId);
  return true;
}

/** Whether other rows belong to this one: to a member everything that is not only written to them by the site. */
async function isUsedElsewhere(trx: Trx, tables: Tables, name: TableName, id: number) {
  for (const { from, column, value } of referencesTo(tables, name, id)) {
    const query = sql`select 1 from ${sql.table(from)} where ${sql.ref(column)} = ${value} limit 1`;
    if ((await query.execute(trx)).rows.length > 0) return true;
  }
  return false;
}

function referencesTo(tables: Tables, name: TableName, id: number) {
  return Object.values(tables).flatMap(({ name: from, belongsTo = {}, members = {} }) => {
    const below = Object.entries(belongsTo).flatMap(([column, to]) =>
      to === name ? [{ from, column, value: id }] : [],
    );
    const done = Object.entries(members).flatMap(([column, { prefix = '', isReceived }]) =>
      isReceived ? [] : [{ from, column, value: prefix ? `${prefix}${id}` : id }],
    );
    return name === 'users' ? [...below, ...done] : below;
  });
}

/** SQL condition on `users`: texts of the member are here, as they are of a guest whom nobody has claimed. */
export function hasTexts(tables: Tables) {
  const texts = Object.values(tables).flatMap(({ name, members = {} }) =>
    Object.entries(members).flatMap(([column, { onMerge }]) => (onMerge === 'move' ? [{ name, column }] : [])),
  );
  const exists = texts.map(
    ({ name, column }) =>
      sql`exists (select 1 from ${sql.table(name)} as text where text.${sql.ref(column)} = users.id)`,
  );
  return sql`(${sql.join(exists, sql` or `)})`;
}

function packOf(trx: Trx, id: number) {
  return trx.selectFrom('stickers').select('packId').where('id', '=', id).executeTakeFirstOrThrow();
}

function groupOf(trx: Trx, id: number) {
  return trx.selectFrom('navigationSites').select('groupId').where('id', '=', id).executeTakeFirstOrThrow();
}
