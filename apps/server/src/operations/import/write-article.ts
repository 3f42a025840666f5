import { isFailure } from '@mojian/contract/platform/failures';
import { fitArticle } from '../../content/articles/fit-article.ts';
import { type ArticleDraft, prepareArticle, writeArticle } from '../../content/articles/save-article.ts';
import { createShelter } from '../../content/markdown-files/code-shelter.ts';
import { listPictures, readPictureAddress, replacePictures } from '../../content/markdown-files/pictures.ts';
import { rememberMoved } from '../../content/slugs/moved.ts';
import { isSlug } from '../../content/slugs/slug-shape.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { PictureRefused } from '../../platform/storage/picture.ts';
import { type Context, type Outcome, userOf } from './context.ts';
import type { SourceArticle } from './form.ts';
import { shelvePicture } from './import-file.ts';
import { findImportedRow, hashOf, type LedgerRow, putImportedRow } from './ledger.ts';

type Row = { id: number; version: number; removedAt: number | null; state: string };

/** Stores an article or page, or updates it unless it was edited here since. Idempotent. */
export async function importArticle(context: Context, item: SourceArticle): Promise<Outcome> {
  const { db, origin } = context;
  const hash = hashOf(item);
  const known = await findImportedRow(db, { origin, kind: 'article', key: item.key });
  const row = known && (await findArticleRow(db, known.rowId));
  const left = known && whyLeft(known, row, hash);
  if (left === 'unchanged') return 'unchanged';
  if (left) {
    context.lose({ thing: thingOf(item), place: placeOf(item), reason: left });
    return 'skipped';
  }
  try {
    await store(context, item, { hash, known: row });
  } catch (error) {
    if (!isFailure(error)) throw error;
    context.lose({ thing: thingOf(item), place: placeOf(item), reason: error.message });
    return 'failed';
  }
  return known ? 'updated' : 'added';
}

/** Foresees what would become of an article. */
export async function foreseeArticle({ db, origin }: Context, item: SourceArticle): Promise<Outcome> {
  const known = await findImportedRow(db, { origin, kind: 'article', key: item.key });
  if (!known) return 'added';
  const left = whyLeft(known, await findArticleRow(db, known.rowId), hashOf(item));
  return left === undefined ? 'updated' : left === 'unchanged' ? 'unchanged' : 'skipped';
}

function whyLeft(known: LedgerRow, row: Row | undefined, hash: string) {
  if (known.hash === hash && row && row.removedAt === null) return 'unchanged';
  if (!row || row.removedAt !== null) return '在站里已经删除，没有放回去';
  if (String(row.version) !== known.mark) return '在站里改过，没有动';
  return known.hash === hash ? 'unchanged' : undefined;
}

export function thingOf({ isPage }: SourceArticle) {
  return isPage ? '页面' : '文章';
}

function placeOf({ title, key }: SourceArticle) {
  return title || key;
}

type Stored = { hash: string; known: Row | undefined };

async function store(context: Context, item: SourceArticle, { hash, known }: Stored) {
  const { db, search, origin, runId } = context;
  const pictures = await takePictures(context, item);
  const draft = await draftOf(context, item, pictures, known?.id);
  const ready = await prepareArticle(context, draft, pictures.sizes);
  for (const reason of [...item.warnings, ...pictures.lost])
    context.lose({ thing: `${thingOf(item)}里的内容`, place: placeOf(item), reason });
  await context.saveLosses();
  await db.transaction().execute(async (trx) => {
    const { id, version } = await writeArticle(trx, search, ready, { id: known?.id });
    await finish(trx, id, item, known === undefined);
    for (const address of item.addresses) await rememberMoved(trx, address, `/article/${id}`, 'import');
    await waitForPictures(trx, context, id, pictures);
    await putImportedRow(trx, {
      origin,
      kind: 'article',
      key: item.key,
      rowId: id,
      hash,
      mark: String(version),
      runId,
      title: draft.title,
    });
  });
}

function authorOf(context: Context, { author, publishedAt }: SourceArticle) {
  if (!author) return context.userId;
  return context.db.transaction().execute((trx) => userOf(trx, context, author, publishedAt ?? Date.now()));
}

/** Reads an article into a draft that its author could save; each cut is reported. */
async function draftOf(context: Context, item: SourceArticle, { markdown, cover }: Pictures, id: number | undefined) {
  const lose = (reason: string) => context.lose({ thing: `${thingOf(item)}里的内容`, place: placeOf(item), reason });
  const [category, ...others] = item.categories;
  const draft: ArticleDraft = {
    ...datesAndState(item, lose),
    authorId: await authorOf(context, item),
    kind: item.isPage ? 'page' : 'article',
    title: item.title || '无标题',
    markdown,
    summary: item.summary,
    category: category ?? null,
    tags: [...others, ...item.tags],
    cover,
    keywords: item.keywords,
    description: item.description,
    commenting: item.commenting,
    pinned: item.pinned,
    featured: item.isFeatured,
    recommended: item.isRecommended,
    original: item.isOriginal,
    sourceUrl: item.sourceUrl,
    readType: item.readType,
    slug: slugOf(item),
  };
  const fitted = await fitArticle(context.db, draft, id);
  for (const reason of fitted.warnings) lose(reason);
  return fitted.draft;
}

/** The source's slug where it has our form, else none: its address redirects. A page gets one from its title. */
function slugOf({ slug, isPage }: SourceArticle) {
  const wanted = slug.toLowerCase().replaceAll('_', '-');
  return isSlug(wanted) ? wanted : isPage ? '' : undefined;
}

type Lose = (reason: string) => void;

function datesAndState(item: SourceArticle, lose: Lose) {
  const now = Date.now();
  if (item.hasPassword) lose('原来有密码；密码没有搬过来，收为「仅自己可读」');
  if (item.state === 'held') lose('在原来的站里等待审核，收为草稿');
  const state = stateOf(item, item.state === 'published' && (item.publishedAt ?? 0) > now);
  const publishedAt = state === 'draft' ? null : (item.publishedAt ?? item.updatedAt ?? now);
  const updatedAt = item.updatedAt ?? publishedAt ?? now;
  return { state, publishedAt, updatedAt, announcedAt: publishedAt ?? undefined };
}

function stateOf({ state, hasPassword }: SourceArticle, isScheduled: boolean): ArticleDraft['state'] {
  if (hasPassword) return 'private';
  if (isScheduled) return 'scheduled';
  return state === 'held' ? 'draft' : state;
}

async function finish(trx: Trx, id: number, { views, likes, publishedAt, updatedAt }: SourceArticle, isNew: boolean) {
  if (!isNew) return;
  const createdAt = publishedAt ?? updatedAt ?? Date.now();
  await trx.updateTable('articles').set({ views, likes, createdAt }).where('id', '=', id).execute();
}

function findArticleRow(db: Db, id: number) {
  return db
    .selectFrom('articles')
    .select(['id', 'version', 'removedAt', 'state'])
    .where('id', '=', id)
    .executeTakeFirst();
}

type Pictures = Awaited<ReturnType<typeof takePictures>>;

/**
 * Stores the pictures that are inside the source. Those of other hosts keep their absolute address, which readers see as
 * a link until they are fetched.
 */
async function takePictures(context: Context, item: SourceArticle) {
  const shelter = createShelter();
  const text = shelter.hideCode(item.markdown);
  const shown = new Map<string, string>();
  const sizes = new Map<string, { width: number; height: number }>();
  const remote = new Set<string>();
  const lost: string[] = [];
  for (const address of [...listPictures(text), ...(item.cover ? [item.cover] : [])]) {
    const found = await takeOne(context, item, address).catch((error: unknown) => {
      if (error instanceof PictureRefused || isFailure(error)) return { lost: error.message };
      throw error;
    });
    if ('lost' in found) lost.push(`图片 ${address.slice(0, 100)}：${found.lost}`);
    else if ('remote' in found) {
      shown.set(address, found.remote);
      remote.add(found.remote);
    } else {
      shown.set(address, found.url);
      sizes.set(found.url, found);
    }
  }
  const markdown = shelter.restore(replacePictures(text, (address) => ({ show: shown.get(address) ?? address })));
  const cover = shown.get(item.cover) ?? '';
  const [ownCover, remoteCover] = cover.startsWith('/files/') ? [cover, ''] : ['', cover];
  return { markdown, sizes, remote: [...remote], lost, cover: ownCover, remoteCover };
}

async function takeOne(context: Context, { base }: SourceArticle, address: string) {
  const meant = readPictureAddress(address);
  if (meant.kind === 'none') return { lost: meant.reason };
  if (meant.kind === 'bytes') return shelvePicture(context, meant);
  const entry = context.reader.findPicture?.(context.source, address, base);
  if (entry) return shelvePicture(context, { bytes: await entry.read() });
  const site = context.siteOfSource;
  const url = URL.parse(address.replace(/^\/\//, 'https://'), site === '' ? undefined : `${site}${base || '/'}`);
  if (url && /^https?:$/.test(url.protocol)) return { remote: url.href };
  return { lost: '找不到文件' };
}

async function waitForPictures(trx: Trx, { runId }: Context, articleId: number, { remote, remoteCover }: Pictures) {
  if (remote.length === 0) return;
  const rowOf = (url: string) => {
    const host = URL.parse(url)?.hostname ?? '';
    return { articleId, url, host, runId, isCover: url === remoteCover ? 1 : 0 };
  };
  await trx
    .insertInto('remotePictures')
    .values(remote.map(rowOf))
    .onConflict((known) => known.columns(['articleId', 'url']).doNothing())
    .execute();
}
