import { type MetaFunction, useLoaderData, useRouteLoaderData } from 'react-router';
import { inBrowser, type LoadArgs } from '../api/load.ts';
import { onServer } from '../api/load-on-server.ts';
import { AboutScreen } from '../features/pages/about/about-screen.tsx';
import type { loader as rootLoader } from '../root.tsx';
import { pageMeta, siteFrom } from '../shell/page-meta.ts';
import { dayInChina } from '../ui/moment.tsx';

const load = async ({ api }: LoadArgs) => {
  const about = await api.about.show();
  return { about, today: dayInChina(new Date().toISOString()) };
};
export const loader = onServer(load);
export const clientLoader = inBrowser(load);

export const meta: MetaFunction<typeof loader> = ({ matches }) => {
  const site = siteFrom(matches);
  return pageMeta({
    site,
    title: '关于本站',
    path: '/about',
    jsonLd: { '@type': 'AboutPage', name: '关于本站', url: `${site?.url}/about`, inLanguage: 'zh-CN' },
  });
};

export default function AboutRoute() {
  const { about, today } = useLoaderData<typeof loader>();
  const root = useRouteLoaderData<typeof rootLoader>('root');
  if (!root) return null;
  const { siteAccess, visitorAccess } = root.counts;
  return <AboutScreen about={about} site={root.site} views={siteAccess} visitors={visitorAccess} today={today} />;
}
