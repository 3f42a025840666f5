import { readFile } from 'node:fs/promises';
import { type ArticleDraft, saveArticle } from '../../content/articles/save-article.ts';
import { oldAddresses } from '../../content/markdown-files/fields.ts';
import { type Decision, replacePictures } from '../../content/markdown-files/pictures.ts';
import { rememberMoved } from '../../content/slugs/moved.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Search } from '../../platform/search/search.ts';
import { PictureRefused } from '../../platform/storage/picture.ts';
import { keepPicture, rowOfPicture, takePicture } from '../../platform/storage/pictures.ts';
import { addressOfKey, keyFor, type Storage } from '../../platform/storage/storage.ts';
import * as queries from './import.queries.ts';
import type { Posts, SourceFile } from './posts.ts';
import { type PictureSource, type ReadArticle, readArticle } from './read-article.ts';

export type Outcome = {
  kind: 'added' | 'updated' | 'unchanged' | 'draft' | 'skipped' | 'failed';
  id?: number;
  /** Of the article, where the file could be read as one. */
  title?: string;
  /** Why a file was skipped or failed. */
  reason?: string;
  /** What could not be kept as it was. */
  warnings: string[];
};

export type ImportParts = { db: Db; search: Search; storage: Storage; siteUrl: string };

export type ImportContext = {
  folder: string;
  posts: Posts;
  /** When git first saw a file of the folder, if it did. */
  committedAt: (key: string) => Promise<number | undefined>;
  /** Who wrote what names nobody the site knows. */
  authorId: number;
  dryRun: boolean;
  /** Whether what was edited on the site since gives way to the files. */
  overwrite?: boolean | undefined;
};

type Known = Awaited<ReturnType<typeof queries.findImported>>;

/** Imports one file, or finds that there is nothing to do. Done twice it changes nothing the second time. */
export async function importFile(parts: ImportParts, context: ImportContext, file: SourceFile): Promise<Outcome> {
  const { skipped, article } = await readArticle(file, context);
  if (!article) return { kind: 'skipped', reason: skipped, warnings: [] };

  const { warnings, title } = article;
  const known = await queries.findImported(parts.db, article.key);
  const left = known && whyLeft(known, article.hash, context);
  if (left) return { kind: 'skipped', title, reason: left, warnings: [] };
  if (known && hashOfMark(known.importHash) === article.hash) {
    if (!context.dryRun) await rememberAddresses(parts.db, article, known.id, { onlyMissing: true });
    return { kind: 'unchanged', title, id: known.id, warnings: [] };
  }

  const kind = article.isDraft ? 'draft' : known ? 'updated' : 'added';
  if (context.dryRun) return { kind, title, warnings: [...warnings, ...foreseen(article)] };
  const id = await save(parts, context, article, known);
  await rememberAddresses(parts.db, article, id, { onlyMissing: false });
  return { kind, title, id, warnings };
}

/** What the site decided since is not undone by a file. One that did not change wants nothing. */
function whyLeft(known: NonNullable<Known>, hash: string, { overwrite }: ImportContext) {
  if (known.removedAt !== null) return '这篇在站里已经删除，没有放回去';
  if (hashOfMark(known.importHash) === hash || overwrite || !isEditedSince(known)) return undefined;
  return '这篇在站里改过，没有动；加 --overwrite 才覆盖';
}

async function save(parts: ImportParts, { authorId }: ImportContext, article: ReadArticle, known: Known) {
  const shelved = await takePictures(parts, article);
  const decide = (address: string): Decision => {
    const picture = article.pictures.get(address);
    if (picture?.kind === 'remote') return { link: picture.address };
    return { show: shelved.get(address)?.url ?? address };
  };
  const writer = article.said.author ? await queries.findUserByNickname(parts.db, article.said.author) : undefined;
  const draft = {
    ...draftOf(article, known),
    authorId: writer?.id ?? authorId,
    markdown: article.restore(replacePictures(article.markdown, decide)),
    cover: shelved.get(article.said.cover)?.url ?? '',
  };
  const pictureSizes = new Map([...shelved.values()].map(({ url, width, height }) => [url, { width, height }]));
  return saveArticle(parts, draft, { id: known?.id, pictureSizes });
}

/** What the file leaves open stays as it is in the site. */
function draftOf({ key, title, said, date, guessedDate, modifiedAt, isDraft, hash }: ReadArticle, known: Known) {
  const publishedAt = date ?? known?.publishedAt ?? (isDraft ? null : (guessedDate ?? modifiedAt));
  return {
    title,
    summary: said.summary,
    category: said.category ?? null,
    tags: said.tags,
    keywords: said.keywords,
    original: said.original,
    sourceUrl: said.source,
    readType: said.readType,
    pinned: said.pinned,
    featured: said.featured,
    recommended: said.recommended,
    state: isDraft ? 'draft' : known?.state === 'withdrawn' || known?.state === 'private' ? known.state : 'published',
    publishedAt,
    updatedAt: said.updated ?? (known ? Date.now() : (publishedAt ?? modifiedAt)),
    importKey: key,
    importHash: importMark(hash, (known?.version ?? 0) + 1),
  } satisfies Partial<ArticleDraft>;
}

async function takePictures(parts: ImportParts, { pictures, warnings }: ReadArticle) {
  const shelved = new Map<string, ShelvedPicture>();
  for (const [address, picture] of pictures) {
    if (picture.kind === 'remote' || picture.kind === 'none') continue;
    try {
      shelved.set(address, await shelvePicture(parts, picture));
    } catch (error) {
      if (!(error instanceof PictureRefused)) throw error;
      warnings.push(`图片 ${shortened(address)}：${error.message}`);
    }
  }
  warnings.push(...foreseen({ pictures }));
  return shelved;
}

/** What is known of the pictures before any is opened. */
function foreseen({ pictures }: Pick<ReadArticle, 'pictures'>) {
  const all = [...pictures];
  const remote = all.filter(([, { kind }]) => kind === 'remote').length;
  const lost = all.flatMap(([address, picture]) =>
    picture.kind === 'none' ? [`图片 ${shortened(address)}：${picture.reason}`] : [],
  );
  return remote > 0 ? [...lost, `${remote} 张网络图片或影音只留下链接`] : lost;
}

function shortened(address: string) {
  return address.length > 80 ? `${address.slice(0, 77)}…` : address;
}

async function rememberAddresses(db: Db, { key, said }: ReadArticle, id: number, how: { onlyMissing: boolean }) {
  const all = oldAddresses(key, said);
  const paths = how.onlyMissing ? await queries.listUnknownAddresses(db, all) : all;
  if (paths.length === 0) return;
  await db.transaction().execute(async (trx) => {
    for (const path of paths) await rememberMoved(trx, path, `/article/${id}`);
  });
}

/** What an imported article was: a hash of its file, and the version it had in the site once it was in. */
export function importMark(hash: string, version: number) {
  return `${hash}.${version}`;
}

/** The hash of a mark; those of before had nothing else. */
function hashOfMark(mark: string | null) {
  return mark?.split('.')[0];
}

/** Whether somebody saved it, or its draft, on the site since. Of what came in before versions were marked: no. */
export function isEditedSince({ importHash, version }: { importHash: string | null; version: number }) {
  const marked = importHash?.split('.')[1];
  return marked !== undefined && Number(marked) !== version;
}

type ShelvedPicture = { url: string; width: number; height: number };

type Local = Extract<PictureSource, { kind: 'file' | 'bytes' }>;

/**
 * Puts a picture into the site's storage, once however often it is shown.
 * @throws PictureRefused with the reason in Chinese.
 */
async function shelvePicture({ db, storage }: { db: Db; storage: Storage }, source: Local): Promise<ShelvedPicture> {
  const upload = source.kind === 'file' ? await readFile(source.path) : source.bytes;
  const known = await queries.findFile(db, keyFor(upload, 'webp'));
  if (known && (await storage.has(known.key))) return shown(known);

  const picture = await takePicture(upload);
  await keepPicture(storage, picture);
  await queries.insertFile(db, rowOfPicture(picture));
  return shown(picture);
}

function shown({ key, width, height }: { key: string; width: number; height: number }) {
  return { url: addressOfKey(key), width, height };
}
