import { type Context, itemTitle } from './context.ts';
import type { SourceComment } from './form.ts';
import { findImportedRows } from './ledger.ts';
import { findTargets, importComments } from './write-comments.ts';

const batchSize = 200;

/**
 * Stores waiting comments whose article has come, answered ones before their answers. An answer to a comment that is in
 * no file, or in a circle of answers, stands by itself. Returns how many were stored.
 */
export async function placeWaiting(context: Context) {
  const waiting = await readWaiting(context);
  const ordered = answeredFirst(waiting);
  let placed = 0;
  for (let from = 0; from < ordered.length; from += batchSize) {
    const some = ordered.slice(from, from + batchSize);
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
      context.reportLoss({ thing: '评论', place: itemTitle(item), reason: '所回复的评论不在文件里，单独收下' });
    return isHere ? item : { ...item, parent: null };
  });
}

async function findParents({ db, origin }: Context, items: SourceComment[]) {
  const keys = [...new Set(items.flatMap(({ parent }) => parent ?? []))];
  const found = new Set<string>();
  for (let from = 0; from < keys.length; from += batchSize)
    for (const key of (await findImportedRows(db, origin, 'comment', keys.slice(from, from + batchSize))).keys())
      found.add(key);
  return found;
}

/** Sorts answered comments before their answers; the first of a circle loses its parent. */
function answeredFirst(items: SourceComment[]): SourceComment[] {
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
