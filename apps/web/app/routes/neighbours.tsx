import { Failure } from '@mojian/contract/platform/failures';
import { type MetaFunction, useLoaderData } from 'react-router';
import { inBrowser, type LoadArgs } from '../api/load.ts';
import { onServer } from '../api/load-on-server.ts';
import { NeighboursScreen } from '../features/pages/neighbours/neighbours-screen.tsx';
import { pageMeta, siteFrom } from '../shell/page-meta.ts';

const load = async ({ api, query }: LoadArgs) => {
  const written = query.get('page') ?? '1';
  if (!/^[1-9]\d{0,2}$/.test(written)) throw new Failure('not-found');
  const news = await api.neighbours.list({ query: { pageNo: Number(written) } });
  if (news.articles.pageNo > Math.max(1, news.articles.pages)) throw new Failure('not-found');
  return { news, now: Date.now() };
};
export const loader = onServer(load);
export const clientLoader = inBrowser(load);

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { pageNo } = loaderData.news.articles;
  return pageMeta({
    site: siteFrom(matches),
    title: pageNo > 1 ? `友邻 · 第 ${pageNo} 页` : '友邻',
    description: `${loaderData.news.neighbours} 位邻居的新文章。`,
    path: pageNo > 1 ? `/neighbours?page=${pageNo}` : '/neighbours',
  });
};

export default function NeighboursRoute() {
  return <NeighboursScreen {...useLoaderData<typeof loader>()} />;
}
