import type { articles } from '@mojian/contract/content/articles';
import type { Reply } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import { chinaMonth } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import { hasCategory, listCategories } from '../categories/categories.ts';
import { cardsOf } from './cards.ts';
import { type ArticleList, listIds, listMonths, listMonthsOfCategories, sumsOfList } from './lists.queries.ts';

const newestAtMost = 4;
const popularAtMost = 3;
const monthsShown = 12;

/** All categories with their newest articles and how many were written in each of the last twelve months. */
export async function showCategoryIndex(db: Db, now = Date.now()): Promise<Reply<typeof articles.categoryIndex>> {
  const categories = await listCategories(db);
  const names = lastMonths(now);
  const counted = await listMonthsOfCategories(db, names[0] ?? 0);
  const counts = new Map(counted.map(({ targetId, month, articles }) => [`${targetId} ${month}`, articles]));
  const ids = await Promise.all(categories.map((category) => newestOf(db, category.id, category.articles)));
  const cards = new Map((await cardsOf(db, ids.flat())).map((card) => [card.id, card]));
  return categories.map((category, at) => {
    const newest = (ids[at] ?? []).flatMap((id) => cards.get(id) ?? []);
    return {
      ...category,
      months: names.map((month) => counts.get(`${category.id} ${month}`) ?? 0),
      newest: newest.map(({ id, title, path, publishedAt }) => ({ id, title, path, publishedAt })),
      card: newest[0] ?? null,
    };
  });
}

/** The last twelve months in China, oldest first, as 202611. */
function lastMonths(now: number) {
  const { year, month } = chinaMonth(now);
  return Array.from({ length: monthsShown }, (_, at) => {
    const number = year * 12 + month - monthsShown + at;
    return Math.floor(number / 12) * 100 + (number % 12) + 1;
  });
}

function newestOf(db: Db, categoryId: number, articles: number) {
  const list: ArticleList = { kind: 'category', targetId: categoryId };
  const sums = { articles, pinned: 0, words: 0 };
  return listIds(db, list, 'new', { limit: newestAtMost, offset: 0 }, sums);
}

/** Years of a category with their numbers, newest first, and what is read most in it. */
export async function showCategory(db: Db, id: number): Promise<Reply<typeof articles.category>> {
  if (!(await hasCategory(db, id))) throw new Failure('not-found', '分类不存在', 'id');
  const list: ArticleList = { kind: 'category', targetId: id };
  const sums = await sumsOfList(db, list);
  const months = await listMonths(db, list);
  const years = Map.groupBy(months, ({ month }) => Math.floor(month / 100));
  const most = sums.articles > popularAtMost;
  const popular = most ? await listIds(db, list, 'hot', { limit: popularAtMost, offset: 0 }, sums) : [];
  const [newest] = await cardsOf(db, await listIds(db, list, 'new', { limit: 1, offset: 0 }, sums));
  return {
    years: [...years].map(([year, some]) => ({ year, articles: some.reduce((sum, one) => sum + one.articles, 0) })),
    popular: (await cardsOf(db, popular)).map(({ id, title, path }) => ({ id, title, path })),
    coverNumber: newest?.coverNumber ?? null,
  };
}
