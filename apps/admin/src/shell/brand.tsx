import seal from '@mojian/ui/seal.svg?url&no-inline';
import { Link } from 'react-router';
import { useOffice } from './use-office.ts';

/** The site's stamp and name: the way to the overview. */
export function Brand() {
  const { site } = useOffice();
  return (
    <Link className="brand" to="/">
      <img src={site.logo || seal} alt="" width={32} height={32} />
      <span>
        {site.name}
        <small>案头</small>
      </span>
    </Link>
  );
}
