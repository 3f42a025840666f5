import type { SourceComment } from '@mojian/importers/form';
import { type Context, itemTitle, type Options } from './context.ts';
import { findImportedRows } from './ledger.ts';
import { createMatcher } from './match.ts';
import { findTargets, importComments } from './write-comments.ts';

const batchSize = 200;

/** A context without its run: waiting comments belong to several. */
export type OriginContext = Omit<Context, 'runId' | 'userId' | 'options' | 'matcher'>;

/** A waiting comment with the context of the run that brought it. */
type Waiting = { item: SourceComment; context: Context };

/**
 * Stores waiting comments whose article has come, answered ones before their answers, each as one of the run that
 * brought it, so that undoing that run removes it. An answer to a comment that is in no file, or in a circle of answers,
 * stands by itself. `chosen`: articles by address, beside those of each run. Returns how many were stored, by run.
 */
export async function placeWaiting(origin: OriginContext, chosen: Record<string, number> = {}) {
  const waiting = await readWaiting(origin, await contextsOfRuns(origin, chosen));
  const placed = new Map<number, number>();
  for (const { context, items } of batchesOf(answeredFirst(waiting))) {
    const { added } = await importComments(context, items);
    placed.set(context.runId, (placed.get(context.runId) ?? 0) + added);
    await forgetPlaced(context, items);
  }
  return placed;
}

/** Contexts of the runs that brought waiting comments, by id; one that is being undone places none. */
async function contextsOfRuns(origin: OriginContext, chosen: Record<string, number>) {
  const runs = await origin.db
    .selectFrom('importRuns')
    .select(['id', 'userId', 'options'])
    .where('id', 'in', (rows) =>
      rows.selectFrom('waitingComments').select('runId').where('origin', '=', origin.origin).distinct(),
    )
    .where('state', 'not in', ['undoing', 'undone'])
    .execute();
  return new Map(
    runs.map(({ id, userId, options }): [number, Context] => {
      const own = JSON.parse(options) as Options;
      const matches = { ...own.matches, ...chosen };
      const matcher = createMatcher(origin.db, matches);
      return [id, { ...origin, runId: id, userId, options: { ...own, matches }, matcher }];
    }),
  );
}

/** Waiting comments whose target is known, with parents that cannot come removed. */
async function readWaiting(origin: OriginContext, runs: Map<number, Context>): Promise<Waiting[]> {
  const rows = await origin.db
    .selectFrom('waitingComments')
    .select(['item', 'runId'])
    .where('origin', '=', origin.origin)
    .orderBy('id')
    .execute();
  const waiting = rows.flatMap(({ item, runId }) => {
    const context = runs.get(runId);
    return context ? [{ item: JSON.parse(item) as SourceComment, context }] : [];
  });
  const placeable = await withTarget(waiting, [...runs.values()]);
  const coming = new Set(placeable.map(({ item }) => item.key));
  const parents = await findParents(
    origin,
    placeable.map(({ item }) => item),
  );
  return placeable.map(({ item, context }) => {
    const isHere = item.parent !== null && (coming.has(item.parent) || parents.has(item.parent));
    if (item.parent !== null && !isHere)
      context.reportLoss({ thing: '评论', place: itemTitle(item), reason: '所回复的评论不在文件里，单独收下' });
    return { item: isHere ? item : { ...item, parent: null }, context };
  });
}

async function withTarget(waiting: Waiting[], runs: Context[]) {
  const placeable = new Set<SourceComment>();
  for (const context of runs) {
    const own = waiting.filter((one) => one.context === context).map(({ item }) => item);
    for (const item of (await findTargets(context, own)).keys()) placeable.add(item);
  }
  return waiting.filter(({ item }) => placeable.has(item));
}

async function findParents({ db, origin }: OriginContext, items: SourceComment[]) {
  const keys = [...new Set(items.flatMap(({ parent }) => parent ?? []))];
  const found = new Set<string>();
  for (let from = 0; from < keys.length; from += batchSize)
    for (const key of (await findImportedRows(db, origin, 'comment', keys.slice(from, from + batchSize))).keys())
      found.add(key);
  return found;
}

/** Sorts answered comments before their answers; the first of a circle loses its parent. */
function answeredFirst(waiting: Waiting[]): Waiting[] {
  const byKey = new Map(waiting.map((one) => [one.item.key, one]));
  const done = new Set<string>();
  const ordered: Waiting[] = [];
  for (const start of waiting)
    for (const { item, context } of chainAbove(start, byKey, done).reverse()) {
      const isCircle = item.parent !== null && byKey.has(item.parent) && !done.has(item.parent);
      ordered.push({ item: isCircle ? { ...item, parent: null } : item, context });
      done.add(item.key);
    }
  return ordered;
}

/** A comment and those it answers, as far as they are not done. */
function chainAbove(start: Waiting, byKey: Map<string, Waiting>, done: Set<string>) {
  const chain = new Map<string, Waiting>();
  let at: Waiting | undefined = start;
  while (at && !done.has(at.item.key) && !chain.has(at.item.key)) {
    chain.set(at.item.key, at);
    at = at.item.parent === null ? undefined : byKey.get(at.item.parent);
  }
  return [...chain.values()];
}

/** Splits into pieces of one run each, in the same order. */
function batchesOf(ordered: Waiting[]) {
  const batches: { context: Context; items: SourceComment[] }[] = [];
  for (const { item, context } of ordered) {
    const last = batches.at(-1);
    if (last?.context === context && last.items.length < batchSize) last.items.push(item);
    else batches.push({ context, items: [item] });
  }
  return batches;
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
