import type { SiteInfo } from '@mojian/contract/site';
import { Link } from 'react-router';
import { Seal } from '../ui/seal.tsx';

/** The site's stamp and name: the way home. */
export function Brand({ site }: { site: SiteInfo }) {
  return (
    <Link className="brand" to="/">
      {site.logo ? <img className="seal" src={site.logo} alt="" width={48} height={48} /> : <Seal />}
      {site.name}
    </Link>
  );
}
