import { stampOf } from '../../../platform/shell/stamp.ts';

type Props = { name: string; logo: string; seal: string; time?: 'day' | 'night' };

/** The site's stamp and name, on light or on dark paper or as it is now. */
export function BrandSample({ name, logo, seal, time }: Props) {
  return (
    <p className={`sample brand-sample ${time ? `by-${time}` : ''}`}>
      {(logo || seal !== 'none') && <img src={stampOf({ name, logo })} alt="" width={28} height={28} />}
      {name}
    </p>
  );
}
