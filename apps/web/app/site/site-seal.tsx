import type { SiteInfo } from '@mojian/contract/core/site';
import { useRouteLoaderData } from 'react-router';
import { Seal, stampOf } from '../ui/seal.tsx';

/** The address of the site's stamp, '' for none. Where the site's own data failed to load, ours. */
export function useStamp() {
  const site = (useRouteLoaderData('root') as { site: SiteInfo } | undefined)?.site;
  return stampOf(site ?? { logo: '', name: '墨笺', seal: 'name' });
}

/** The site's stamp, as its owner has it. */
export function SiteSeal({ className = '' }: { className?: string }) {
  return <Seal className={className} stamp={useStamp()} />;
}
