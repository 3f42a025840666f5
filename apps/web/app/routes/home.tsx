import { Failure } from '@mojian/contract/platform/failures';
import { type MetaFunction, useLoaderData, useNavigation } from 'react-router';
import { inBrowser, type LoadArgs } from '../api/load.ts';
import { onServer } from '../api/load-on-server.ts';
import { type Choice, homeAddress, readHomeChoice, slipOf } from '../features/pages/home/choice.ts';
import { HomeScreen } from '../features/pages/home/home-screen.tsx';
import { pageMeta, siteFrom, useSite } from '../shell/page-meta.ts';
import { useLate } from '../ui/loading.ts';

const load = async ({ api, query }: LoadArgs) => {
  const choice = readHomeChoice(query);
  const [home, categories, list] = await Promise.all([
    api.home.show(),
    api.categories.list(),
    api.articles.list({ query: listQuery(choice, choice.page) }),
  ]);
  const isPage = choice.page <= Math.max(1, list.pages);
  const isCategory = !choice.category || categories.some(({ id }) => id === choice.category);
  if (!isPage || !isCategory) throw new Failure('not-found');
  return { choice, home, categories, list, slip: slipOf(Date.now()) };
};
export const loader = onServer(load);
export const clientLoader = inBrowser(load);

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  const site = siteFrom(matches);
  return pageMeta({
    site,
    path: loaderData ? homeAddress(loaderData.choice) : '/',
    jsonLd: {
      '@type': 'WebSite',
      name: site?.name,
      url: site?.url,
      description: site?.description,
      inLanguage: 'zh-CN',
    },
  });
};

export default function HomeRoute() {
  const data = useLoaderData<typeof loader>();
  const { location } = useNavigation();
  const coming = location?.pathname === '/' ? readHomeChoice(new URLSearchParams(location.search)) : undefined;
  const loadPage = async (pageNo: number) => {
    const { httpApi } = await import('../api/http-api.ts');
    return httpApi.articles.list({ query: listQuery(data.choice, pageNo) });
  };
  return <HomeScreen site={useSite()} data={data} coming={useLate(coming)} loadPage={loadPage} />;
}

function listQuery({ by, category }: Choice, pageNo: number) {
  return { sort: by, categoryId: category, pageNo };
}
