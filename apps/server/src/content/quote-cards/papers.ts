import { box, group, line, type Point, shape, svgElement, tremble } from '../../core/covers/brush.ts';
import { edgeNoise, type Random, seededRandom } from '../../core/covers/sheet.ts';

export const width = 1080;
export const height = 1440;

/** Colours of a paper: its ground, writing, lesser writing, and the ground of the code. */
export type Paper = { ground: string; ink: string; lesser: string; codeGround: string };

export const papers = {
  ruled: { ground: '#f8f3e7', ink: '#241f1b', lesser: '#5f5850', codeGround: '#fffdf8' },
  plain: { ground: '#fdfcf9', ink: '#241f1b', lesser: '#635d56', codeGround: '#ffffff' },
  night: { ground: '#100d0b', ink: '#ece7dd', lesser: '#a9a299', codeGround: '#e4dfd5' },
  photo: { ground: '#fdfcf9', ink: '#241f1b', lesser: '#635d56', codeGround: '#ffffff' },
} satisfies Record<string, Paper>;

export const vermilion = '#bd3428';

/** Frame of the ruled sheet and of the stone. */
export const frame = { left: 96, top: 92, width: 888, height: 1092 };

/** Sheet of paper with fibres. Drawn ones compress better than noise. */
export function paper(ground: string, seed: number, fibres: number): string {
  const random = seededRandom(seed);
  const strands = Array.from({ length: fibres }, () => fibre(random));
  return svgElement('rect', { width, height, fill: ground }) + group({ fill: 'none' }, ...strands);
}

function fibre(random: Random): string {
  const [x, y] = [random.between(-20, width), random.between(-20, height)];
  const [right, down] = [random.between(-46, 46), random.between(-14, 14)];
  const d = `M${x.toFixed(0)} ${y.toFixed(0)}q${(right / 2 + random.between(-9, 9)).toFixed(0)} ${(down + random.between(-9, 9)).toFixed(0)} ${right.toFixed(0)} ${down.toFixed(0)}`;
  const isLight = random.chance(0.4);
  return svgElement('path', {
    d,
    stroke: isLight ? '#fffdf6' : '#a08a68',
    'stroke-width': random.between(0.6, 1.5),
    // `opacity` would cost a layer for each: 0.3 s in all
    'stroke-opacity': isLight ? random.between(0.3, 0.8) : random.between(0.06, 0.2),
  });
}

/** 朱丝栏: a double frame, and a rule between each two columns. */
export function ruledFrame(pitch: number): string {
  const { left, top, width: wide, height: high } = frame;
  const outer = { x: left - 12, y: top - 12, width: wide + 24, height: high + 24, 'stroke-width': 4 };
  const inner = { x: left, y: top, width: wide, height: high, 'stroke-width': 1.6 };
  const count = Math.round(wide / pitch);
  const rules = Array.from(
    { length: count - 1 },
    (_, index) => `M${(left + wide - (index + 1) * pitch).toFixed(1)} ${top}v${high}`,
  ).join('');
  return group(
    { fill: 'none', stroke: '#bd5540' },
    svgElement('rect', { ...outer, opacity: 0.72 }),
    svgElement('rect', { ...inner, opacity: 0.72 }),
    svgElement('path', { d: rules, 'stroke-width': 1.5, opacity: 0.46 }),
  );
}

/** 夜拓: a rubbing of a stone with a ragged edge, whose ink took unevenly. */
export function rubbing(seed: number): string {
  const noise = edgeNoise(seed);
  const edge = tremble(box(72, 68, 936, 1140), noise, { reach: 9, bay: 46 });
  const stone = { x: 50, y: 46, width: 980, height: 1184, 'clip-path': 'url(#stone)' };
  return [
    svgElement(
      'defs',
      {},
      svgElement('clipPath', { id: 'stone' }, shape(edge, {})),
      veil('clouds', { frequency: '.0046 .0058', octaves: 3, seed, gain: 3.4, offset: -1.72, tone: '.5 .48 .46' }),
      veil('grit', { frequency: '.5 .44', octaves: 1, seed: seed + 3, gain: 6, offset: -3.55, tone: '.86 .83 .78' }),
      // noise is slow, so a tile of it is repeated
      svgElement(
        'pattern',
        { id: 'stipple', width: tile, height: tile, patternUnits: 'userSpaceOnUse' },
        svgElement('rect', { width: tile, height: tile, filter: 'url(#grit)' }),
      ),
    ),
    shape(edge, { fill: '#282422' }),
    svgElement('rect', { ...stone, filter: 'url(#clouds)', opacity: 0.55 }),
    svgElement('rect', { ...stone, fill: 'url(#stipple)', opacity: 0.5 }),
    cracks(seededRandom(seed), noise),
    svgElement('rect', {
      x: frame.left + 6,
      y: frame.top + 6,
      width: frame.width - 12,
      height: frame.height - 12,
      fill: 'none',
      stroke: '#d8cfbf',
      'stroke-width': 1.6,
      opacity: 0.36,
    }),
  ].join('');
}

/** Two or three fine cracks of the stone, which took no ink. */
function cracks(random: Random, noise: (x: number, y: number) => number): string {
  const lines = Array.from({ length: random.whole(2, 3) }, () => {
    const [x, y] = [random.between(140, 900), random.between(700, 1150)];
    const length = random.between(90, 240);
    const slope = random.between(-0.5, 0.5);
    const points = Array.from(
      { length: 24 },
      (_, step): Point => [x + (length * step) / 24, y + slope * ((length * step) / 24)],
    );
    return line(tremble(points, noise, { reach: 12, bay: 34 }), {});
  });
  return group({ stroke: '#b9b1a4', 'stroke-width': 1.3, opacity: 0.26 }, ...lines);
}

const tile = 330;

type Veil = { frequency: string; octaves: number; seed: number; gain: number; offset: number; tone: string };

function veil(id: string, { frequency, octaves, seed, gain, offset, tone }: Veil): string {
  const rows = tone.split(' ').map((channel) => `0 0 0 0 ${channel}`);
  return svgElement(
    'filter',
    { id, x: 0, y: 0, width: 1, height: 1, 'color-interpolation-filters': 'sRGB' },
    svgElement('feTurbulence', {
      type: 'fractalNoise',
      baseFrequency: frequency,
      numOctaves: octaves,
      seed: seed % 997,
      result: 'noise',
    }),
    svgElement('feColorMatrix', { values: [...rows, `${gain} 0 0 0 ${offset}`].join(' '), result: 'tone' }),
    svgElement('feComposite', { in: 'tone', in2: 'SourceGraphic', operator: 'in' }),
  );
}
