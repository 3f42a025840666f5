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
  const { id: categoryId, page: pageNo, by: sort } = choice;
  const [chips, list] = await Promise.all([
    api.categories.list(),
    api.articles.list({ query: { categoryId, pageNo, sort } }),
  ]);
  return withinPages({ choice, chips, total: chips.length, list });
};
export const loader = onServer(load);
export const clientLoader = inBrowser(load);

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) =>
  loaderData ? pageMeta({ site: siteFrom(matches), ...describeChips('category', loaderData) }) : [];

export default function CategoryRoute() {
  const data = useLoaderData<typeof loader>();
  const { id: categoryId, by: sort } = data.choice;
  const loadPage = (pageNo: number) => httpApi.articles.list({ query: { categoryId, pageNo, sort } });
  return <ChipsScreen kind="category" data={data} loadPage={loadPage} />;
}
