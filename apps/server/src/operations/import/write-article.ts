import { isSlug } from '@mojian/contract/content/slug-shape';
import { isFailure } from '@mojian/contract/platform/failures';
import { withoutCode } from '@mojian/importers/drop-code';
import type { SourceArticle } from '@mojian/importers/form';
import { changeArticle } from '../../content/article-rows/article-rows.ts';
import { withHashedPassword } from '../../content/articles/article-password.ts';
import { fitArticle } from '../../content/articles/fit-article.ts';
import { type ArticleDraft, prepareArticle, writeArticle } from '../../content/articles/save-article.ts';
import { findMoved, rememberMoved } from '../../content/slugs/moved.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { isTemporary } from './attachments.ts';
import { type Context, isForeign, type Outcome, resolveUser } from './context.ts';
import { findImportedRow, itemHash, type LedgerRow, putImportedRow } from './ledger.ts';
import { lockOf, readingOf } from './passwords.ts';
import {
  listMissingPictures,
  type Pictures,
  queueRemotePictures,
  redirectPictures,
  storeArticlePictures,
} from './pictures.ts';
import { asChosen } from './preview-articles.ts';
import { becameAbout, becomesAbout, writeAbout } from './write-about.ts';
import { notingCategory } from './write-categories.ts';
import { finishOwn, insertArticleWithId, ownAuthorOf, ownFields } from './write-own.ts';

type Row = {
  id: number;
  version: number;
  removedAt: number | null;
  state: ArticleDraft['state'];
  publishedAt: number | null;
};

/** Entry of an article in the ledger, and its row here, which may be older than any import. */
type Existing = { known: LedgerRow | undefined; row: Row | undefined; hash: string };

/** Stores an article or page, or updates it unless it was edited here since. Idempotent. */
export async function importArticle(context: Context, item: SourceArticle): Promise<Outcome> {
  const present = await findExisting(context, item);
  const { known, row } = present;
  if (row && !known) context.rowsWithoutImport.set(`article ${item.key}`, row.id);
  const left = reasonToSkip(context, present);
  if (left === 'unchanged') {
    if (row?.removedAt === null) await rememberAddresses(context, item, row.id);
    return 'unchanged';
  }
  if (left) {
    context.reportLoss({ thing: kindName(item), place: labelOf(item), reason: left });
    return 'skipped';
  }
  try {
    await store(context, item, present);
  } catch (error) {
    if (isTemporary(error) || !isFailure(error)) throw error;
    context.reportLoss({ thing: kindName(item), place: labelOf(item), reason: error.message });
    return 'failed';
  }
  return row ? 'updated' : 'added';
}

/** `lists`: names of the category and tags it would have here. */
export type ArticlePreview = { outcome: Outcome; isEdited: boolean; lists: string[] };

/** Tells what importing an article would do, and reports what of it would be lost. Writes nothing. */
export async function previewArticle(context: Context, item: SourceArticle): Promise<ArticlePreview> {
  const present = await findExisting(context, item);
  const left = reasonToSkip(context, present);
  if (left === 'unchanged') return { outcome: 'unchanged', isEdited: false, lists: [] };
  if (left === editedHere || left === alreadyHere) return { outcome: 'skipped', isEdited: true, lists: [] };
  if (left) {
    context.reportLoss({ thing: kindName(item), place: labelOf(item), reason: left });
    return { outcome: 'skipped', isEdited: false, lists: [] };
  }
  const pictures = { markdown: item.markdown, cover: '' };
  const draft = await toDraft(context, item, pictures, { present, authorId: context.userId });
  reportContent(context, item, await listMissingPictures(context, item));
  if (await becomesAbout(context.db, item)) reportAbout(context, item);
  const lists = [draft.category ?? '', ...(draft.tags ?? [])].filter(Boolean);
  return { outcome: present.row ? 'updated' : 'added', isEdited: false, lists };
}

async function findExisting({ db, origin }: Context, item: SourceArticle): Promise<Existing> {
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
const alreadyHere = '站里已经有这一篇，没有动';
const removedHere = '在站里已经删除，没有放回去';

/** Articles edited or removed on the site stay as they are. */
function reasonToSkip({ options: { overwrite } }: Context, { known, row, hash }: Existing) {
  if (!known) return row && reasonToSkipOlder(row, overwrite);
  if (!row || row.removedAt !== null) return removedHere;
  if (known.hash === hash) return 'unchanged';
  return String(row.version) !== known.mark && !overwrite ? editedHere : undefined;
}

/** An article that no import brought. */
function reasonToSkipOlder({ removedAt }: Row, overwrite: boolean | undefined) {
  if (removedAt !== null) return removedHere;
  return overwrite ? undefined : alreadyHere;
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

function kindName({ isPage }: SourceArticle) {
  return isPage ? '页面' : '文章';
}

function labelOf({ title, key }: SourceArticle) {
  return title || key;
}

async function store(context: Context, item: SourceArticle, present: Existing) {
  const { known, row, hash } = present;
  const { db, search, origin, runId } = context;
  const pictures = await storeArticlePictures(context, item);
  const unhashed = await toDraft(context, item, pictures, { present, authorId: await authorOf(context, item) });
  const draft = await withHashedPassword(db, unhashed, row?.id);
  const ready = await prepareArticle(context, draft, pictures.sizes);
  reportContent(context, item, pictures.lost);
  if (await becomesAbout(db, item)) {
    reportAbout(context, item);
    await writeAbout(context, draft.title, draft.markdown);
  }
  await context.saveLosses();
  await db.transaction().execute(async (trx) => {
    const target = row?.id ?? (item.own && (await insertArticleWithId(trx, draft, item.own)));
    const write = () => writeArticle(trx, search, ready, { id: target });
    const { id, version } = await notingCategory(trx, context, draft.category, write);
    await storeCounts(trx, id, item, row === undefined);
    for (const address of item.addresses) await rememberMoved(trx, address, `/article/${id}`, 'import');
    await redirectPictures(trx, context, pictures);
    await queueRemotePictures(trx, context, id, pictures);
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

function reportAbout(context: Context, item: SourceArticle) {
  context.reportLoss({ thing: '页面', place: labelOf(item), reason: becameAbout });
}

const ofTheImporter = '没有公开，作者在这里没有账号，归到了导入的人名下';

function reportContent(context: Context, item: SourceArticle, pictures: Pictures['lost']) {
  const place = labelOf(item);
  if (isForeignAndUnpublished(context, item))
    context.reportLoss({ thing: '作者', place: `${place}：${item.author?.name ?? ''}`, reason: ofTheImporter });
  for (const reason of item.warnings) context.reportLoss({ thing: `${kindName(item)}里的内容`, place, reason });
  for (const { address, reason } of pictures)
    context.reportLoss({ thing: '图片', place: `${place}：${address.slice(0, 100)}`, reason });
}

function authorOf(context: Context, item: SourceArticle) {
  const { author, own, publishedAt } = item;
  if (own) return context.db.transaction().execute((trx) => ownAuthorOf(trx, context, own.author));
  if (!author || isForeignAndUnpublished(context, item)) return context.userId;
  return context.db.transaction().execute((trx) => resolveUser(trx, context, author, publishedAt ?? Date.now()));
}

/** Drafts, private and scheduled texts of a guest could be opened by nobody: they are the importing member's. */
function isForeignAndUnpublished(context: Context, item: SourceArticle) {
  const { author, own, state, publishedAt } = item;
  const isPublic = state === 'published' && lockOf(item) !== 'lost' && (publishedAt ?? 0) <= Date.now();
  return author !== null && !own && !isPublic && isForeign(context, author);
}

type Target = { present: Existing; authorId: number };

/** Reads an article into a draft that its author could save; each cut is reported. */
async function toDraft(
  context: Context,
  source: SourceArticle,
  { markdown, cover }: Pick<Pictures, 'markdown' | 'cover'>,
  target: Target,
) {
  const { present, authorId } = target;
  const { row } = present;
  const item = row ? source : asChosen(source, context.options);
  const report = (reason: string) =>
    context.reportLoss({ thing: `${kindName(item)}里的内容`, place: labelOf(item), reason });
  if (lockOf(item) === 'lost') report('原来要口令；口令没有搬过来，收为「仅自己可读」');
  const [category, ...others] = item.categories;
  const draft: ArticleDraft = {
    ...(item.own ? await ownFields(context.db, item, item.own, authorId) : datesAndState(item, present, report)),
    authorId,
    kind: item.isPage ? 'page' : 'article',
    title: item.title || (item.own ? '' : '无标题'),
    markdown: item.own ? markdown : withoutCode(markdown, report),
    summary: item.summary,
    category: category ?? null,
    tags: [...others, ...item.tags],
    cover,
    keywords: item.keywords,
    description: item.own ? item.description : item.description || undefined,
    commenting: item.commenting,
    highlighting: item.highlighting,
    hasAiContent: item.hasAiContent,
    pinned: item.pinned,
    featured: item.isFeatured,
    recommended: item.isRecommended,
    original: item.isOriginal,
    sourceUrl: item.sourceUrl,
    ...readingOf(item),
    slug: slugFor(item, row !== undefined),
  };
  const fitted = await fitArticle(context.db, draft, row?.id);
  for (const reason of fitted.warnings) report(reason);
  return fitted.draft;
}

function slugFor(item: SourceArticle, isHere: boolean) {
  if (item.own) return item.slug || null;
  return isHere ? undefined : slugOf(item);
}

/** The source's slug where it has our form, else none: its address redirects. A page gets one from its title. */
function slugOf({ slug, isPage }: SourceArticle) {
  const wanted = slug.toLowerCase().replaceAll('_', '-');
  return isSlug(wanted) ? wanted : isPage ? '' : undefined;
}

type Report = (reason: string) => void;

/** A guessed date gives way to the date the article has here; an article withdrawn here stays withdrawn. */
function datesAndState(item: SourceArticle, { known, row }: Existing, report: Report) {
  const now = Date.now();
  reportForm(item, report);
  const isScheduled = item.state === 'published' && (item.publishedAt ?? 0) > now;
  const state = keepWithdrawn({ known, row }, stateOf(item, isScheduled));
  const dated = item.isDateGuessed ? row?.publishedAt : undefined;
  const publishedAt = state === 'draft' ? null : (dated ?? item.publishedAt ?? item.updatedAt ?? now);
  const updatedAt = item.updatedAt ?? (row ? now : (publishedAt ?? now));
  return { state, publishedAt, updatedAt, announcedAt: publishedAt ?? undefined };
}

function reportForm(item: SourceArticle, report: Report) {
  if (item.state === 'held') report('在原来的站里等待审核，收为草稿');
  if (item.categories.length > 1) report('有几个分类：第一个作分类，其余成为标签');
}

/** Keeps an article withdrawn that was withdrawn or made private here. */
function keepWithdrawn({ known, row }: Pick<Existing, 'known' | 'row'>, state: ArticleDraft['state']) {
  const isPrivateHere = row?.state === 'private' && String(row.version) !== known?.mark;
  return row && (row.state === 'withdrawn' || isPrivateHere) && state === 'published' ? row.state : state;
}

function stateOf(item: SourceArticle, isScheduled: boolean): ArticleDraft['state'] {
  const { state } = item;
  if (lockOf(item) === 'lost') return 'private';
  if (isScheduled) return 'scheduled';
  return state === 'held' ? 'draft' : state;
}

async function storeCounts(trx: Trx, id: number, item: SourceArticle, isNew: boolean) {
  if (item.own) return finishOwn(trx, id, item);
  if (!isNew) return;
  const { views, likes, publishedAt, updatedAt } = item;
  const createdAt = publishedAt ?? updatedAt ?? Date.now();
  await changeArticle(trx, id, { views, likes, createdAt });
}

function articleRows(db: Db) {
  return db.selectFrom('articles').select(['id', 'version', 'removedAt', 'state', 'publishedAt']);
}

function findArticleRow(db: Db, id: number) {
  return articleRows(db).where('id', '=', id).executeTakeFirst();
}
