import { encode } from 'uqr';
import { group, svgElement } from '../../core/covers/brush.ts';

/** Pixels of a module; fewer are hard to read from a screen. */
const moduleSize = 3;
const quiet = 12;

/** A QR code whose right edge and middle are given, on its own ground. */
export function codeSquare(address: string, right: number, middle: number, ground: string) {
  const { data, size } = encode(address, { ecc: 'L', border: 0 });
  const side = size * moduleSize + 2 * quiet;
  const [x, y] = [right - side, middle - side / 2];
  const path = data.map(rowPath).join('');
  const picture = group(
    { transform: `translate(${Math.round(x)} ${Math.round(y)})`, 'shape-rendering': 'crispEdges' },
    svgElement('rect', { width: side, height: side, rx: 4, fill: ground }),
    svgElement('path', { d: path, fill: '#1d1814', transform: `translate(${quiet} ${quiet}) scale(${moduleSize})` }),
  );
  return { picture, side };
}

/** A rectangle for each run of dark modules. */
function rowPath(row: boolean[], y: number) {
  const runs = row
    .map((isDark) => (isDark ? '1' : '0'))
    .join('')
    .matchAll(/1+/g);
  return Array.from(runs, ({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`).join('');
}
