import type { Home } from '@mojian/contract/pages/home';
import { Failure } from '@mojian/contract/platform/failures';
import { data, type HeadersFunction, type MetaFunction, useLoaderData, useNavigation } from 'react-router';
import { inBrowser, type LoadArgs } from '../api/load.ts';
import { onServer } from '../api/load-on-server.ts';
import afterPaintStyles from '../features/pages/home/after-paint-home.css?url';
import { type Choice, homeAddress, readHomeChoice } from '../features/pages/home/choice.ts';
import { composeHome } from '../features/pages/home/compose.ts';
import { HomeScreen } from '../features/pages/home/home-screen.tsx';
import { todayOf } from '../features/pages/home/today.ts';
import { pageMeta, siteFrom, useSite } from '../shell/page-meta.ts';
import { useLate } from '../ui/loading.ts';

const load = async ({ api, query }: LoadArgs) => {
  const choice = readHomeChoice(query);
  const preview = query.get('preview');
  const [home, categories] = await Promise.all([
    preview === null ? api.home.show() : api.home.preview({ query: { ticket: preview } }),
    api.categories.list(),
  ]);
  const list = await api.articles.list({ query: listQuery(choice, home, choice.page) });
  const isPage = choice.page <= Math.max(1, list.pages);
  const isCategory = !choice.category || categories.some(({ id }) => id === choice.category);
  if (!isPage || !isCategory) throw new Failure('not-found');
  return {
    choice,
    composed: composeHome(home, list, choice.by),
    categories,
    today: todayOf(Date.now()),
    isPreview: preview !== null,
  };
};
export const loader = onServer(async (args) => {
  const loaded = await load(args);
  return loaded.isPreview ? data(loaded, { headers: ofPreview }) : loaded;
});
/** `paintFirst` puts it off until after the first paint. */
export const links = () => [{ rel: 'stylesheet', href: afterPaintStyles }];

export const clientLoader = inBrowser(load);

/** A preview is for whoever has its ticket: neither kept nor indexed. */
const ofPreview = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' };

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

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
  const loaded = useLoaderData<typeof loader>();
  const { location } = useNavigation();
  const coming = location?.pathname === '/' ? readHomeChoice(new URLSearchParams(location.search)) : undefined;
  const loadPage = async (pageNo: number) => {
    const { httpApi } = await import('../api/http-api.ts');
    return httpApi.articles.list({ query: listQuery(loaded.choice, loaded.composed, pageNo) });
  };
  return <HomeScreen site={useSite()} data={loaded} coming={useLate(coming)} loadPage={loadPage} />;
}

const largestPage = 50;

/** More than is shown: the list leaves out the lead, and pinned articles are no new ones. */
function listQuery({ by, category }: Choice, { layout, counts }: Pick<Home, 'layout' | 'counts'>, pageNo: number) {
  const pageSize = Math.min(largestPage, layout.count + counts.pinned + 1);
  return { sort: by, categoryId: category, pageNo, pageSize };
}
