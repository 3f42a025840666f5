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
