import type { MergePreview } from '@mojian/contract/members/merges';
import { sql } from 'kysely';
import { shareFiles } from '../../core/uploads/share-files.ts';
import type { Trx } from '../../platform/db/schema.ts';
import { type Merge, memberColumns, type Tables } from '../../platform/db/table.ts';

const all = sql<boolean>`1 = 1`;
const none = sql<boolean>`1 = 0`;

/** Tables of texts that can change hands, with the column of their author and the condition of those that do. */
function listMovable(tables: Tables, isGuest: boolean) {
  return memberColumns(tables).flatMap(({ table: { name, isOpen = none, sendKey, pictures }, column, onMerge }) =>
    onMerge === 'move' ? [{ name, author: sql.ref(column), isMoved: isGuest ? all : isOpen, sendKey, pictures }] : [],
  );
}

/** Counts the texts of an account that are not public. */
export async function countHidden(trx: Trx, tables: Tables, from: number) {
  const counts = listMovable(tables, false).map(
    ({ name, author, isMoved }) =>
      sql`(select count(*) from ${sql.table(name)} where ${author} = ${from} and not coalesce(${isMoved}, false))`,
  );
  const { rows } = await sql<{ total: number }>`select ${sql.join(counts, sql` + `)} as total`.execute(trx);
  return Number(rows[0]?.total);
}

type MovedTexts = Omit<MergePreview['moves'], 'fans' | 'renamed'>;

/** Counts by table the texts that a merge moves. */
export async function countTexts(trx: Trx, tables: Tables, { from, isGuest }: Merge) {
  const counts = listMovable(tables, isGuest).map(
    ({ name, author, isMoved }) =>
      sql`(select count(*) from ${sql.table(name)} where ${author} = ${from} and ${isMoved}) as ${sql.ref(name)}`,
  );
  const { rows } = await sql<Record<string, unknown>>`select ${sql.join(counts)}`.execute(trx);
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, count]) => [name, Number(count)])) as MovedTexts;
}

/**
 * Moves what everybody reads, with the pictures it shows; of a guest everything. Tables are locked in the order of
 * tables.ts, articles before series as by whoever publishes one.
 */
export async function moveTexts(trx: Trx, tables: Tables, merge: Merge) {
  const { from, into, isGuest } = merge;
  const movable = listMovable(tables, isGuest);
  await sharePictures(trx, movable, merge);
  for (const { onMerge } of memberColumns(tables)) if (typeof onMerge === 'function') await onMerge(trx, merge);
  for (const { name, author, isMoved, sendKey } of movable) {
    const own = sql.table(name);
    if (sendKey !== undefined) {
      const key = sql.ref(sendKey);
      await sql`update ${own} set ${key} = null where ${author} = ${from}
        and ${key} in (select ${key} from ${own} where ${author} = ${into})`.execute(trx);
    }
    await sql`update ${own} set ${author} = ${into} where ${author} = ${from} and ${isMoved}`.execute(trx);
  }
}

/** Pictures in moved texts belong to both: a picture is public only by a text of who uploaded it. */
async function sharePictures(trx: Trx, movable: ReturnType<typeof listMovable>, { isGuest, ...pair }: Merge) {
  const uses = movable.flatMap(({ name, author, isMoved, pictures }) =>
    pictures
      ? [{ place: name, rows: sql`select id from ${sql.table(name)} where ${author} = ${pair.from} and ${isMoved}` }]
      : [],
  );
  await shareFiles(trx, pair, isGuest ? 'all' : uses);
}

/** A series bears one author's name: articles of another leave it. */
export async function leaveForeignSeries(trx: Trx, authorId: number) {
  const foreign = trx.selectFrom('series').select('id').where('authorId', '<>', authorId);
  await trx
    .updateTable('articles')
    .set({ seriesId: null })
    .where('authorId', '=', authorId)
    .where('seriesId', 'in', foreign)
    .execute();
}

export async function deleteGuest(trx: Trx, id: number) {
  await trx.deleteFrom('users').where('id', '=', id).execute();
}
