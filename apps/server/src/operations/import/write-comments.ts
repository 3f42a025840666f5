import { isFailure } from '@mojian/contract/platform/failures';
import { isBlank } from '@mojian/contract/platform/rules';
import type { SourceComment } from '@mojian/importers/form';
import type { OwnComment } from '@mojian/importers/form-own';
import { comments } from '../../community/comments/comments.table.ts';
import { storeForeignComment } from '../../community/comments/foreign-comments.ts';
import { findMentioned } from '../../community/comments/mentions.ts';
import { storePassage } from '../../community/highlights/passages.ts';
import { renderComment } from '../../content/text/comment-text.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { storable } from '../content-export/readable-row.ts';
import { type Context, cleanImported, itemTitle, ownerKey, resolveUser } from './context.ts';
import { claimImportedRow, findImportedRow, findImportedRows, itemHash, type LedgerRow, setRowId } from './ledger.ts';
import { storeCommentPictures } from './pictures.ts';
import { ownAuthorOf } from './write-own.ts';

/** Characters stored of an imported comment; longer ones are cut. */
const longest = 20_000;

/** Why a comment is not stored; the preview says the same. */
export const twiceInFile = '编号在文件里出现了两次，只收第一条';
export const changedComment = '编号和已有的一条相同而内容不同，没有动已有的';
export const removedThere = '在原来的站里已经删除';
export const noWords = '没有文字';

type Target = { kind: 'article' | 'say'; id: number };

/** A comment whose target is known. */
type Placed = { item: SourceComment; target: Target };

export type CommentCounts = { added: number; unchanged: number; skipped: number; waiting: number; failed: number };

/**
 * Stores comments in one transaction, each once. Those whose article or answered comment is not here yet wait in the
 * database until the end of the run or until their article comes.
 */
export async function importComments(context: Context, items: SourceComment[]): Promise<CommentCounts> {
  const { db, origin } = context;
  const keys = items.flatMap(({ key, parent }) => (parent === null ? [key] : [key, parent]));
  const known = await findImportedRows(db, origin, 'comment', keys);
  const targets = await findTargets(context, items);
  const counts = { added: 0, unchanged: 0, skipped: 0, waiting: 0, failed: 0 };
  const first = new Map(items.toReversed().map((item) => [item.key, item]));
  const fresh = items.filter((item) => {
    if (first.get(item.key) === item) return isFresh(context, item, known.get(item.key), counts);
    counts.skipped += 1;
    context.reportLoss({ thing: '评论', place: itemTitle(item), reason: twiceInFile });
    return false;
  });
  const rendered = new Map<SourceComment, Rendered>();
  for (const item of fresh) {
    const ready = await render(context, item);
    if (ready) rendered.set(item, ready);
    else counts[item.state === 'removed' ? 'skipped' : 'failed'] += 1;
  }
  await context.saveLosses();
  await db.transaction().execute(async (trx) => {
    const rows = new Map([...known].map(([key, { rowId }]) => [key, rowId]));
    for (const [item, ready] of rendered) {
      const target = targets.get(item);
      counts[await storeOrWait(trx, context, { item, target, ready, rows })] += 1;
    }
  });
  return counts;
}

type ReadyComment = { item: SourceComment; target: Target | undefined; ready: Rendered; rows: Map<string, number> };

/** Stores a comment, or lets it wait for its article or the comment that it answers. */
async function storeOrWait(trx: Trx, context: Context, { item, target, ready, rows }: ReadyComment) {
  const { rowsWithoutImport } = context;
  const answered =
    item.parent === null ? null : (rows.get(item.parent) ?? rowsWithoutImport.get(`comment ${item.parent}`));
  if (!target || answered === undefined) {
    await keepWaiting(trx, context, item);
    return 'waiting';
  }
  const known = item.own && (await findOwnComment(trx, context, { item, target }));
  if (known !== undefined) {
    rowsWithoutImport.set(`comment ${item.key}`, known);
    return 'unchanged';
  }
  return store(trx, context, { item, target, ready, rows }, answered);
}

/** Sorts out what is here already; of two with one number the first counts. */
function isFresh(context: Context, item: SourceComment, known: LedgerRow | undefined, counts: CommentCounts) {
  if (known === undefined) return true;
  if (known.hash === itemHash(item)) counts.unchanged += 1;
  else {
    counts.skipped += 1;
    context.reportLoss({ thing: '评论', place: itemTitle(item), reason: changedComment });
  }
  return false;
}

/** Finds the article or say of each comment. */
export async function findTargets({ db, origin, matcher, rowsWithoutImport }: Context, items: SourceComment[]) {
  const found = new Map<SourceComment, Target>();
  const articles = await findRowIds(
    db,
    origin,
    'article',
    items.map(({ on }) => ('article' in on ? on.article : '')),
  );
  const says = await findRowIds(
    db,
    origin,
    'say',
    items.map(({ on }) => ('say' in on ? on.say : '')),
  );
  const targetOf = async ({ on }: SourceComment): Promise<Target | undefined> => {
    if ('say' in on) return asTarget('say', says.get(on.say) ?? rowsWithoutImport.get(`say ${on.say}`));
    if ('article' in on)
      return asTarget('article', articles.get(on.article) ?? rowsWithoutImport.get(`article ${on.article}`));
    return asTarget('article', (await matcher(on.address, on.title))?.articleId);
  };
  for (const item of items) {
    const target = await targetOf(item);
    if (target) found.set(item, target);
  }
  return found;
}

function asTarget(kind: Target['kind'], id: number | undefined): Target | undefined {
  return id === undefined ? undefined : { kind, id };
}

/** Rows that the keys became and that are still there. */
async function findRowIds(db: Db, origin: string, kind: 'article' | 'say', keys: string[]) {
  const found = new Map<string, number>();
  const wanted = keys.filter(Boolean);
  if (wanted.length === 0) return found;
  for (const { key, rowId } of (await findImportedRows(db, origin, kind, wanted)).values())
    if (await rowExists(db, kind, rowId)) found.set(key, rowId);
  return found;
}

async function rowExists(db: Db, kind: 'article' | 'say', id: number) {
  const table = kind === 'article' ? 'articles' : ('says' as 'articles');
  return (await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

type Rendered = { text: string; html: string; pictures: OwnComment['pictures'] };

async function render(context: Context, item: SourceComment): Promise<Rendered | undefined> {
  const place = itemTitle(item);
  if (item.own) return renderOwn(context, item.markdown, item.own);
  if (item.state === 'removed') {
    context.reportLoss({ thing: '评论', place, reason: removedThere });
    return undefined;
  }
  const { text: written, pictures } = await storeCommentPictures(context, cleanImported(item.markdown));
  const characters = Array.from(written);
  const text = characters.length > longest ? characters.slice(0, longest).join('') : written;
  if (characters.length > longest)
    context.reportLoss({ thing: '评论', place, reason: `太长，只留下前 ${longest} 个字` });
  try {
    if (isBlank(text) && pictures.length === 0) throw undefined;
    return { text, pictures, html: isBlank(text) ? '' : await renderComment(text, [], context.siteUrl) };
  } catch (error) {
    if (error !== undefined && !isFailure(error)) throw error;
    context.reportLoss({ thing: '评论', place, reason: noWords });
    return undefined;
  }
}

/** Text that shows nothing is stored without HTML, as its pictures may be all of it. */
async function renderOwn({ db, siteUrl }: Context, text: string, { pictures }: OwnComment): Promise<Rendered> {
  if (text === '') return { text, pictures, html: '' };
  return { text, pictures, html: await renderComment(text, await findMentioned(db, text), siteUrl).catch(() => '') };
}

function authorIdOf(trx: Trx, context: Context, { author, own, byOwner, createdAt }: SourceComment) {
  if (own?.member) return ownAuthorOf(trx, context, own.member);
  const chosen = byOwner ? context.options.authors[ownerKey(author)] : undefined;
  if (chosen !== undefined) return chosen;
  return resolveUser(trx, context, author, createdAt ?? Date.now());
}

/** A comment of an export of this very site. */
async function findOwnComment(trx: Trx, context: Context, { item, target: { kind, id } }: Placed) {
  const row = await trx
    .selectFrom('comments')
    .select('id')
    .where(`${kind}Id`, '=', id)
    .where('authorId', '=', await authorIdOf(trx, context, item))
    .where('createdAt', '=', item.createdAt ?? 0)
    .where('text', '=', item.markdown)
    .executeTakeFirst();
  return row?.id;
}

/** Stores a comment unless another run or a decision on waiting comments does so at the same time. */
async function store(
  trx: Trx,
  context: Context,
  { item, target, ready: { text, html, pictures }, rows }: ReadyComment & Placed,
  replyToId: number | null,
) {
  const { origin, runId } = context;
  const createdAt = item.createdAt ?? Date.now();
  const entry = { origin, kind: 'comment' as const, key: item.key };
  const written = { hash: itemHash(item), mark: String(createdAt), runId, title: itemTitle(item) };
  if (!(await claimImportedRow(trx, { ...entry, ...written }))) {
    rows.set(item.key, (await findImportedRow(trx, entry))?.rowId ?? 0);
    return 'unchanged';
  }
  const parentId = replyToId === null ? null : await threadStart(trx, replyToId);
  const quote = target.kind === 'article' ? item.own?.quote : undefined;
  const rowId = await storeForeignComment(trx, target, {
    articleId: target.kind === 'article' ? target.id : null,
    sayId: target.kind === 'say' ? target.id : null,
    parentId,
    authorId: await authorIdOf(trx, context, item),
    text,
    html,
    pictures: JSON.stringify(pictures),
    likes: item.likes,
    pinned: item.pinned && parentId === null ? 1 : 0,
    state: item.state === 'shown' ? 'shown' : 'held',
    sendKey: null,
    createdAt,
    passageId: quote && (await storePassage(trx, target.id, quote)),
    ...(item.own ? ownColumns(item, item.own, replyToId) : foreignColumns(item, replyToId)),
  });
  await setRowId(trx, entry, rowId);
  rows.set(item.key, rowId);
  return 'added';
}

const whyHeld = { shown: [], removed: [], held: ['原站还没有审核'], spam: ['原站判为垃圾评论'] };

function foreignColumns({ device, state }: SourceComment, replyToId: number | null) {
  const reasons = JSON.stringify(whyHeld[state]);
  return { replyToId, place: '', device: device.slice(0, 60), reasons, removedAt: null };
}

function ownColumns({ device }: SourceComment, own: OwnComment, replyToId: number | null) {
  return {
    ...storable(comments, own),
    replyToId: own.answersNobody ? null : replyToId,
    device,
  };
}

async function threadStart(trx: Trx, id: number) {
  const row = await trx.selectFrom('comments').select(['id', 'parentId']).where('id', '=', id).executeTakeFirst();
  return row?.parentId ?? row?.id ?? null;
}

async function keepWaiting(trx: Trx, { origin, runId }: Context, item: SourceComment) {
  const { address, title } = 'address' in item.on ? item.on : { address: '', title: '' };
  await trx
    .insertInto('waitingComments')
    .values({ origin, key: item.key, address, title, item: JSON.stringify(item), runId })
    .onConflict((known) => known.columns(['origin', 'key']).doUpdateSet({ item: JSON.stringify(item), address, title }))
    .execute();
}
