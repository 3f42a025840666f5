import { isFailure } from '@mojian/contract/platform/failures';
import { isBlank } from '@mojian/contract/platform/rules';
import { renderComment } from '../../community/comments/comment-text.ts';
import { storeForeignComment } from '../../community/comments/foreign-comments.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { type Context, cleanImported, titleOf, userOf } from './context.ts';
import type { SourceComment } from './form.ts';
import { findImportedRows, hashOf, type LedgerRow, putImportedRow } from './ledger.ts';

/** Characters stored of an imported comment; longer ones are cut. */
const longest = 20_000;

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
    context.lose({ thing: '评论', place: titleOf(item), reason: '编号在文件里出现了两次，只收第一条' });
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
      const parentId = item.parent === null ? null : rows.get(item.parent);
      if (!target || parentId === undefined) {
        await wait(trx, context, item);
        counts.waiting += 1;
        continue;
      }
      rows.set(item.key, await store(trx, context, { item, target }, ready, parentId));
      counts.added += 1;
    }
  });
  return counts;
}

/** Sorts out what is here already; of two with one number the first counts. */
function isFresh(context: Context, item: SourceComment, known: LedgerRow | undefined, counts: CommentCounts) {
  if (known === undefined) return true;
  if (known.hash === hashOf(item)) counts.unchanged += 1;
  else {
    counts.skipped += 1;
    const reason = '编号和已有的一条相同而内容不同，没有动已有的';
    context.lose({ thing: '评论', place: titleOf(item), reason });
  }
  return false;
}

/** Finds the article or say of each comment. */
export async function findTargets({ db, origin, matcher }: Context, items: SourceComment[]) {
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
    if ('say' in on) return asTarget('say', says.get(on.say));
    if ('article' in on) return asTarget('article', articles.get(on.article));
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
    if (await isThere(db, kind, rowId)) found.set(key, rowId);
  return found;
}

async function isThere(db: Db, kind: 'article' | 'say', id: number) {
  const table = kind === 'article' ? 'articles' : ('says' as 'articles');
  return (await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

type Rendered = { text: string; html: string };

async function render(context: Context, item: SourceComment): Promise<Rendered | undefined> {
  const place = titleOf(item);
  if (item.state === 'removed') {
    context.lose({ thing: '评论', place, reason: '在原来的站里已经删除' });
    return undefined;
  }
  const written = cleanImported(item.markdown);
  const signs = Array.from(written);
  const text = signs.length > longest ? signs.slice(0, longest).join('') : written;
  if (signs.length > longest) context.lose({ thing: '评论', place, reason: `太长，只留下前 ${longest} 个字` });
  try {
    if (isBlank(text)) throw undefined;
    return { text, html: await renderComment(text, [], context.siteUrl) };
  } catch (error) {
    if (error !== undefined && !isFailure(error)) throw error;
    context.lose({ thing: '评论', place, reason: '没有文字' });
    return undefined;
  }
}

async function store(
  trx: Trx,
  context: Context,
  { item, target }: Placed,
  { text, html }: Rendered,
  replyToId: number | null,
) {
  const createdAt = item.createdAt ?? Date.now();
  const parentId = replyToId === null ? null : await topOf(trx, replyToId);
  const held = item.state !== 'shown';
  const rowId = await storeForeignComment(trx, target, {
    articleId: target.kind === 'article' ? target.id : null,
    sayId: target.kind === 'say' ? target.id : null,
    parentId,
    replyToId,
    authorId: await userOf(trx, context, item.author, createdAt),
    text,
    html,
    pictures: '[]',
    place: '',
    device: item.device.slice(0, 60),
    likes: item.likes,
    pinned: item.pinned && parentId === null ? 1 : 0,
    state: held ? 'held' : 'shown',
    reasons: JSON.stringify(held ? [item.state === 'spam' ? '原站判为垃圾评论' : '原站还没有审核'] : []),
    sendKey: null,
    createdAt,
    removedAt: null,
  });
  const { origin, runId } = context;
  await putImportedRow(trx, {
    origin,
    kind: 'comment',
    key: item.key,
    rowId,
    hash: hashOf(item),
    mark: String(createdAt),
    runId,
    title: titleOf(item),
  });
  return rowId;
}

async function topOf(trx: Trx, id: number) {
  const row = await trx.selectFrom('comments').select(['id', 'parentId']).where('id', '=', id).executeTakeFirst();
  return row?.parentId ?? row?.id ?? null;
}

async function wait(trx: Trx, { origin, runId }: Context, item: SourceComment) {
  const { address, title } = 'address' in item.on ? item.on : { address: '', title: '' };
  await trx
    .insertInto('waitingComments')
    .values({ origin, key: item.key, address, title, item: JSON.stringify(item), runId })
    .onConflict((known) => known.columns(['origin', 'key']).doUpdateSet({ item: JSON.stringify(item), address, title }))
    .execute();
}

const atOnce = 200;

/**
 * Stores waiting comments whose article has come, answered ones before their answers. An answer to a comment that is in
 * no file, or in a circle of answers, stands by itself. Returns how many were stored.
 */
export async function placeWaiting(context: Context) {
  const waiting = await readWaiting(context);
  const ordered = inOrder(waiting);
  let placed = 0;
  for (let from = 0; from < ordered.length; from += atOnce) {
    const some = ordered.slice(from, from + atOnce);
    placed += (await importComments(context, some)).added;
    await forgetPlaced(context, some);
  }
  return placed;
}

/** Waiting comments whose target is known, with parents that cannot come removed. */
async function readWaiting(context: Context) {
  const { db, origin } = context;
  const rows = await db
    .selectFrom('waitingComments')
    .select(['key', 'item'])
    .where('origin', '=', origin)
    .orderBy('id')
    .execute();
  const items = rows.map(({ item }) => JSON.parse(item) as SourceComment);
  const targets = await findTargets(context, items);
  const placeable = items.filter((item) => targets.has(item));
  const coming = new Set(placeable.map(({ key }) => key));
  const parents = await findParents(context, placeable);
  return placeable.map((item) => {
    const isHere = item.parent !== null && (coming.has(item.parent) || parents.has(item.parent));
    if (item.parent !== null && !isHere)
      context.lose({ thing: '评论', place: titleOf(item), reason: '所回复的评论不在文件里，单独收下' });
    return isHere ? item : { ...item, parent: null };
  });
}

async function findParents({ db, origin }: Context, items: SourceComment[]) {
  const keys = [...new Set(items.flatMap(({ parent }) => parent ?? []))];
  const found = new Set<string>();
  for (let from = 0; from < keys.length; from += atOnce)
    for (const key of (await findImportedRows(db, origin, 'comment', keys.slice(from, from + atOnce))).keys())
      found.add(key);
  return found;
}

/** Sorts answered comments before their answers; the first of a circle loses its parent. */
function inOrder(items: SourceComment[]): SourceComment[] {
  const byKey = new Map(items.map((item) => [item.key, item]));
  const done = new Set<string>();
  const ordered: SourceComment[] = [];
  for (const start of items)
    for (const item of chainAbove(start, byKey, done).reverse()) {
      const isCircle = item.parent !== null && byKey.has(item.parent) && !done.has(item.parent);
      ordered.push(isCircle ? { ...item, parent: null } : item);
      done.add(item.key);
    }
  return ordered;
}

/** A comment and those it answers, as far as they are not done. */
function chainAbove(start: SourceComment, byKey: Map<string, SourceComment>, done: Set<string>) {
  const chain = new Map<string, SourceComment>();
  let at: SourceComment | undefined = start;
  while (at && !done.has(at.key) && !chain.has(at.key)) {
    chain.set(at.key, at);
    at = at.parent === null ? undefined : byKey.get(at.parent);
  }
  return [...chain.values()];
}

async function forgetPlaced({ db, origin }: Context, items: SourceComment[]) {
  const stored = await findImportedRows(
    db,
    origin,
    'comment',
    items.map(({ key }) => key),
  );
  const keys = [...stored.keys()];
  if (keys.length === 0) return;
  await db.deleteFrom('waitingComments').where('origin', '=', origin).where('key', 'in', keys).execute();
}
