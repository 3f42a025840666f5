import type { Db } from '../../platform/db/schema.ts';
import type { Search } from '../../platform/search/search.ts';
import * as queries from './articles.queries.ts';
import { cardsOf } from './front-articles.ts';

const shown = 3;

/** Below this two texts share a few words and nothing more. */
const alikeFrom = 0.1;

type Article = { id: number; categoryId: number | null; title: string; summary: string; tags: { name: string }[] };

/**
 * Articles on the same: each shared tag counts 1, the words of title, summary and tags together at most 1. Filled up with
 * the newest of the same category. Only what anyone may read is compared.
 */
export async function relatedArticles({ db, search }: { db: Db; search: Search }, article: Article) {
  const { id, categoryId } = article;
  const ids = await listRelated({ db, search }, article);
  if (ids.length < shown && categoryId !== null)
    ids.push(...(await queries.listNewestIdsOf(db, categoryId, [id, ...ids], shown - ids.length)));
  return cardsOf(db, ids);
}

async function listRelated({ db, search }: { db: Db; search: Search }, { id, title, summary, tags }: Article) {
  const text = [...tags.map(({ name }) => name), summary].join('\n');
  const [sharing, alike] = await Promise.all([
    queries.listSharingTags(db, id),
    search.alike(db, { title, text, besides: id }),
  ]);
  // a map keeps its order, and sorting leaves equal ones in it: newest first among those that share as many tags
  const scores = new Map(sharing.map((one) => [one.id, one.shared]));
  for (const one of alike)
    if (one.likeness >= alikeFrom || scores.has(one.id)) scores.set(one.id, (scores.get(one.id) ?? 0) + one.likeness);
  const best = [...scores].sort(([, a], [, b]) => b - a).slice(0, shown);
  return best.map(([related]) => related);
}
