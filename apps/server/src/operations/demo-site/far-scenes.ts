import { below, type Canvas, clouds, glow, mix, polygon, ridge, washed } from './canvas.ts';

type Scene = (canvas: Canvas) => string;

const sky = (canvas: Canvas) => washed(canvas, 'sky', canvas.light.sky);

/** The sun or moon with its halo. */
function sun({ width, height, light }: Canvas, x: number, y: number, size = 0.028) {
  const [cx, cy, radius] = [width * x, height * y, width * size];
  const halo = glow('halo', [cx, cy, radius * 13], light.sun, 0.75);
  return `${halo}<circle cx="${cx}" cy="${cy}" r="${radius}" fill="${light.sun}"/>`;
}

type Range = { from: number; to: number; rows: number; rough: number };

/** Mountain ranges one before the other, each with haze at its foot. */
function ranges(canvas: Canvas, { from, to, rows, rough }: Range) {
  const { height, light } = canvas;
  return Array.from({ length: rows }, (_, row) => {
    const part = row / Math.max(1, rows - 1);
    const y = height * (from + (to - from) * part);
    const line = ridge(canvas, { y, rough: height * rough * (0.7 + part * 0.5), scale: 3.2 - part, row });
    const colour = mix(light.far, light.near, part ** 1.4);
    const haze = below(
      canvas,
      line.map(([x, at]) => [x, at + height * 0.1] as const),
      light.sky[2],
      0.1,
    );
    const trees = part > 0.55 ? firs(canvas, line, colour, height * (0.012 + 0.03 * part)) : '';
    return below(canvas, line, colour) + haze + trees;
  }).join('');
}

/** Trees along a ridge. */
function firs({ random }: Canvas, line: (readonly [number, number])[], colour: string, tall: number) {
  return line
    .filter(() => random.chance(0.62))
    .map(([x, y]) => {
      const size = tall * random.between(0.5, 1.5);
      const at = x + random.between(-4, 4);
      return polygon(
        [
          [at, y - size],
          [at + size * 0.24, y + 4],
          [at - size * 0.24, y + 4],
        ],
        colour,
      );
    })
    .join('');
}

const hills: Scene = (canvas) =>
  sky(canvas) +
  sun(canvas, 0.68, 0.3, 0.018) +
  clouds(canvas, { y: canvas.height * 0.22, spread: canvas.height * 0.08, count: 14, colour: canvas.light.sun }) +
  ranges(canvas, { from: 0.42, to: 0.92, rows: 7, rough: 0.2 }) +
  glow('mist', [canvas.width * 0.3, canvas.height * 0.68, canvas.width * 0.5], canvas.light.sky[2], 0.5);

/** Mist, with a shade of a ridge in it. */
const mist: Scene = (canvas) =>
  sky(canvas) +
  `<g opacity="0.35">${ranges(canvas, { from: 0.62, to: 0.86, rows: 3, rough: 0.16 })}</g>` +
  clouds(canvas, { y: canvas.height * 0.62, spread: canvas.height * 0.3, count: 60, colour: canvas.light.sky[2] }) +
  glow('light', [canvas.width * 0.6, canvas.height * 0.36, canvas.width * 0.5], canvas.light.sun, 0.8);

/** Mountains and their image in still water. */
const lake: Scene = (canvas) => {
  const { width, height, random, light } = canvas;
  const shore = height * 0.56;
  const above = sky(canvas) + ranges(canvas, { from: 0.26, to: 0.55, rows: 5, rough: 0.14 });
  const image = `<g transform="translate(0 ${shore * 2}) scale(1 -1)">${above.replaceAll('"sky"', '"image"').replaceAll('#sky', '#image')}</g>`;
  const ripples = Array.from({ length: 160 }, () => {
    const y = shore + (height - shore) * random.between(0, 1) ** 0.8;
    const long = random.between(20, 180);
    return `<rect x="${random.between(-50, width)}" y="${y}" width="${long}" height="${random.between(0.6, 2.2)}" fill="${random.chance(0.6) ? light.sun : light.near}" fill-opacity="${random.between(0.04, 0.2)}"/>`;
  });
  const water = `<clipPath id="water"><rect y="${shore}" width="${width}" height="${height - shore}"/></clipPath>`;
  const shade = `<rect y="${shore}" width="${width}" height="${height}" fill="${light.near}" fill-opacity="0.22"/>`;
  const bank = below(canvas, ridge(canvas, { y: height * 0.97, rough: height * 0.05, scale: 5, row: 9 }), light.near);
  return `${above}${water}<g clip-path="url(#water)">${image}${shade}${ripples.join('')}</g>${bank}`;
};

/** Stars above a dark ridge, and the lights of a town behind it. */
const stars: Scene = (canvas) => {
  const { width, height, random, light } = canvas;
  const dots = Array.from({ length: 900 }, () => {
    const x = random.between(0, 1);
    const inBand = random.chance(0.55);
    const y = inBand ? 0.75 - x * 0.62 + random.between(-1, 1) * random.between(0, 0.16) : random.between(0, 0.8);
    return `<circle cx="${x * width}" cy="${y * height}" r="${random.between(0.3, 1) ** 3 * 2.2}" fill="#fff" fill-opacity="${random.between(0.3, 1)}"/>`;
  });
  const band = `<g opacity="0.42" transform="rotate(-24 ${width / 2} ${height / 2})">${clouds(canvas, { y: height * 0.42, spread: height * 0.06, count: 40, colour: '#8ea0d8' })}</g>`;
  const town = glow('town', [width * 0.82, height * 0.84, width * 0.34], '#ffb869', 0.75);
  const line = ridge(canvas, { y: height * 0.86, rough: height * 0.2, scale: 2.4, row: 1 });
  return (
    sky(canvas) + band + dots.join('') + town + below(canvas, line, light.near) + firs(canvas, line, light.near, 26)
  );
};

/** The sea to the horizon. */
const sea: Scene = (canvas) => {
  const { height, light } = canvas;
  const horizon = height * 0.46;
  const low = light.sky[2];
  const water = washed(canvas, 'sea', [mix(low, light.far, 0.5), light.far, mix(light.far, light.near, 0.75)], horizon);
  return (
    sky(canvas) +
    sun(canvas, canvas.random.between(0.36, 0.5), 0.37, 0.02) +
    clouds(canvas, { y: height * 0.2, spread: height * 0.13, count: 34, colour: mix(light.sun, light.far, 0.25) }) +
    water +
    waves(canvas, horizon) +
    surf(canvas)
  );
};

/** Crests that grow longer towards the shore, brightest below the sun. */
function waves({ width, height, random, light }: Canvas, horizon: number) {
  return Array.from({ length: 1100 }, () => {
    const near = random.between(0, 1) ** 1.7;
    const y = horizon + 1 + near * (height - horizon);
    const x = random.between(-0.05, 1.02) * width;
    const below = Math.max(0, 1 - Math.abs(x / width - 0.44) / (0.05 + near * 0.25));
    const long = 8 + near * random.between(30, 190);
    const isLit = random.chance(0.35 + below * 0.5);
    return `<ellipse cx="${x}" cy="${y}" rx="${long / 2}" ry="${0.5 + near * random.between(0.8, 3.4)}" fill="${isLit ? light.sun : light.near}" fill-opacity="${isLit ? 0.08 + below * 0.5 : 0.1}"/>`;
  }).join('');
}

/** Foam where the water ends on sand. */
function surf(canvas: Canvas) {
  const { height, light } = canvas;
  const sand = mix('#cdb48e', light.near, 0.3);
  const edges = [0.885, 0.91, 0.93].map((y, row) => {
    const line = ridge(canvas, { y: height * y, rough: height * 0.035, scale: 3, row: 20 + row });
    const foam = line.map(([x, at]) => [x, at - height * 0.006] as const);
    return (
      below(canvas, foam, '#ffffff', 0.5) +
      below(canvas, line, row === 2 ? sand : mix(light.far, sand, 0.3 + row * 0.3))
    );
  });
  return edges.join('');
}

/** A boat that lies still. */
const boat: Scene = (canvas) => {
  const { width, height, light } = canvas;
  const [x, y, size] = [width * 0.63, height * 0.52, width * 0.022];
  const hull = polygon(
    [
      [x - size, y],
      [x + size * 1.1, y],
      [x + size * 0.8, y + size * 0.36],
      [x - size * 0.8, y + size * 0.36],
    ],
    light.near,
  );
  const mast = polygon(
    [
      [x, y - size * 2.1],
      [x + size * 0.1, y - size * 2.1],
      [x + size * 0.1, y],
      [x, y],
    ],
    light.near,
  );
  const sail = polygon(
    [
      [x + size * 0.16, y - size * 1.9],
      [x + size * 0.95, y - size * 0.2],
      [x + size * 0.16, y - size * 0.2],
    ],
    '#f4efe2',
    0.9,
  );
  return sea(canvas) + hull + mast + sail;
};

/** Rocks before the sea. */
const rock: Scene = (canvas) => {
  const { width, height, light } = canvas;
  const rocks = [0.72, 0.8, 0.9].map((y, row) => {
    const stone = { ...canvas, width: width * 1.4 };
    const line = ridge(stone, { y: height * y, rough: height * 0.3, scale: 3.4, row: 30 + row });
    const colour = mix(light.near, '#0d1418', row * 0.35);
    const lit = line.map(([x, at]) => [x - width * 0.02, at + height * 0.02] as const);
    return below(canvas, line, mix(colour, light.far, 0.45)) + below(canvas, lit, colour);
  });
  return sea(canvas) + rocks.join('');
};

/** Ripples that the ebb leaves in sand. */
const sand: Scene = (canvas) => {
  const { width, height, noise } = canvas;
  const ground = washed(canvas, 'sand', ['#e7d7bb', '#d5bd97', '#b89a72']);
  const lines = Array.from({ length: 64 }, (_, row) => {
    const near = (row / 63) ** 1.6;
    const y = near * height * 1.08 - 20;
    const thick = 2 + near * 17;
    const points = Array.from({ length: 90 }, (_, at) => {
      const x = (at / 88) * width;
      return [x, y + noise(x / (120 + near * 260), row * 0.34) * (8 + near * 46)] as const;
    });
    const back = points.toReversed().map(([x, at]) => [x, at + thick] as const);
    const lit = points.toReversed().map(([x, at]) => [x, at - thick * 0.5] as const);
    return polygon([...points, ...back], '#7d6243', 0.26) + polygon([...points, ...lit], '#fff6e2', 0.34);
  });
  return ground + lines.join('') + glow('low', [width * 0.8, 0, height * 0.9], '#fff1d0', 0.6);
};

export const farScenes = { hills, mist, lake, stars, sea, boat, rock, sand };
