import { type BelongsTo, isOn } from '@mojian/contract/core/features';
import type { SiteInfo } from '@mojian/contract/core/site';
import { useRouteLoaderData } from 'react-router';

/** Whether the owner has this on; of several, one of them. Nothing is on where the site's own data failed to load. */
export function useHas() {
  const site = (useRouteLoaderData('root') as { site: SiteInfo } | undefined)?.site;
  return (belongsTo: BelongsTo | undefined) => isOn(site?.features ?? [], belongsTo);
}
