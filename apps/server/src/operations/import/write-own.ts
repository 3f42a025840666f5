import { kindWords } from '@mojian/contract/operations/import-words';
import type { SourceArticle, SourceCategory, SourcePerson, SourcePicture } from '@mojian/importers/form';
import type {
  OwnArticle,
  OwnAuthor,
  OwnPerson,
  SourceNavigation,
  SourceSeries,
  SourceSetting,
  SourceSticker,
} from '@mojian/importers/form-own';
import { ZodError } from 'zod';
import { changeArticle, insertArticle } from '../../content/article-rows/article-rows.ts';
import { insertDraft } from '../../content/article-rows/draft-rows.ts';
import type { ArticleDraft } from '../../content/articles/save-article.ts';
import { categories } from '../../content/categories/categories.table.ts';
import { insertCategoryUnlessThere } from '../../content/categories/category-rows.ts';
import { series } from '../../content/series/series.table.ts';
import { insertSeries } from '../../content/series/series-rows.ts';
import { findOrAddGuest } from '../../core/guest-rows/guest-rows.ts';
import { nicknameKey } from '../../core/identity/nickname-key.ts';
import { insertAuthor, updateUser } from '../../core/identity/user-rows.ts';
import { users } from '../../core/identity/users.table.ts';
import { forgetSettings, readSettings, type SettingsGroup, takeSettings } from '../../core/settings/settings.ts';
import { insertUnlessThere } from '../../core/stickers/sticker-rows.ts';
import { stickers } from '../../core/stickers/stickers.table.ts';
import { insertFile } from '../../core/uploads/file-rows.ts';
import { importAttachment } from '../../core/uploads/import-attachment.ts';
import { navigationSites } from '../../pages/navigation/navigation.table.ts';
import { insertSiteUnlessThere } from '../../pages/navigation/navigation-rows.ts';
import { isDiskFull } from '../../platform/db/errors.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { keepPicture, restorePicture, rowOfPicture } from '../../platform/storage/pictures.ts';
import { isPictureKey } from '../../platform/storage/storage.ts';
import { secretGroups } from '../content-export/export-content.ts';
import { storable } from '../content-export/readable-row.ts';
import { ensureOwner } from '../sample/owner.ts';
import { isTemporary } from './attachments.ts';
import type { Context, Outcome } from './context.ts';
import { itemHash, putImportedRow } from './ledger.ts';
import { markOf } from './undo-own.ts';

/** Stores a picture under its key, unchanged, and derives smaller copies again. */
export async function importPicture(
  { db, storage, reportLoss }: Context,
  { key, name, entry }: SourcePicture,
): Promise<Outcome> {
  if (await db.selectFrom('files').select('key').where('key', '=', key).executeTakeFirst()) return 'unchanged';
  try {
    if (isPictureKey(key)) {
      const picture = await restorePicture(key, await entry.read());
      await keepPicture(storage, picture);
      await insertFile(db, rowOfPicture(picture));
    } else await importAttachment({ db, storage }, { name, size: entry.size, open: entry.open }, key);
    return 'added';
  } catch (error) {
    if (isTemporary(error) || isDiskFull(error)) throw error;
    reportLoss({ thing: '图片', place: `pictures/${key}`, reason: (error as Error).message });
    return 'failed';
  }
}

/** Takes a group of settings over where none was ever saved here; secrets keep their present values. */
export async function importSetting(context: Context, item: SourceSetting): Promise<Outcome> {
  const { db, origin, runId, reportLoss } = context;
  const { name, fields } = item;
  const present = await readSettings(db);
  if (!Object.hasOwn(present, name) || secretGroups.includes(name)) return 'skipped';
  if (await db.selectFrom('settings').select('name').where('name', '=', name).executeTakeFirst()) return 'unchanged';
  const group = name as SettingsGroup;
  try {
    await db.transaction().execute(async (trx) => {
      await takeSettings(trx, group, { ...present[group], ...fields });
      const row = { kind: 'setting' as const, rowId: 0, key: name };
      const mark = (await markOf(trx, row)) ?? '';
      await putImportedRow(trx, { ...row, origin, hash: itemHash(item), mark, runId, title: name });
    });
  } catch (error) {
    if (!(error instanceof ZodError)) throw error;
    const reason = error.issues.map(({ path, message }) => `${path.join('.')} 不对：${message}`).join('；');
    reportLoss({ thing: kindWords.setting, place: name, reason });
    return 'failed';
  }
  forgetSettings(db);
  return 'added';
}

/** The member or guest of an export; the importing member for one it does not describe. */
export async function ownAuthorOf(trx: Trx, { userId }: Pick<Context, 'userId'>, author: OwnAuthor | null) {
  if (!author) return userId;
  const { nickname, isGuest, website, createdAt } = author;
  if (isGuest) return findOrAddGuest(trx, { name: nickname, email: '', website, createdAt });
  return (await findUser(trx, nickname)) ?? userId;
}

async function findUser(trx: Trx, nickname: string) {
  const users = trx.selectFrom('users').select('id').where('nickname', '=', nickname).where('isGuest', '=', 0);
  return (await users.orderBy('id').executeTakeFirst())?.id;
}

/** Adds a missing author as a member who cannot log in. Returns null for one who is here, a text for a look-alike. */
export async function storeOwnPerson(trx: Trx, { name, intro, website, createdAt }: SourcePerson, own: OwnPerson) {
  const at = createdAt ?? Date.now();
  const guest = { name, email: '', website, createdAt: at };
  const { role, isGuest, ...columns } = own;
  if (isGuest) return findOrAddGuest(trx, guest);
  const person = { ...storable(users, columns), intro, createdAt: at };
  const owner = role === 'owner' ? await ensureOwner(trx, { nickname: name, intro }) : undefined;
  if (owner?.nickname === name) await updateUser(trx, owner.id, person);
  if (owner || (await findUser(trx, name)) !== undefined) return null;
  const names = { nickname: name, nicknameKey: nicknameKey(name) };
  const author = await insertAuthor(trx, { ...names, ...person, role: 'member', email: null, passwordHash: null });
  return author ?? '昵称和站里的一位太像，没有添加这个人；他写的归导入的人';
}

/** Returns null for a category that is here. */
export async function storeCategory(trx: Trx, category: SourceCategory) {
  return insertCategoryUnlessThere(trx, { ...storable(categories, category), position: category.position ?? 0 });
}

/** Returns null for a series of this author that is here. */
export async function storeSeries(trx: Trx, context: Context, item: SourceSeries) {
  const authorId = await ownAuthorOf(trx, context, item.author);
  return (await insertSeries(trx, { ...storable(series, item), authorId }))?.id ?? null;
}

/** Returns null for a site that its group has. */
export async function storeNavigation(trx: Trx, site: SourceNavigation) {
  const { group, position } = site;
  return insertSiteUnlessThere(trx, { ...storable(navigationSites, site), group, groupPosition: position });
}

/** Returns null for a sticker that its pack has, or had. */
export function storeSticker(trx: Trx, sticker: SourceSticker) {
  return insertUnlessThere(trx, { ...storable(stickers, sticker), pack: sticker.pack });
}

/** Fields of an article that come as they were. */
export async function ownFields(db: Db, { publishedAt, updatedAt }: SourceArticle, own: OwnArticle, authorId: number) {
  const { state, coverNumber, focusX, focusY, sourceAuthor, album, series, createdAt } = own;
  const known = db
    .selectFrom('series')
    .select('id')
    .where('authorId', '=', authorId)
    .where('name', '=', series ?? '');
  return {
    state,
    coverNumber,
    focusX,
    focusY,
    sourceAuthor,
    album,
    publishedAt,
    seriesId: series === null ? null : ((await known.executeTakeFirst())?.id ?? null),
    updatedAt: updatedAt ?? createdAt,
    announcedAt: state === 'published' ? (publishedAt ?? updatedAt ?? createdAt) : undefined,
  };
}

/** Inserts an empty row under the old id, or the next one where that is taken. */
export async function insertArticleWithId(trx: Trx, { authorId }: ArticleDraft, { id, createdAt }: OwnArticle) {
  const taken = await trx.selectFrom('articles').select('id').where('id', '=', id).executeTakeFirst();
  const texts = { title: '', summary: '', markdown: '', html: '', openingHtml: '' };
  const row = { ...texts, headings: '[]', openingHeadings: '[]', words: 0, categoryId: null, removedAt: null };
  const times = { publishedAt: null, updatedAt: createdAt, createdAt, importKey: null, importHash: null };
  const article = { ...row, ...times, authorId, state: 'draft' as const, ...(!taken && { id }) };
  return (await insertArticle(trx, article)).id;
}

/** Stores what only lists and counts of the site use, and the draft unless the site has a newer text. */
export async function finishOwn(trx: Trx, articleId: number, { views, own }: SourceArticle) {
  if (!own) return;
  const { createdAt, seriesPosition, featuredPosition, draft } = own;
  await changeArticle(trx, articleId, { views, createdAt, seriesPosition, featuredPosition });
  if (draft) await insertDraft(trx, { ...draft, articleId, content: JSON.stringify(draft.content) });
}
