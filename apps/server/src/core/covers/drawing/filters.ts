import { element } from './svg.ts';

/** Attribute that lets a shape dry unevenly: clouds of thin and thick ink. */
export const WASHED = 'url(#wash)';

/** Attribute that turns a rectangle into the fibres of paper. */
export const GRAINED = 'url(#grain)';

// Rough edges are drawn into the outlines: with feDisplacementMap librsvg needs 0.3 s for each shape.

// Ink of the night pigments is so dark that linear light would leave it three steps of 255: it would band.
const EVEN_STEPS = { 'color-interpolation-filters': 'sRGB' };

/** The two filters as definitions. The seed places clouds and fibres. */
export function filters(seed: number): string {
  return wash(seed) + grain(seed);
}

function wash(seed: number): string {
  return element(
    'filter',
    { id: 'wash', x: '-5%', y: '-5%', width: '110%', height: '110%', ...EVEN_STEPS },
    element('feTurbulence', { type: 'fractalNoise', baseFrequency: '.005 .016', numOctaves: 4, seed: seed % 997 }),
    alphaFromRed('0 0 0', '2.6', '-.42'),
    element('feComposite', { in: 'SourceGraphic', in2: 'veil', operator: 'in' }),
  );
}

function grain(seed: number): string {
  return element(
    'filter',
    { id: 'grain', x: 0, y: 0, width: 1, height: 1, ...EVEN_STEPS },
    element('feTurbulence', { type: 'fractalNoise', baseFrequency: '.55 .75', numOctaves: 2, seed: (seed + 5) % 997 }),
    alphaFromRed('.54 .48 .41', '.9', '-.36'),
  );
}

/** One colour everywhere; how much of it shows follows the red of the noise. */
function alphaFromRed(colour: string, gain: string, offset: string): string {
  const rows = colour.split(' ').map((channel) => `0 0 0 0 ${channel}`);
  return element('feColorMatrix', { values: [...rows, `${gain} 0 0 0 ${offset}`].join(' '), result: 'veil' });
}
