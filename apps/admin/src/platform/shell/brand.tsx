import { Link } from 'react-router';
import { stampOf } from './stamp.ts';
import { useOffice } from './use-office.ts';

/** The site's stamp and name: the way to the overview. */
export function Brand() {
  const { site } = useOffice();
  return (
    <Link className="brand" to="/">
      <img src={stampOf(site)} alt="" width={32} height={32} />
      <span>
        {site.name}
        <small>管理后台</small>
      </span>
    </Link>
  );
}
