import { Failure } from '@mojian/contract/platform/failures';
import { type MetaFunction, useLoaderData } from 'react-router';
import { httpApi } from '../api/http-api.ts';
import { inBrowser, type LoadArgs } from '../api/load.ts';
import { onServer } from '../api/load-on-server.ts';
import { describeChips, withinPages } from '../features/content/tags/chip-kinds.ts';
import { ChipsScreen } from '../features/content/tags/chips-screen.tsx';
import { readChipsChoice } from '../features/content/tags/choice.ts';
import { pageMeta, siteFrom } from '../shell/page-meta.ts';

const load = async ({ api, query }: LoadArgs) => {
  const choice = readChipsChoice(query);
  const { id: categoryId, year, page: pageNo, by: sort } = choice;
  if (year && !categoryId) throw new Failure('not-found');
  const [chips, list, shelves, figures] = await Promise.all([
    api.categories.list(),
    api.articles.list({ query: { categoryId, year, pageNo, sort } }),
    categoryId ? undefined : api.articles.categoryIndex(),
    categoryId ? api.articles.category({ query: { id: categoryId } }) : undefined,
  ]);
  if (year && list.total === 0) throw new Failure('not-found');
  return withinPages({ choice, chips, total: chips.length, list, shelves, figures });
};
export const loader = onServer(load);
export const clientLoader = inBrowser(load);

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) =>
  loaderData ? pageMeta({ site: siteFrom(matches), ...describeChips('category', loaderData) }) : [];

export default function CategoryRoute() {
  const data = useLoaderData<typeof loader>();
  const { id: categoryId, year, by: sort } = data.choice;
  const loadPage = (pageNo: number) => httpApi.articles.list({ query: { categoryId, year, pageNo, sort } });
  return <ChipsScreen kind="category" data={data} loadPage={loadPage} />;
}
