import { type MetaFunction, useLoaderData } from 'react-router';
import { httpApi } from '../api/http-api.ts';
import { inBrowser, type LoadArgs } from '../api/load.ts';
import { onServer } from '../api/load-on-server.ts';
import { LinksScreen } from '../features/pages/links/links-screen.tsx';
import { pageMeta, siteFrom, useSite } from '../shell/page-meta.ts';

/** The e-mail's number in `showList`. */
const email = 1;

const load = ({ api }: LoadArgs) => api.links.list();
export const loader = onServer(load);
export const clientLoader = inBrowser(load);

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const site = siteFrom(matches);
  return pageMeta({
    site,
    title: '友情链接',
    description: `${site?.name}的 ${loaderData.count} 位邻居，和互换链接要用的名片。`,
    path: '/links',
  });
};

export default function LinksRoute() {
  const { showList, contacts, canMail, features } = useSite();
  return (
    <LinksScreen
      links={useLoaderData<typeof loader>()}
      hasNews={features.includes('neighbours')}
      writeTo={showList.includes(email) ? contacts.email : ''}
      canMail={canMail}
      apply={(body) => httpApi.links.apply({ body })}
    />
  );
}
