import { encode } from 'uqr';
import { Seal } from '../../../ui/seal.tsx';

/** QR code with the site's seal in its middle, which error correction level Q tolerates. */
export function QrCode({ text, label, stamp }: { text: string; label: string; stamp: string }) {
  const { data, size } = encode(text, { ecc: 'Q', border: 2 });
  return (
    <div className="share-card-qr" role="img" aria-label={label}>
      <svg viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
        <path d={data.map(rowPath).join('')} />
      </svg>
      <Seal stamp={stamp} />
    </div>
  );
}

/** Draws one rectangle per run of dark modules. */
function rowPath(row: boolean[], y: number) {
  const runs = row
    .map((isDark) => (isDark ? '1' : '0'))
    .join('')
    .matchAll(/1+/g);
  return Array.from(runs, ({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`).join('');
}
