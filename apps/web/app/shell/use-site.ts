import type { SiteInfo } from '@mojian/contract/core/site';
import { useRouteLoaderData } from 'react-router';
import { useHas } from '../site/features-on.ts';

/** The site as the root route loaded it, for route components. */
export function useSite() {
  return (useRouteLoaderData('root') as { site: SiteInfo }).site;
}

/** Public place offered to visitors on a members' screen. */
export function useElsewhere() {
  return useHas()('board') ? { to: '/message', words: '查看留言板' } : { to: '/', words: '返回首页' };
}
