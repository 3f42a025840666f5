import { setTimeout } from 'node:timers/promises';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import type { Search } from '../../platform/search/search.ts';
import { listPageIds } from './articles.queries.ts';
import { cardsOf } from './cards.ts';
import type { Scored } from './related.queries.ts';
import * as queries from './related.queries.ts';

type Deps = { db: Db; search: Search };

const shown = 3;
/** More than shown: some may be withdrawn before they are chosen anew. */
const stored = 6;
/** Articles beside which one stands that are looked at when it changes. */
const othersAtMost = 100;

/** Ignores matches below this score: texts that merely share a few words. */
const alikeFrom = 0.1;

/** Reads the kept articles that are listed now; fills up with the newest of the category. */
export async function relatedArticles(db: Db, { id, categoryId }: { id: number; categoryId: number | null }) {
  const ids = (await queries.listRelated(db, id)).slice(0, shown).map((one) => one.id);
  if (ids.length < shown && categoryId !== null) {
    const newest = await queries.listNewestOfCategory(db, categoryId, shown + 1 + ids.length);
    ids.push(...newest.filter((one) => one !== id && !ids.includes(one)).slice(0, shown - ids.length));
  }
  return cardsOf(db, ids);
}

export const chooseRelatedEffect = 'choose-related';

/** Chooses for these articles, one after the other, as far as they are still due. */
export async function chooseRelated(deps: Deps, ids: number[]) {
  for (const id of new Set(ids)) {
    await chooseFor(deps, id);
    await setTimeout(0); // lets pending requests run in between
  }
}

const atOnce = 20;
const budget = 15_000;
/** Rests three times as long as it works: an import of ten thousand articles must not be felt by readers. */
const restFactor = 3;

/** Chooses for articles that imports, upgrades and changes of tags left due, the newest first, for a while. */
export async function chooseDue(deps: Deps, stopping?: AbortSignal) {
  const until = performance.now() + budget;
  for (let due = await queries.listDue(deps.db, atOnce); due.length > 0; due = await queries.listDue(deps.db, atOnce))
    for (const { id } of due) {
      if (stopping?.aborted || performance.now() > until) return;
      const begun = performance.now();
      await chooseFor(deps, id);
      await setTimeout(restFactor * (performance.now() - begun));
    }
}

/** Compares outside the transaction; an article changed meanwhile stays due. */
async function chooseFor(deps: Deps, id: number) {
  const due = await queries.findDue(deps.db, id);
  if (!due) return;
  const scores = await compare(deps, id);
  await deps.db.transaction().execute(async (trx) => {
    const changed = scores ? await keepPairs(trx, id, scores) : new Set();
    await queries.dropDue(trx, id, due.changes);
    if (changed.size > 0) await enqueue(trx, 'drop-pages', { tags: Array.from(changed, (one) => `article:${one}`) });
  });
}

/**
 * Scores each shared tag 1, similarity of title, summary and tags at most 1; best first. Compares public text only.
 * Undefined for what is not listed.
 */
async function compare({ db, search }: Deps, id: number): Promise<Scored[] | undefined> {
  const article = await queries.findCompared(db, id);
  if (!article) return undefined;
  const text = [...article.tags, article.summary].join('\n');
  const [sharing, alike] = await Promise.all([
    queries.listSharingTags(db, id),
    search.alike(db, { title: article.title, text, besides: id }),
  ]);
  // Map order plus a stable sort keep the newest first among equal scores.
  const scores = new Map(sharing.map((one) => [one.id, one.shared]));
  const near = alike.filter((one) => one.likeness >= alikeFrom || scores.has(one.id));
  const pages = await listPageIds(
    db,
    near.map((one) => one.id),
  );
  for (const one of near.filter((other) => !pages.includes(other.id)))
    scores.set(one.id, (scores.get(one.id) ?? 0) + one.likeness);
  return Array.from(scores, ([other, score]) => ({ id: other, score })).sort((a, b) => b.score - a.score);
}

/**
 * Keeps the best beside the article, and the article beside them where it is among their best; likeness counts both
 * ways, so nothing else is compared. Returns articles whose neighbours changed.
 */
async function keepPairs(trx: Trx, id: number, scores: Scored[]) {
  const own = await queries.listBeside(trx, [id]);
  const having = await queries.listHaving(trx, id, othersAtMost);
  const there = await queries.listExisting(
    trx,
    [...scores.slice(0, stored), ...having].map((one) => one.id),
  );
  const best = scores.slice(0, stored).filter((one) => there.has(one.id));
  const bestIds = new Set(best.map((one) => one.id));
  const scoreOf = new Map(scores.map((one) => [one.id, one.score]));
  const beside = await besideOthers(trx, id, best);

  await queries.dropPairs(trx, [
    ...own.filter(({ relatedId }) => !bestIds.has(relatedId)),
    ...having.filter((one) => !scoreOf.has(one.id)).map((one) => ({ articleId: one.id, relatedId: id })),
    ...beside.removed,
  ]);
  await queries.setPairs(trx, [
    ...best.map((one) => ({ articleId: id, relatedId: one.id, score: one.score })),
    ...beside.added.map((one) => ({ articleId: one.id, relatedId: id, score: one.score })),
  ]);

  const isChanged = own.length !== best.length || own.some(({ relatedId }) => !bestIds.has(relatedId));
  return new Set([
    ...(isChanged ? [id] : []),
    ...having.filter((one) => scoreOf.get(one.id) !== one.score).map((one) => one.id),
    ...beside.changed,
  ]);
}

/** Finds where the article is among the best beside others: `added` there, what is `removed` for it, and the ids `changed`. */
async function besideOthers(trx: Trx, id: number, others: Scored[]) {
  const rows = await queries.listBeside(
    trx,
    others.map((one) => one.id),
  );
  const rowsOf = Map.groupBy(rows, ({ articleId }) => articleId);
  const added: Scored[] = [];
  const removed: { articleId: number; relatedId: number }[] = [];
  const changed: number[] = [];
  for (const { id: articleId, score } of others) {
    const before = rowsOf.get(articleId) ?? [];
    const all = [...before.filter(({ relatedId }) => relatedId !== id), { articleId, relatedId: id, score }];
    all.sort((a, b) => b.score - a.score || b.relatedId - a.relatedId);
    const beyond = all.slice(stored);
    removed.push(...beyond);
    if (beyond.some(({ relatedId }) => relatedId === id)) continue;
    added.push({ id: articleId, score });
    if (!before.some((one) => one.relatedId === id && one.score === score)) changed.push(articleId);
  }
  return { added, removed, changed };
}
