import { readFile } from 'node:fs/promises';
import { fitArticle } from '../../content/articles/fit-article.ts';
import { type ArticleDraft, saveArticle } from '../../content/articles/save-article.ts';
import { oldAddresses } from '../../content/markdown-files/fields.ts';
import { type Decision, replacePictures } from '../../content/markdown-files/pictures.ts';
import { rememberMoved } from '../../content/slugs/moved.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Search } from '../../platform/search/search.ts';
import { PictureRefused } from '../../platform/storage/picture.ts';
import { insertFile, keepPicture, rowOfPicture, takePicture } from '../../platform/storage/pictures.ts';
import { addressOfKey, keyFor, type Storage } from '../../platform/storage/storage.ts';
import * as queries from './import.queries.ts';
import type { Posts, SourceFile } from './posts.ts';
import { type ReadArticle, readArticle } from './read-article.ts';

export type Outcome = {
  kind: 'added' | 'updated' | 'unchanged' | 'draft' | 'skipped' | 'failed';
  id?: number;
  /** Present once the file was read as an article. */
  title?: string;
  /** Reason of a skip or failure. */
  reason?: string;
  warnings: string[];
};

export type ImportDeps = { db: Db; search: Search; storage: Storage; siteUrl: string };

export type ImportContext = {
  folder: string;
  posts: Posts;
  /** Time of the file's first commit. */
  committedAt: (key: string) => Promise<number | undefined>;
  /** Author of files that name none known to the site. */
  authorId: number;
  dryRun: boolean;
  /** Overwrites edits made on the site. */
  overwrite?: boolean | undefined;
};

type Known = Awaited<ReturnType<typeof queries.findImported>>;

/** Imports one file; idempotent. */
export async function importMarkdownFile(deps: ImportDeps, context: ImportContext, file: SourceFile): Promise<Outcome> {
  const { skipped, article } = await readArticle(file, context);
  if (!article) return { kind: 'skipped', reason: skipped, warnings: [] };

  const { warnings, title } = article;
  const known = await queries.findImported(deps.db, article.key);
  const left = known && whyLeft(known, article.hash, context);
  if (left) return { kind: 'skipped', title, reason: left, warnings: [] };
  if (known && hashOfMark(known.importHash) === article.hash) {
    if (!context.dryRun) await rememberAddresses(deps.db, article, known.id, { onlyMissing: true });
    return { kind: 'unchanged', title, id: known.id, warnings: [] };
  }

  const kind = article.isDraft ? 'draft' : known ? 'updated' : 'added';
  if (context.dryRun) {
    const draft = { ...draftOf(article, known), authorId: context.authorId, markdown: article.markdown };
    const unfit = (await fitArticle(deps.db, draft, known?.id)).warnings;
    return { kind, title, warnings: [...warnings, ...unfit, ...foreseen(article)] };
  }
  const id = await save(deps, context, article, known);
  await rememberAddresses(deps.db, article, id, { onlyMissing: false });
  return { kind, title, id, warnings };
}

/** A file does not undo decisions made on the site; unchanged files are skipped. */
function whyLeft(known: NonNullable<Known>, hash: string, { overwrite }: ImportContext) {
  if (known.removedAt !== null) return '这篇在站里已经删除，没有放回去';
  if (hashOfMark(known.importHash) === hash || overwrite || !isEditedSince(known)) return undefined;
  return '这篇在站里改过，没有动；加 --overwrite 才覆盖';
}

async function save(deps: ImportDeps, { authorId }: ImportContext, article: ReadArticle, known: Known) {
  const shelved = await takePictures(deps, article);
  const decide = (address: string): Decision => {
    const picture = article.pictures.get(address);
    if (picture?.kind === 'remote') return { link: picture.address };
    return { show: shelved.get(address)?.url ?? address };
  };
  const writer = article.said.author ? await queries.findUserByNickname(deps.db, article.said.author) : undefined;
  const draft = {
    ...draftOf(article, known),
    authorId: writer?.id ?? authorId,
    markdown: article.restore(replacePictures(article.markdown, decide)),
    cover: shelved.get(article.said.cover)?.url ?? '',
  };
  const pictureSizes = new Map([...shelved.values()].map(({ url, width, height }) => [url, { width, height }]));
  const fitted = await fitArticle(deps.db, draft, known?.id);
  article.warnings.push(...fitted.warnings);
  return saveArticle(deps, fitted.draft, { id: known?.id, pictureSizes });
}

/** Fields missing in the file keep their values on the site. */
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

async function takePictures(deps: ImportDeps, { pictures, warnings }: ReadArticle) {
  const shelved = new Map<string, ShelvedPicture>();
  for (const [address, picture] of pictures) {
    if (picture.kind === 'remote' || picture.kind === 'none') continue;
    try {
      shelved.set(address, await shelvePicture(deps, picture));
    } catch (error) {
      if (!(error instanceof PictureRefused)) throw error;
      warnings.push(`图片 ${shortened(address)}：${error.message}`);
    }
  }
  warnings.push(...foreseen({ pictures }));
  return shelved;
}

/** Warnings known before pictures are opened. */
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
    for (const path of paths) await rememberMoved(trx, path, `/article/${id}`, 'import');
  });
}

/** Hash of the file and version of the article after the import. */
export function importMark(hash: string, version: number) {
  return `${hash}.${version}`;
}

/** Marks of earlier releases are a bare hash. */
function hashOfMark(mark: string | null) {
  return mark?.split('.')[0];
}

/** Detects edits since the import; unknown, thus false, for marks without a version. */
export function isEditedSince({ importHash, version }: { importHash: string | null; version: number }) {
  const marked = importHash?.split('.')[1];
  return marked !== undefined && Number(marked) !== version;
}

type ShelvedPicture = { url: string; width: number; height: number };

type Readable = { path: string } | { bytes: Uint8Array };

/** Stores a picture, once for equal bytes. @throws PictureRefused with the reason in Chinese */
export async function shelvePicture(
  { db, storage }: { db: Db; storage: Storage },
  source: Readable,
): Promise<ShelvedPicture> {
  const upload = 'path' in source ? await readFile(source.path) : source.bytes;
  const known = await queries.findFile(db, keyFor(upload, 'webp'));
  if (known && (await storage.has(known.key))) return shown(known);

  const picture = await takePicture(upload);
  await keepPicture(storage, picture);
  await insertFile(db, rowOfPicture(picture));
  return shown(picture);
}

function shown({ key, width, height }: { key: string; width: number; height: number }) {
  return { url: addressOfKey(key), width, height };
}
