import type { SiteInfo } from '@mojian/contract/core/site';
import { type BelongsTo, isOn } from '@mojian/contract/platform/features';
import { useRouteLoaderData } from 'react-router';

/** Tests whether one of these features is on. All are off when the site's data failed to load. */
export function useHas() {
  const site = (useRouteLoaderData('root') as { site: SiteInfo } | undefined)?.site;
  return (belongsTo: BelongsTo | undefined) => isOn(site?.features ?? [], belongsTo);
}

/** Whether the site takes no new comments, on anything. */
export function useCommentsClosed() {
  return (useRouteLoaderData('root') as { site: SiteInfo } | undefined)?.site.commenting === 'closed';
}

/** Link offered to visitors on a members' screen: the board, or the home page while it is off. */
export function useElsewhere() {
  return useHas()('board') ? { to: '/message', words: '查看留言板' } : { to: '/', words: '返回首页' };
}
