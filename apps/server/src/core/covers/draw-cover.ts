import { mixBits, paintingOf } from '@mojian/contract/core/cover-number';
import { filters, GRAINED, paint, svgElement } from './brush.ts';
import { motifs } from './motifs.ts';
import { newSheet, pigments, type Shape, type Sheet, type Theme } from './sheet.ts';

/**
 * Draws a cover as SVG text: 1200 × 675 units for `wide`, 1800 × 600 for `banner`.
 * Deterministic; day and night differ in colour only. A number outside 0..799 is a RangeError.
 */
export function drawCover({ number, theme, shape }: { number: number; theme: Theme; shape: Shape }): string {
  const painting = paintingOf(number);
  const draw = painting && motifs[painting.motif];
  const colours = painting && pigments[painting.pigment]?.[theme];
  if (!draw || !colours) throw new RangeError(`no cover has the number ${number}`);

  const seed = mixBits(number + 1);
  const sheet = newSheet({ shape, colours, variation: painting.layout, seed });
  const definitions = svgElement('defs', {}, groundGradient(sheet), filters(seed));
  const size = { width: sheet.width, height: sheet.height };
  return svgElement(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${sheet.width} ${sheet.height}` },
    definitions,
    svgElement('rect', { ...size, fill: paint('ground') }),
    draw(sheet),
    svgElement('rect', { ...size, filter: GRAINED, opacity: 0.5 }),
  );
}

function groundGradient({ colours }: Sheet): string {
  return svgElement(
    'linearGradient',
    { id: 'ground', x2: 0, y2: 1 },
    svgElement('stop', { 'stop-color': colours.sky }),
    svgElement('stop', { offset: 1, 'stop-color': colours.foot }),
  );
}
