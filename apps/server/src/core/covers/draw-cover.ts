import { COVER_COUNT, mixBits } from '@mojian/contract/core/cover-number';
import { filters, GRAINED, paint, svgElement } from './brush.ts';
import { motifs } from './motifs.ts';
import { newSheet, pigments, type Shape, type Sheet, type Theme } from './sheet.ts';

const MOTIFS = 8;
const PIGMENTS = 6;

type CoverChoice = { motif: number; pigment: number; variation: number };

/** Decodes a cover's number: motif (0..7), pigment (0..5), variation (0..4). */
export function chooseCover(number: number): CoverChoice {
  return {
    motif: number % MOTIFS,
    pigment: Math.floor(number / MOTIFS) % PIGMENTS,
    variation: Math.floor(number / (MOTIFS * PIGMENTS)),
  };
}

/**
 * Draws a cover as SVG text: 1200 × 675 units for `wide`, 1800 × 600 for `banner`.
 * Deterministic; day and night differ in colour only. A number outside 0..239 is a RangeError.
 */
export function drawCover({ number, theme, shape }: { number: number; theme: Theme; shape: Shape }): string {
  const { motif, pigment, variation } = chooseCover(number);
  const draw = motifs[motif];
  const colours = pigments[pigment]?.[theme];
  if (number >= COVER_COUNT || !draw || !colours) throw new RangeError(`no cover has the number ${number}`);

  const seed = mixBits(number + 1);
  const sheet = newSheet({ shape, colours, variation, seed });
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
