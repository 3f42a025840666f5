import type { SiteInfo } from '@mojian/contract/site';
import { useRouteLoaderData } from 'react-router';
import { Seal } from './ui/seal.tsx';

/** The owner's logo, or '' for none, and where the site's own data failed to load. */
export function useLogo() {
  return (useRouteLoaderData('root') as { site: SiteInfo } | undefined)?.site.logo ?? '';
}

/** The site's stamp, as its owner has it. */
export function SiteSeal({ className = '' }: { className?: string }) {
  return <Seal className={className} logo={useLogo()} />;
}
