import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ZodError } from 'zod';
import { fitArticle } from '../../content/articles/fit-article.ts';
import { prepareArticle, writeArticle } from '../../content/articles/save-article.ts';
import { keepIdsAhead } from '../../platform/db/dialect.ts';
import type { Trx } from '../../platform/db/schema.ts';
import { insertFile, keepPicture, restorePicture, rowOfPicture } from '../../platform/storage/pictures.ts';
import { typeOfKey } from '../../platform/storage/storage.ts';
import { importMark, isEditedSince, type Outcome } from '../import/import-file.ts';
import type { Imported } from '../import/import-folder.ts';
import * as queries from './import.queries.ts';
import { importComments } from './import-comments.ts';
import {
  type ContentImport,
  type ImportInput,
  importAuthors,
  importLists,
  importSettings,
  importShelves,
} from './import-lists.ts';
import { listMarkdown, readMarkdown } from './read-export.ts';
import { type ArticleFields, articleShape, draftShape } from './shapes.ts';

type OnFile = (imported: Imported, done: number, total: number) => void;

/**
 * Imports an export. An empty site gets everything as it was, ids included; otherwise only missing content is added,
 * and saved settings stay.
 */
export async function importContent(input: ImportInput, onFile: OnFile = () => {}) {
  const work: ContentImport = {
    ...input,
    authorId: 0,
    authors: new Map(),
    series: new Map(),
    ids: new Map(),
    sayIds: new Map(),
  };
  const files = (await listMarkdown(join(work.folder, 'articles'))).map((name) => join(work.folder, 'articles', name));
  const done: Imported[] = [];
  const report = (key: string, outcome: Outcome) =>
    onFile({ key, ...outcome }, done.push({ key, ...outcome }), files.length);

  await importPictures(work, report);
  await importAuthors(work);
  work.authorId = await input.authorId();
  await importShelves(work);
  for (const path of files) report(`articles/${basename(path)}`, await attempt(() => importArticle(work, path)));
  for (const name of await listMarkdown(join(work.folder, 'drafts'))) {
    const failed = await attempt(() => importDraft(work, work.folder, name));
    if (failed) report(`drafts/${name}`, failed);
  }
  await importLists(work);
  await importComments(work);
  await importSettings(work);
  if (!work.dryRun) await keepIdsAhead(work.db, work.dialect, 'articles');
  return done;
}

/** A failing file does not stop the others. */
async function attempt<Result>(work: () => Promise<Result>): Promise<Result | Outcome> {
  try {
    return await work();
  } catch (error) {
    const reason =
      error instanceof ZodError ? `front matter 的 ${error.issues[0]?.path.join('.')} 不对` : (error as Error).message;
    return { kind: 'failed', reason, warnings: [] };
  }
}

/** Imports an article, under its old id where free. Idempotent; edits made on the site stay unless `overwrite`. */
async function importArticle(work: ContentImport, path: string): Promise<Outcome> {
  const { fields, markdown, text } = await readMarkdown(path);
  const said = articleShape.parse(fields);
  const hash = createHash('sha256').update(text).digest('base64url');
  const importKey = `articles/${basename(path)}`;
  const known = await queries.findKnown(work.db, { importKey, id: said.id, createdAt: said.created });
  if (known) work.ids.set(said.id, known.id);
  if (known?.importHash?.startsWith(`${hash}.`))
    return { kind: 'unchanged', id: known.id, title: said.title, warnings: [] };
  const left = known && whyLeft(known, importKey, work);
  if (left) return { kind: 'skipped', title: said.title, reason: left, warnings: [] };
  const kind = said.state !== 'published' ? 'draft' : known ? 'updated' : 'added';
  if (work.dryRun) return { kind, title: said.title, warnings: [] };

  const fitted = await fitArticle(work.db, { ...draftOf(work, said), markdown, importKey }, known?.id);
  const ready = await prepareArticle(work, fitted.draft);
  const id = await work.db.transaction().execute(async (trx) => {
    const target = known?.id ?? (await makeRoom(trx, work, said));
    const { version } = await writeArticle(trx, work.search, ready, { id: target });
    await queries.finishArticle(trx, target, {
      createdAt: said.created,
      views: said.views,
      seriesPosition: said.seriesPosition,
      featuredPosition: said.featuredPosition,
      importHash: importMark(hash, version),
    });
    return target;
  });
  work.ids.set(said.id, id);
  return { kind, id, title: said.title, warnings: fitted.warnings };
}

type Known = NonNullable<Awaited<ReturnType<typeof queries.findKnown>>>;

/** A file does not undo decisions made on the site. */
function whyLeft(known: Known, importKey: string, { overwrite }: ContentImport) {
  if (known.removedAt !== null) return '这篇在站里已经删除，没有放回去';
  if (overwrite) return undefined;
  if (known.importKey !== importKey) return '这篇在站里已经有了，没有动；加 --overwrite 才覆盖';
  return isEditedSince(known) ? '这篇在站里改过，没有动；加 --overwrite 才覆盖' : undefined;
}

/** Inserts an empty row under the old id, or the next one. */
async function makeRoom(trx: Trx, work: ContentImport, said: ArticleFields) {
  const authorId = work.authors.get(said.author) ?? work.authorId;
  const id = (await queries.isFree(trx, said.id)) ? said.id : undefined;
  return queries.insertEmpty(trx, { id, authorId, now: said.created });
}

function draftOf({ authors, authorId, series }: ContentImport, said: ArticleFields) {
  const writer = authors.get(said.author) ?? authorId;
  const { title, category, tags, summary, cover, keywords, sourceAuthor, slug, description, original, readType } = said;
  const { kind, commenting, pinned, featured, recommended, coverNumber, focusX, focusY, state } = said;
  return {
    kind,
    commenting,
    title,
    category,
    tags,
    summary,
    cover,
    keywords,
    sourceAuthor,
    description,
    original,
    readType,
    state,
    pinned,
    featured,
    recommended,
    focusX,
    focusY,
    authorId: writer,
    coverNumber: coverNumber ?? null,
    slug: slug ?? null,
    sourceUrl: said.source,
    seriesId: said.series === undefined ? null : (series.get(`${writer}/${said.series}`) ?? null),
    publishedAt: said.date ?? null,
    updatedAt: said.updated,
    ...(state === 'published' && { announcedAt: said.date ?? said.updated }),
  };
}

/** Imports the pending draft, unless the site has a newer text. */
async function importDraft(work: ContentImport, folder: string, name: string) {
  const { fields, markdown } = await readMarkdown(join(folder, 'drafts', name));
  const { article, savedAt, submittedAt = null, refusal, content } = draftShape.parse(fields);
  const articleId = work.ids.get(article);
  if (articleId === undefined || work.dryRun) return;
  const title = String(content.title ?? '');
  const row = { articleId, title, savedAt, submittedAt, refusal, content: JSON.stringify({ ...content, markdown }) };
  await queries.insertDraft(work.db, row);
}

type Done = (key: string, outcome: Outcome) => void;

/** Stores pictures under their keys, unchanged, and derives smaller copies again. */
async function importPictures({ db, storage, folder, dryRun }: ContentImport, onDone: Done) {
  const below = join(folder, 'pictures');
  const names = await readdir(below, { recursive: true }).catch(() => []);
  for (const name of names.map((one) => one.replaceAll('\\', '/')).sort()) {
    if (typeOfKey(name) === undefined || (await queries.hasFile(db, name)) || dryRun) continue;
    try {
      const picture = await restorePicture(name, await readFile(join(below, name)));
      await keepPicture(storage, picture);
      await insertFile(db, rowOfPicture(picture));
    } catch (error) {
      onDone(`pictures/${name}`, { kind: 'failed', reason: (error as Error).message, warnings: [] });
    }
  }
}
