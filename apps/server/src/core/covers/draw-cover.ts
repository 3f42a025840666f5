import { characterOf, mixBits, paintingOf } from '@mojian/contract/core/cover-number';
import type { Glyph } from '../typeface/glyph-outline.ts';
import { GRAIN, paint, svgElement, textures } from './brush.ts';
import { largeCharacter } from './character-cover.ts';
import { motifs } from './motifs.ts';
import { newSheet, pigments, type Shape, type Sheet, type Theme } from './sheet.ts';

type Drawing = { number: number; theme: Theme; shape: Shape; glyph?: Glyph | undefined };

/**
 * Draws a cover as SVG text: 1200 × 675 units for `wide`, 1800 × 600 for `banner`.
 * Deterministic; day and night differ in colour only. A large character needs its `glyph`; a number that is neither a
 * painting nor a character is a RangeError.
 */
export function drawCover({ number, theme, shape, glyph }: Drawing): string {
  const cover = motifOf(number, glyph);
  const colours = cover && pigments[cover.pigment]?.[theme];
  if (!cover || !colours) throw new RangeError(`no cover has the number ${number}`);

  const seed = mixBits(number + 1);
  const sheet = newSheet({ shape, colours, variation: cover.layout, seed });
  const definitions = svgElement('defs', {}, groundGradient(sheet), textures(seed));
  const size = { width: sheet.width, height: sheet.height };
  return svgElement(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${sheet.width} ${sheet.height}` },
    definitions,
    svgElement('rect', { ...size, fill: paint('ground') }),
    cover.draw(sheet),
    svgElement('rect', { ...size, fill: GRAIN, opacity: 0.5 }),
  );
}

/** Painting or character of a number, with what draws it. */
function motifOf(number: number, glyph: Glyph | undefined) {
  const painting = paintingOf(number);
  const draw = painting && motifs[painting.motif];
  if (draw) return { ...painting, draw };
  const character = characterOf(number);
  return character && glyph && { ...character, draw: (sheet: Sheet) => largeCharacter(sheet, glyph) };
}

function groundGradient({ colours }: Sheet): string {
  return svgElement(
    'linearGradient',
    { id: 'ground', x2: 0, y2: 1 },
    svgElement('stop', { 'stop-color': colours.sky }),
    svgElement('stop', { offset: 1, 'stop-color': colours.foot }),
  );
}
