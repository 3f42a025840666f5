import { below, type Canvas, clouds, glow, mix, polygon, ridge, washed } from './canvas.ts';

type Scene = (canvas: Canvas) => string;

const sky = (canvas: Canvas) => washed(canvas, 'sky', canvas.light.sky);

/** Roofs of an old town, row behind row, with windows lit towards the night. */
const roofs: Scene = (canvas) => {
  const { width, height, light } = canvas;
  const above =
    sky(canvas) +
    glow('sun', [width * 0.3, height * 0.52, width * 0.4], light.sun, 0.8) +
    clouds(canvas, { y: height * 0.2, spread: height * 0.14, count: 22, colour: mix(light.sun, light.far, 0.35) });
  const rows = [0.5, 0.58, 0.67, 0.78, 0.92].map((y, row) => houses(canvas, { y: height * y, part: row / 4 }));
  return above + rows.join('') + wires(canvas);
};

function houses({ width, height, light, random }: Canvas, { y, part }: { y: number; part: number }) {
  const colour = mix(light.far, light.near, 0.25 + part * 0.7);
  const drawn: string[] = [];
  for (let x = -60; x < width; ) {
    const wide = width * random.between(0.07, 0.13) * (0.6 + part);
    const top = y + random.between(-0.03, 0.03) * height;
    const rise = wide * random.between(0.14, 0.24);
    const eaves = wide * 0.06;
    drawn.push(
      polygon(
        [
          [x, top],
          [x + wide, top],
          [x + wide, height],
          [x, height],
        ],
        mix(colour, light.near, 0.18),
      ),
    );
    const roof = [
      [x - eaves, top + 3],
      [x + wide * 0.2, top - rise],
      [x + wide * 0.8, top - rise],
      [x + wide + eaves, top + 3],
    ] as const;
    drawn.push(polygon([...roof], colour));
    drawn.push(
      `<rect x="${x + wide * 0.2}" y="${top - rise - 2}" width="${wide * 0.6}" height="3" fill="${light.sun}" fill-opacity="0.22"/>`,
    );
    drawn.push(windows({ random, wide }, x, top, 0.3 + part * 0.3));
    x += wide * random.between(0.82, 1.15);
  }
  return drawn.join('');
}

function windows({ random, wide }: Pick<Canvas, 'random'> & { wide: number }, x: number, top: number, lit: number) {
  return [0.2, 0.44, 0.68]
    .filter(() => random.chance(lit))
    .map((at) => {
      const size = wide * 0.1;
      return `<rect x="${x + wide * at}" y="${top + wide * 0.12}" width="${size}" height="${size * 1.35}" fill="#ffcf7d" fill-opacity="${random.between(0.5, 0.95)}"/>`;
    })
    .join('');
}

function wires({ width, height, light }: Canvas) {
  return [0.12, 0.19]
    .map(
      (y) =>
        `<path d="M0 ${height * y} Q ${width * 0.45} ${height * (y + 0.1)} ${width} ${height * (y - 0.03)}" fill="none" stroke="${light.near}" stroke-opacity="0.5" stroke-width="2"/>`,
    )
    .join('');
}

/** Trunks in a wood with light between them. */
const wood: Scene = (canvas) => {
  const { width, height, light, random } = canvas;
  const ground = below(
    canvas,
    ridge(canvas, { y: height * 0.8, rough: height * 0.06, scale: 2, row: 1 }),
    mix(light.far, light.near, 0.45),
  );
  const path = polygon(
    [
      [width * 0.47, height * 0.78],
      [width * 0.53, height * 0.78],
      [width * 0.78, height + 9],
      [width * 0.2, height + 9],
    ],
    mix(light.sky[2], light.far, 0.4),
    0.75,
  );
  const depths = [0, 0.3, 0.62, 1].map((part) => {
    const colour = mix(light.far, light.near, 0.15 + part * 0.85);
    const trunks = Array.from({ length: Math.round(16 - part * 10) }, () => {
      const x = random.between(0, 1) * width;
      const thick = width * (0.008 + part * 0.034) * random.between(0.7, 1.3);
      const lean = random.between(-0.02, 0.02) * width;
      const foot = height * (0.8 + part * 0.17);
      if (part > 0.5 && Math.abs(x / width - 0.5) < 0.16) return '';
      return (
        polygon(
          [
            [x + lean, -9],
            [x + lean + thick * 0.7, -9],
            [x + thick, foot],
            [x - thick * 0.25, foot],
          ],
          colour,
        ) + leaves(canvas, { x: x + lean, part, colour })
      );
    });
    return trunks.join('');
  });
  const beam = glow('beam', [width * 0.55, height * 0.2, width * 0.75], light.sun, 0.85);
  return sky(canvas) + ground + path + depths.join(beam);
};

/** Tufts at the height where branches begin. */
function leaves({ height, random }: Canvas, { x, part, colour }: { x: number; part: number; colour: string }) {
  return Array.from({ length: 26 }, () => {
    const size = (8 + part * 34) * random.between(0.4, 1.2);
    const [at, y] = [x + random.between(-1, 1) * (40 + part * 130), height * random.between(-0.02, 0.34)];
    return `<ellipse cx="${at}" cy="${y}" rx="${size}" ry="${size * 0.5}" fill="${colour}" fill-opacity="${random.between(0.25, 0.75)}"/>`;
  }).join('');
}

/** Fields under snow with a few houses and a fence. */
const snow: Scene = (canvas) => {
  const { width, height, light, random } = canvas;
  const far = [0.46, 0.52].map((y, row) =>
    below(
      canvas,
      ridge(canvas, { y: height * y, rough: height * 0.14, scale: 2.6, row }),
      mix(light.far, light.near, row * 0.25),
    ),
  );
  const white = mix('#ffffff', light.sky[2], 0.35);
  const fields = [0.58, 0.68, 0.82].map((y, row) =>
    below(
      canvas,
      ridge(canvas, { y: height * y, rough: height * 0.07, scale: 2, row: row + 5 }),
      mix(mix(white, light.sky[0], 0.32), white, row / 2),
    ),
  );
  const village = Array.from({ length: 7 }, (_, at) =>
    cottage(
      canvas,
      width * (0.14 + at * 0.085 + random.between(-0.02, 0.02)),
      height * (0.585 + random.between(-0.01, 0.035)),
    ),
  );
  const posts = Array.from({ length: 22 }, (_, at) => {
    const near = (at / 21) ** 1.5;
    const [x, y] = [width * (0.98 - near * 0.75), height * (0.66 + near * 0.28)];
    return `<rect x="${x}" y="${y}" width="${2 + near * 5}" height="${12 + near * 46}" fill="${light.near}" fill-opacity="0.75"/>`;
  });
  const [first = '', ...others] = fields;
  return `${sky(canvas)}${glow('sun', [width * 0.75, height * 0.3, width * 0.36], light.sun, 0.9)}${far.join('')}${first}${village.join('')}${others.join('')}${posts.join('')}${flakes(canvas)}`;
};

function cottage({ width, light, random }: Canvas, x: number, y: number) {
  const size = width * random.between(0.026, 0.04);
  const wall = polygon(
    [
      [x, y],
      [x + size, y],
      [x + size, y + size * 0.6],
      [x, y + size * 0.6],
    ],
    mix(light.near, '#6b4a36', 0.45),
  );
  const roof = polygon(
    [
      [x - size * 0.12, y + 2],
      [x + size * 0.5, y - size * 0.45],
      [x + size * 1.12, y + 2],
    ],
    '#fbfcfd',
  );
  const lamp = `<rect x="${x + size * 0.4}" y="${y + size * 0.2}" width="${size * 0.18}" height="${size * 0.22}" fill="#ffc871"/>`;
  const smoke = random.chance(0.5)
    ? `<path d="M${x + size * 0.8} ${y - size * 0.3} q ${size * 0.3} ${-size} 0 ${-size * 1.7} t ${size * 0.5} ${-size * 1.6}" fill="none" stroke="#ffffff" stroke-opacity="0.45" stroke-width="${size * 0.16}" stroke-linecap="round"/>`
    : '';
  return smoke + wall + roof + lamp;
}

function flakes({ width, height, random }: Canvas) {
  return Array.from({ length: 240 }, () => {
    const radius = random.between(0.6, 3.2);
    return `<circle cx="${random.between(0, width)}" cy="${random.between(0, height)}" r="${radius}" fill="#ffffff" fill-opacity="${random.between(0.25, 0.8)}"/>`;
  }).join('');
}

export const landScenes = { roofs, wood, snow };
