import { createShelter } from '@mojian/foreign-files/markdown/code-shelter';
import type { SourceArticle } from '@mojian/importers/form';
import { forgetSettings, loadGroup, readSettings, takeSettings } from '../../core/settings/settings.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Context } from './context.ts';
import { putImportedRow } from './ledger.ts';
import { showPictures } from './pictures.ts';
import { markOf } from './undo-own.ts';

const address = /^(?:https?:\/\/[^/]+)?\/(?:[\w-]+\/)?about(?:-?(?:me|us))?(?:\/(?:index\.html?)?|\.html?)?$/i;

/** Line of the report about the page that became the text of 关于. */
export const becameAbout = '成了「关于」的正文，在 /about；可以在设置里改';

/** Whether a page of the old site is its own about page, while nobody has written the one here. */
export async function becomesAbout(db: Db, item: SourceArticle) {
  const { isPage, own, state, hasPassword, addresses } = item;
  if (!isPage || own || state !== 'published' || hasPassword || !addresses.some((one) => address.test(one)))
    return false;
  const saved = await db.selectFrom('settings').select('name').where('name', '=', 'about').executeTakeFirst();
  return saved === undefined && (await readSettings(db)).about.text === '';
}

/** Makes the text that of 关于, which answers its old address; an undo takes it back unless it was changed. */
export async function writeAbout({ db, origin, runId }: Context, title: string, text: string) {
  await db.transaction().execute(async (trx) => {
    await takeSettings(trx, 'about', { text });
    const row = { kind: 'setting' as const, rowId: 0, key: 'about' };
    const mark = (await markOf(trx, row)) ?? '';
    await putImportedRow(trx, { ...row, origin, hash: 'about', mark, runId, title, source: '' });
  });
  forgetSettings(db);
}

/** Shows fetched pictures in a text of 关于 that an import brought. An undo still takes it for untouched. */
export async function showPicturesInAbout(db: Db, fileOf: Map<string, string>) {
  const known = db.selectFrom('importedRows').select('mark').where('kind', '=', 'setting').where('key', '=', 'about');
  const imported = await known.executeTakeFirst();
  if (!imported) return;
  await db.transaction().execute(async (trx) => {
    const row = { kind: 'setting' as const, rowId: 0, key: 'about' };
    const before = await markOf(trx, row);
    const about = await loadGroup(trx, 'about');
    const shelter = createShelter();
    const text = shelter.restore(showPictures(shelter.hideCode(about.text), fileOf));
    if (before === undefined || text === about.text) return;
    await takeSettings(trx, 'about', { ...about, text });
    const mark = (await markOf(trx, row)) ?? '';
    const untouched = trx.updateTable('importedRows').set({ mark }).where('kind', '=', row.kind);
    await untouched.where('key', '=', row.key).where('mark', '=', before).execute();
  });
  forgetSettings(db);
}
