import { movedKey } from '@mojian/foreign-files/address-key';
import { sql } from 'kysely';
import { eraseMessage } from '../../community/board/board.ts';
import { deleteForeignComment } from '../../community/comments/foreign-comments.ts';
import { eraseForeignSay } from '../../community/says/moderate-says.ts';
import { eraseArticle } from '../../content/articles/remove-article.ts';
import { deleteMoved, deleteMovedTo } from '../../content/slugs/moved-rows.ts';
import { deleteUsers } from '../../core/identity/user-rows.ts';
import { forgetSettings } from '../../core/settings/settings.ts';
import { deleteUnchangedLink } from '../../pages/links/link-rows.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Tables } from '../../platform/db/table.ts';
import type { ImportDeps } from './context.ts';
import { forgetImportedRow, type LedgerRow } from './ledger.ts';
import { dropAllPages, saveProgress } from './runs.ts';
import { hasTexts, markOf, removeMarked } from './undo-own.ts';
import { listKey } from './write-categories.ts';

/** Counts of an undo: rows removed, and rows left because they were changed here since. */
export type Undone = { removed: number; left: number };

/** Order of removal: replies before their parents, comments before their article, articles before their series. */
const removalOrder = [
  'comment',
  'message',
  'say',
  'link',
  'redirect',
  'article',
  'series',
  'category',
  'navigation',
  'sticker',
  'setting',
  'person',
] as const;
const batchSize = 100;

type UndoDeps = Pick<ImportDeps, 'db' | 'search'> & { tables: Tables };
type Watch = { onProgress?: (done: number) => void; stopping?: AbortSignal | undefined };

/**
 * Removes what a run added, but for what was edited, answered, commented on or used here since. Continues where an
 * earlier attempt stopped.
 */
export async function undoRun(deps: UndoDeps, runId: number, { onProgress, stopping }: Watch = {}): Promise<Undone> {
  const { db } = deps;
  const result = { removed: 0, left: 0 };
  await saveProgress(db, runId, { state: 'undoing' });
  await db.deleteFrom('waitingComments').where('runId', '=', runId).execute();
  for (const kind of removalOrder) {
    for await (const row of rowsOf(db, runId, kind)) {
      if (stopping?.aborted) return result;
      result[(await removeRow(deps, row)) ? 'removed' : 'left'] += 1;
      onProgress?.(result.removed + result.left);
    }
  }
  await forgetPictureAddresses(db, runId);
  await eraseUnusedGuests(deps);
  forgetSettings(db);
  await saveProgress(db, runId, { state: 'undone', finishedAt: Date.now() });
  await dropAllPages(db);
  return result;
}

/** Rows that a run added, the newest first. */
async function* rowsOf(db: Db, runId: number, kind: string) {
  for (let before: LedgerRow | undefined; ; ) {
    const rows = await listRows(db, runId, kind, before);
    yield* rows;
    before = rows.at(-1);
    if (!before) return;
  }
}

function listRows(db: Db, runId: number, kind: string, before: LedgerRow | undefined) {
  return db
    .selectFrom('importedRows')
    .selectAll()
    .where('runId', '=', runId)
    .where('kind', '=', kind)
    .$if(before !== undefined, (rows) =>
      rows.where(sql<boolean>`("rowId", key) < (${before?.rowId ?? 0}, ${before?.key ?? ''})`),
    )
    .orderBy('rowId', 'desc')
    .orderBy('key', 'desc')
    .limit(batchSize)
    .execute();
}

/** False when it stays. */
async function removeRow(deps: UndoDeps, row: LedgerRow) {
  const { db, search, tables } = deps;
  if (row.kind === 'article') {
    if (await isArticleInUse(db, row)) return false;
    await eraseArticle({ db, search }, row.rowId);
    await db.transaction().execute((trx) => forgetImportedRow(trx, row));
    return true;
  }
  return db.transaction().execute(async (trx) => {
    const isGone = await removers[row.kind as keyof typeof removers](trx, row, tables);
    if (isGone) await forgetImportedRow(trx, row);
    return isGone;
  });
}

const removers = {
  comment: async (trx: Trx, { rowId }: LedgerRow) =>
    !(await isCommentEdited(trx, rowId)) && deleteForeignComment(trx, rowId),
  message: async (trx: Trx, { rowId }: LedgerRow) => {
    await eraseMessage(trx, rowId);
    return true;
  },
  say: async (trx: Trx, row: LedgerRow) => {
    if ((await isSayEdited(trx, row)) || (await isCommented(trx, 'sayId', row.rowId))) return false;
    await eraseForeignSay(trx, row.rowId);
    return true;
  },
  link: (trx: Trx, { rowId }: LedgerRow) => deleteUnchangedLink(trx, rowId),
  redirect: async (trx: Trx, row: LedgerRow, tables: Tables) => {
    if (row.mark) return removeMarked(trx, tables, { ...row, kind: 'redirect' });
    await forgetImportedAddress(trx, listKey(row.key));
    return true;
  },
  series: (trx: Trx, row: LedgerRow, tables: Tables) => removeMarked(trx, tables, { ...row, kind: 'series' }),
  category: (trx: Trx, row: LedgerRow, tables: Tables) => removeMarked(trx, tables, { ...row, kind: 'category' }),
  navigation: (trx: Trx, row: LedgerRow, tables: Tables) => removeMarked(trx, tables, { ...row, kind: 'navigation' }),
  sticker: (trx: Trx, row: LedgerRow, tables: Tables) => removeMarked(trx, tables, { ...row, kind: 'sticker' }),
  setting: (trx: Trx, row: LedgerRow, tables: Tables) => removeMarked(trx, tables, { ...row, kind: 'setting' }),
  person: async (trx: Trx, row: LedgerRow, tables: Tables) => {
    if (row.mark) return removeMarked(trx, tables, { ...row, kind: 'person' });
    const { rowId } = row;
    await deleteMovedTo(trx, `/user/${rowId}`, 'import');
    return true;
  },
};

async function isArticleInUse(db: Db, { rowId, mark }: LedgerRow) {
  const article = await db
    .selectFrom('articles')
    .select(['version', 'collects'])
    .where('id', '=', rowId)
    .executeTakeFirst();
  if (!article) return false;
  return String(article.version) !== mark || article.collects > 0 || (await isCommented(db, 'articleId', rowId));
}

async function isCommented(db: Db | Trx, column: 'articleId' | 'sayId', id: number) {
  const comment = db.selectFrom('comments').select('id').where(column, '=', id).limit(1);
  return (await comment.executeTakeFirst()) !== undefined;
}

async function isCommentEdited(trx: Trx, id: number) {
  const comment = trx.selectFrom('comments').select('editedAt').where('id', '=', id);
  return ((await comment.executeTakeFirst())?.editedAt ?? null) !== null;
}

/** Says imported by earlier versions have no mark. */
async function isSayEdited(trx: Trx, { rowId, key, mark }: LedgerRow) {
  const present = mark === '' ? undefined : await markOf(trx, { kind: 'say', rowId, key });
  return present !== undefined && present !== mark;
}

async function forgetImportedAddress(trx: Trx, address: string) {
  await deleteMoved(trx, movedKey(address), 'import');
}

/** Pictures themselves stay until the site finds them unused. */
async function forgetPictureAddresses(db: Db, runId: number) {
  for await (const row of rowsOf(db, runId, 'picture'))
    await db.transaction().execute(async (trx) => {
      await forgetImportedAddress(trx, row.key);
      await forgetImportedRow(trx, row);
    });
}

/** Erases guests of whom nothing is left on the site, but for people whom another run brought without texts. */
async function eraseUnusedGuests({ db, tables }: UndoDeps) {
  const isOfAnotherRun = sql`exists (select 1 from "importedRows" where kind = 'person' and "rowId" = users.id)`;
  const unused = sql<boolean>`"isGuest" = 1 and not (${hasTexts(tables)} or ${isOfAnotherRun})`;
  for (;;) {
    const guests = await db.selectFrom('users').select('id').where(unused).limit(batchSize).execute();
    if (guests.length === 0) return;
    await deleteUsers(
      db,
      guests.map(({ id }) => id),
    );
  }
}
