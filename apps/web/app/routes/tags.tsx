import { type MetaFunction, useLoaderData } from 'react-router';
import { httpApi } from '../api/http-api.ts';
import { inBrowser, type LoadArgs } from '../api/load.ts';
import { onServer } from '../api/load-on-server.ts';
import { describeChips, tagsShown, withinPages } from '../features/content/tags/chip-kinds.ts';
import { ChipsScreen } from '../features/content/tags/chips-screen.tsx';
import { readChipsChoice } from '../features/content/tags/choice.ts';
import { pageMeta, siteFrom } from '../shell/page-meta.ts';

const load = async ({ api, query }: LoadArgs) => {
  const choice = readChipsChoice(query);
  const { id: tagId, page: pageNo, by: sort } = choice;
  const [tags, list] = await Promise.all([api.tags.list(), api.articles.list({ query: { tagId, pageNo, sort } })]);
  return withinPages({ choice, chips: tagsShown(tags, tagId), total: tags.length, list });
};
export const loader = onServer(load);
export const clientLoader = inBrowser(load);

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) =>
  loaderData ? pageMeta({ site: siteFrom(matches), ...describeChips('tag', loaderData) }) : [];

export default function TagsRoute() {
  const data = useLoaderData<typeof loader>();
  const { id: tagId, by: sort } = data.choice;
  const loadPage = (pageNo: number) => httpApi.articles.list({ query: { tagId, pageNo, sort } });
  return <ChipsScreen kind="tag" data={data} loadPage={loadPage} />;
}
