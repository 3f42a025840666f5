import type { SiteInfo } from '@mojian/contract/core/site';
import { Link } from '../ui/link.tsx';
import { Seal, stampOf } from '../ui/seal.tsx';

export function Brand({ site }: { site: SiteInfo }) {
  return (
    <Link className="brand" to="/">
      <Seal stamp={stampOf(site)} />
      {site.name}
    </Link>
  );
}
