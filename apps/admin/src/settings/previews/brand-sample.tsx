import seal from '@mojian/ui/seal.svg?url&no-inline';

type Props = { name: string; logo: string; time?: 'day' | 'night' };

/** The site's stamp and name, on light or on dark paper or as it is now. */
export function BrandSample({ name, logo, time }: Props) {
  return (
    <p className={`sample brand-sample ${time ? `by-${time}` : ''}`}>
      <img src={logo || seal} alt="" width={28} height={28} />
      {name}
    </p>
  );
}
