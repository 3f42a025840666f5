import { type MetaFunction, useLoaderData } from 'react-router';
import { httpApi } from '../api/http-api.ts';
import { inBrowser, type LoadArgs } from '../api/load.ts';
import { onServer } from '../api/load-on-server.ts';
import { NavigationScreen } from '../features/pages/navigation/navigation-screen.tsx';
import { pageMeta, siteFrom } from '../shell/page-meta.ts';

const load = async ({ api }: LoadArgs) => {
  const groups = await api.navigation.list();
  return { groups: groups.filter(({ sites }) => sites.length > 0) };
};
export const loader = onServer(load);
export const clientLoader = inBrowser(load);

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) =>
  loaderData
    ? pageMeta({
        site: siteFrom(matches),
        title: '网站导航',
        description: `常去的地方：${loaderData.groups.map(({ name }) => name).join('、')}。`,
        path: '/navigation',
      })
    : [];

export default function NavigationRoute() {
  return <NavigationScreen groups={useLoaderData<typeof loader>().groups} onVisit={countVisit} />;
}

/** Failed counts do not concern the reader; the client has logged them. */
function countVisit(id: number) {
  httpApi.navigation.visit({ query: { id } }).catch(() => {});
}
