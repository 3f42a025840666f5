import { COVER_COUNT, mixBits } from '@mojian/contract/core/cover-number';
import type { Cover } from './cover-address.ts';
import { coverParts } from './cover-number.ts';
import { filters, GRAINED } from './drawing/filters.ts';
import { pigments } from './drawing/pigments.ts';
import { newSheet, type Sheet } from './drawing/sheet.ts';
import { element, paint } from './drawing/svg.ts';
import { motifs } from './motifs/all.ts';

/**
 * Draws a cover as SVG text: 1200 × 675 units for `wide`, 1800 × 600 for `banner`.
 * Same cover, same text; day and night differ in nothing but colour. A number outside 0..239 is a RangeError.
 */
export function drawCover({ number, theme, shape }: Cover): string {
  const { motif, pigment, variation } = coverParts(number);
  const draw = motifs[motif];
  const colours = pigments[pigment]?.[theme];
  if (number >= COVER_COUNT || !draw || !colours) throw new RangeError(`no cover has the number ${number}`);

  const seed = mixBits(number + 1);
  const sheet = newSheet({ shape, colours, variation, seed });
  const definitions = element('defs', {}, groundGradient(sheet), filters(seed));
  const size = { width: sheet.width, height: sheet.height };
  return element(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${sheet.width} ${sheet.height}` },
    definitions,
    element('rect', { ...size, fill: paint('ground') }),
    draw(sheet),
    element('rect', { ...size, filter: GRAINED, opacity: 0.5 }),
  );
}

function groundGradient({ colours }: Sheet): string {
  return element(
    'linearGradient',
    { id: 'ground', x2: 0, y2: 1 },
    element('stop', { 'stop-color': colours.sky }),
    element('stop', { offset: 1, 'stop-color': colours.foot }),
  );
}
