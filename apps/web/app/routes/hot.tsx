import { type MetaFunction, useLoaderData } from 'react-router';
import { httpApi } from '../api/http-api.ts';
import { inBrowser, type LoadArgs } from '../api/load.ts';
import { onServer } from '../api/load-on-server.ts';
import { doubleHour, HotScreen } from '../features/pages/hot/hot-screen.tsx';
import { pageMeta, siteFrom } from '../shell/page-meta.ts';

const articlesAtMost = 3;

const load = async ({ api }: LoadArgs) => {
  const [lists, articles] = await Promise.all([
    api.hot.overview(),
    api.articles.list({ query: { sort: 'hot', pageSize: articlesAtMost } }),
  ]);
  return { lists, articles: articles.records, hour: doubleHour(Date.now()) };
};
export const loader = onServer(load);
export const clientLoader = inBrowser(load);

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({
    site: siteFrom(matches),
    title: '网站热搜',
    description: '微博、百度、知乎、哔哩哔哩、抖音、今日头条、掘金与 GitHub 此刻的热搜，每十分钟看一次。',
    path: '/hot',
  });

export default function HotRoute() {
  const data = useLoaderData<typeof loader>();
  return <HotScreen {...data} load={(type) => httpApi.hot.list({ query: { type } })} />;
}
