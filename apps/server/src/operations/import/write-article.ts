import { isFailure } from '@mojian/contract/platform/failures';
import { fitArticle } from '../../content/articles/fit-article.ts';
import { type ArticleDraft, prepareArticle, writeArticle } from '../../content/articles/save-article.ts';
import { findMoved, rememberMoved } from '../../content/slugs/moved.ts';
import { isSlug } from '../../content/slugs/slug-shape.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { type Context, type Outcome, resolveUser } from './context.ts';
import type { SourceArticle } from './form.ts';
import { findImportedRow, itemHash, type LedgerRow, putImportedRow } from './ledger.ts';
import { foreseeLostPictures, type Pictures, rememberPictures, takePictures } from './pictures.ts';
import { finishOwn, insertEmptyArticle, ownAuthorOf, ownFields } from './write-own.ts';

type Row = {
  id: number;
  version: number;
  removedAt: number | null;
  state: ArticleDraft['state'];
  publishedAt: number | null;
};

/** Entry of an article in the ledger, and its row here, which may be older than any import. */
type Present = { known: LedgerRow | undefined; row: Row | undefined; hash: string };

/** Stores an article or page, or updates it unless it was edited here since. Idempotent. */
export async function importArticle(context: Context, item: SourceArticle): Promise<Outcome> {
  const present = await findPresent(context, item);
  const { known, row } = present;
  if (row && !known) context.here.set(`article ${item.key}`, row.id);
  const left = whyLeft(context, present);
  if (left === 'unchanged') {
    if (row?.removedAt === null) await rememberAddresses(context, item, row.id);
    return 'unchanged';
  }
  if (left) {
    context.lose({ thing: thingOf(item), place: placeOf(item), reason: left });
    return 'skipped';
  }
  try {
    await store(context, item, present);
  } catch (error) {
    if (!isFailure(error)) throw error;
    context.lose({ thing: thingOf(item), place: placeOf(item), reason: error.message });
    return 'failed';
  }
  return row ? 'updated' : 'added';
}

export type ForeseenArticle = { outcome: Outcome; isEdited: boolean };

/** Foresees what would become of an article, and reports what would not come of it. */
export async function foreseeArticle(context: Context, item: SourceArticle): Promise<ForeseenArticle> {
  const present = await findPresent(context, item);
  const left = whyLeft(context, present);
  if (left === 'unchanged') return { outcome: 'unchanged', isEdited: false };
  if (left === editedHere || left === isHere) return { outcome: 'skipped', isEdited: true };
  if (left) {
    context.lose({ thing: thingOf(item), place: placeOf(item), reason: left });
    return { outcome: 'skipped', isEdited: false };
  }
  const pictures = { markdown: item.markdown, cover: '' };
  await draftOf(context, item, pictures, { present, authorId: context.userId });
  loseContent(context, item, foreseeLostPictures(context, item));
  return { outcome: present.row ? 'updated' : 'added', isEdited: false };
}

async function findPresent({ db, origin }: Context, item: SourceArticle): Promise<Present> {
  const known = await findImportedRow(db, { origin, kind: 'article', key: item.key });
  const isSame = known !== undefined && item.source !== undefined && known.source === item.source;
  const row = known ? await findArticleRow(db, known.rowId) : await findOwnRow(db, item);
  return { known, row, hash: isSame ? known.hash : itemHash(item) };
}

/** An export of this site itself names articles that no import brought. */
async function findOwnRow(db: Db, { own }: SourceArticle) {
  return own && articleRows(db).where('id', '=', own.id).where('createdAt', '=', own.createdAt).executeTakeFirst();
}

const editedHere = '在站里改过，没有动';
const isHere = '站里已经有这一篇，没有动';
const isRemoved = '在站里已经删除，没有放回去';

/** A file does not undo decisions made on the site. */
function whyLeft({ options: { overwrite } }: Context, { known, row, hash }: Present) {
  if (!known) return row && whyOlderLeft(row, overwrite);
  if (!row || row.removedAt !== null) return isRemoved;
  if (known.hash === hash) return 'unchanged';
  return String(row.version) !== known.mark && !overwrite ? editedHere : undefined;
}

/** An article that no import brought. */
function whyOlderLeft({ removedAt }: Row, overwrite: boolean | undefined) {
  if (removedAt !== null) return isRemoved;
  return overwrite ? undefined : isHere;
}

/** Addresses that an unchanged file had before, or that were taken away since, lead here again. */
async function rememberAddresses({ db }: Context, { addresses }: SourceArticle, id: number) {
  const missing: string[] = [];
  for (const address of addresses) if ((await findMoved(db, address)) === undefined) missing.push(address);
  if (missing.length === 0) return;
  await db.transaction().execute(async (trx) => {
    for (const address of missing) await rememberMoved(trx, address, `/article/${id}`, 'import');
  });
}

function thingOf({ isPage }: SourceArticle) {
  return isPage ? '页面' : '文章';
}

function placeOf({ title, key }: SourceArticle) {
  return title || key;
}

async function store(context: Context, item: SourceArticle, present: Present) {
  const { known, row, hash } = present;
  const { db, search, origin, runId } = context;
  const pictures = await takePictures(context, item);
  const draft = await draftOf(context, item, pictures, { present, authorId: await authorOf(context, item) });
  const ready = await prepareArticle(context, draft, pictures.sizes);
  loseContent(context, item, pictures.lost);
  await context.saveLosses();
  await db.transaction().execute(async (trx) => {
    const target = row?.id ?? (item.own && (await insertEmptyArticle(trx, draft, item.own)));
    const { id, version } = await writeArticle(trx, search, ready, { id: target });
    await finish(trx, id, item, row === undefined);
    for (const address of item.addresses) await rememberMoved(trx, address, `/article/${id}`, 'import');
    await rememberPictures(trx, context, pictures);
    await waitForPictures(trx, context, id, pictures);
    if (row && !known) return; // older than the import; an undo must not remove it
    await putImportedRow(trx, {
      origin,
      kind: 'article',
      key: item.key,
      rowId: id,
      hash,
      mark: String(version),
      runId,
      title: draft.title,
      source: item.source ?? '',
    });
  });
}

function loseContent(context: Context, item: SourceArticle, pictures: Pictures['lost']) {
  const place = placeOf(item);
  for (const reason of item.warnings) context.lose({ thing: `${thingOf(item)}里的内容`, place, reason });
  for (const { address, reason } of pictures)
    context.lose({ thing: '图片', place: `${place}：${address.slice(0, 100)}`, reason });
}

function authorOf(context: Context, { author, own, publishedAt }: SourceArticle) {
  if (own) return context.db.transaction().execute((trx) => ownAuthorOf(trx, context, own.author));
  if (!author) return context.userId;
  return context.db.transaction().execute((trx) => resolveUser(trx, context, author, publishedAt ?? Date.now()));
}

type Target = { present: Present; authorId: number };

/** Reads an article into a draft that its author could save; each cut is reported. */
async function draftOf(
  context: Context,
  item: SourceArticle,
  { markdown, cover }: Pick<Pictures, 'markdown' | 'cover'>,
  target: Target,
) {
  const { present, authorId } = target;
  const { row } = present;
  const lose = (reason: string) => context.lose({ thing: `${thingOf(item)}里的内容`, place: placeOf(item), reason });
  const [category, ...others] = item.categories;
  const draft: ArticleDraft = {
    ...(item.own ? await ownFields(context.db, item, item.own, authorId) : datesAndState(item, present, lose)),
    authorId,
    kind: item.isPage ? 'page' : 'article',
    title: item.title || (item.own ? '' : '无标题'),
    markdown,
    summary: item.summary,
    category: category ?? null,
    tags: [...others, ...item.tags],
    cover,
    keywords: item.keywords,
    description: item.own ? item.description : item.description || undefined,
    commenting: item.commenting,
    pinned: item.pinned,
    featured: item.isFeatured,
    recommended: item.isRecommended,
    original: item.isOriginal,
    sourceUrl: item.sourceUrl,
    readType: item.readType,
    slug: item.own ? item.slug || null : row ? undefined : slugOf(item),
  };
  const fitted = await fitArticle(context.db, draft, row?.id);
  for (const reason of fitted.warnings) lose(reason);
  return fitted.draft;
}

/** The source's slug where it has our form, else none: its address redirects. A page gets one from its title. */
function slugOf({ slug, isPage }: SourceArticle) {
  const wanted = slug.toLowerCase().replaceAll('_', '-');
  return isSlug(wanted) ? wanted : isPage ? '' : undefined;
}

type Lose = (reason: string) => void;

/** A guessed date gives way to the one here, and an article withdrawn here stays so. */
function datesAndState(item: SourceArticle, { known, row }: Present, lose: Lose) {
  const now = Date.now();
  loseForm(item, lose);
  const isScheduled = item.state === 'published' && (item.publishedAt ?? 0) > now;
  const state = stateHere({ known, row }, stateOf(item, isScheduled));
  const dated = item.isDateGuessed ? row?.publishedAt : undefined;
  const publishedAt = state === 'draft' ? null : (dated ?? item.publishedAt ?? item.updatedAt ?? now);
  const updatedAt = item.updatedAt ?? (row ? now : (publishedAt ?? now));
  return { state, publishedAt, updatedAt, announcedAt: publishedAt ?? undefined };
}

function loseForm(item: SourceArticle, lose: Lose) {
  if (item.hasPassword) lose('原来有密码；密码没有搬过来，收为「仅自己可读」');
  if (item.state === 'held') lose('在原来的站里等待审核，收为草稿');
  if (item.categories.length > 1) lose('有几个分类：第一个作分类，其余成为标签');
}

/** Keeps an article withdrawn that was withdrawn or made private here. */
function stateHere({ known, row }: Pick<Present, 'known' | 'row'>, state: ArticleDraft['state']) {
  const isPrivateHere = row?.state === 'private' && String(row.version) !== known?.mark;
  return row && (row.state === 'withdrawn' || isPrivateHere) && state === 'published' ? row.state : state;
}

function stateOf({ state, hasPassword }: SourceArticle, isScheduled: boolean): ArticleDraft['state'] {
  if (hasPassword) return 'private';
  if (isScheduled) return 'scheduled';
  return state === 'held' ? 'draft' : state;
}

async function finish(trx: Trx, id: number, item: SourceArticle, isNew: boolean) {
  if (item.own) return finishOwn(trx, id, item);
  if (!isNew) return;
  const { views, likes, publishedAt, updatedAt } = item;
  const createdAt = publishedAt ?? updatedAt ?? Date.now();
  await trx.updateTable('articles').set({ views, likes, createdAt }).where('id', '=', id).execute();
}

function articleRows(db: Db) {
  return db.selectFrom('articles').select(['id', 'version', 'removedAt', 'state', 'publishedAt']);
}

function findArticleRow(db: Db, id: number) {
  return articleRows(db).where('id', '=', id).executeTakeFirst();
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
