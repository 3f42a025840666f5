import { sealCharacter, sealUrl } from '@mojian/contract/core/icons';
import type { SiteInfo } from '@mojian/contract/core/site';
import ours from '@mojian/ui/seal.svg?url&no-inline';

/** Address of the site's logo or of the seal of its name; '' where the owner wants none. */
export function stampOf({ logo, name, seal }: Pick<SiteInfo, 'logo' | 'name' | 'seal'>) {
  if (logo || seal === 'none') return logo;
  return sealCharacter(name) === '' ? ours : sealUrl(name);
}

/** The site's seal: at least 32 px, at most once per page besides header and footer. */
export function Seal({ className = '', stamp }: { className?: string; stamp: string }) {
  return stamp && <img className={`seal ${className}`} src={stamp} alt="" width={48} height={48} />;
}
