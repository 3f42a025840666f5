import type { SiteInfo } from '@mojian/contract/core/site';
import { useRouteLoaderData } from 'react-router';
import { Seal, stampOf } from '../ui/seal.tsx';

/** Address of the seal, '' for none; the default seal when the site's data failed to load. */
export function useStamp() {
  const site = (useRouteLoaderData('root') as { site: SiteInfo } | undefined)?.site;
  return stampOf(site ?? { logo: '', name: '墨笺', seal: 'name' });
}

export function SiteSeal({ className = '' }: { className?: string }) {
  return <Seal className={className} stamp={useStamp()} />;
}
