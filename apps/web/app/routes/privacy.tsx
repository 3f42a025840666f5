import { type MetaFunction, useRouteLoaderData } from 'react-router';
import { PrivacyScreen } from '../features/pages/privacy/privacy-screen.tsx';
import type { loader as rootLoader } from '../root.tsx';
import { pageMeta, siteFrom } from '../shell/page-meta.ts';

export const meta: MetaFunction = ({ matches }) => {
  const site = siteFrom(matches);
  return pageMeta({
    site,
    title: '隐私说明',
    description: site ? `${site.name} 记下什么、谁看得到、留多久。` : '',
    path: '/privacy',
  });
};

export default function PrivacyRoute() {
  const root = useRouteLoaderData<typeof rootLoader>('root');
  return root ? <PrivacyScreen site={root.site} /> : null;
}
