import type { ArticleCard } from '@mojian/contract/content/articles';
import type { Db } from '../../platform/db/schema.ts';
import { articlePaths } from '../slugs/article-path.ts';
import { countListed, listCards, listCardsById, listFeatured, listMostRead } from './cards.queries.ts';
import { presentCards } from './cards.ts';

const shownAtMost = 5;

/** The articles chosen for the carousel, in the owner's order and what is new in it first, or simply the newest while none are chosen. */
export async function featuredArticles(db: Db): Promise<ArticleCard[]> {
  const chosen = await listFeatured(db, shownAtMost);
  if (chosen.length > 0 || (await isSmall(db))) return presentCards(db, chosen);
  return presentCards(db, await listCards(db, {}, 'time', { limit: shownAtMost }));
}

/** The list of the front page shows them all: nothing is shown again that nobody chose. */
async function isSmall(db: Db) {
  return (await countListed(db)) <= shownAtMost;
}

/** Recommended by hand first, then the most read. */
export async function recommendedArticles(db: Db) {
  const chosen = await listMostRead(db, 'recommended', shownAtMost);
  const ids = chosen.map(({ id }) => id);
  const most = (await isSmall(db)) ? [] : await listMostRead(db, 'all', shownAtMost);
  const others = most.filter(({ id }) => !ids.includes(id));
  const pathOf = await articlePaths(db);
  return [...chosen, ...others].slice(0, shownAtMost).map((article) => ({ ...article, path: pathOf(article) }));
}

/** The cards of these articles in the same order, those left out that nobody may see. */
export async function cardsOf(db: Db, ids: number[]): Promise<ArticleCard[]> {
  if (ids.length === 0) return [];
  const cards = await presentCards(db, await listCardsById(db, ids));
  return cards.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

export function countArticles(db: Db) {
  return countListed(db);
}
