import type { SiteInfo } from '@mojian/contract/core/site';
import { useRouteLoaderData } from 'react-router';

/** The site as the root route loaded it, for route components. */
export function useSite() {
  return (useRouteLoaderData('root') as { site: SiteInfo }).site;
}
