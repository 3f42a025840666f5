import { Failure } from '@mojian/contract/platform/failures';
import { longestSearch } from '@mojian/contract/platform/rules';
import { type MetaFunction, useLoaderData } from 'react-router';
import { inBrowser, type LoadArgs } from '../api/load.ts';
import { onServer } from '../api/load-on-server.ts';
import { readNumber } from '../features/content/tags/choice.ts';
import { readKind, type SearchChoice, searchAddress, tidySearch } from '../features/pages/search/search-address.ts';
import { SearchScreen } from '../features/pages/search/search-screen.tsx';
import { pageMeta, siteFrom } from '../shell/page-meta.ts';

const pageSize = 10;
const largestPage = 100_000;
const largestId = 2_147_483_647;

const load = async ({ api, query }: LoadArgs) => {
  const text = Array.from(tidySearch(query.get('q') ?? ''))
    .slice(0, longestSearch)
    .join('');
  const pageNo = readNumber(query, 'page', largestPage) ?? 1;
  const choice: SearchChoice = {
    kind: readKind(query.get('kind')),
    year: readNumber(query, 'year', 9999),
    categoryId: readNumber(query, 'category', largestId),
    sort: query.get('sort') === 'new' ? 'new' : 'best',
  };
  if (!text) return { text, choice, results: undefined };
  const results = await api.search.find({ query: { q: text, ...choice, full: '1', pageNo, pageSize } });
  if (pageNo > Math.max(1, results.pages)) throw new Failure('not-found');
  return { text, choice, results };
};
export const loader = onServer(load);
export const clientLoader = inBrowser(load);

/** Anybody can make up queries: not cached, not indexed. */
export const headers = () => ({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  const text = loaderData?.text ?? '';
  const site = siteFrom(matches);
  return [
    ...pageMeta({
      site,
      title: text ? `搜索：${text}` : '搜索',
      description: site && `在${site.name}里找文章、说说、专栏、页面与评论。`,
      path: searchAddress(text),
    }).filter((one) => !('name' in one && one.name === 'robots')),
    { name: 'robots', content: 'noindex' },
  ];
};

export default function SearchRoute() {
  return <SearchScreen {...useLoaderData<typeof loader>()} />;
}
