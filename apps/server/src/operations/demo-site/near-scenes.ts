import { below, type Canvas, clouds, glow, mix, polygon, ridge, washed } from './canvas.ts';

type Scene = (canvas: Canvas) => string;

const sky = (canvas: Canvas) => washed(canvas, 'sky', canvas.light.sky);

/** Peeled persimmons that hang in rows to dry. */
const fruit: Scene = (canvas) => {
  const { width, height, light, random } = canvas;
  const isLate = light.sun === '#ffe2b0';
  const [lit, flesh, shade] = isLate ? ['#c8703a', '#8f3f1e', '#4f1f12'] : ['#ffbe68', '#ec7f2c', '#a8451a'];
  const skin = `<radialGradient id="skin" cx="0.36" cy="0.3" r="0.8"><stop stop-color="${lit}"/><stop offset="0.5" stop-color="${flesh}"/><stop offset="1" stop-color="${shade}"/></radialGradient>`;
  const ground = `<g opacity="0.5">${sky(canvas)}</g>${glow('door', [width * 0.75, height * 0.4, width * 0.5], light.sun, 0.9)}`;
  const rows = [0.55, 0.8, 1].map((near) => {
    const size = (width / 26) * near * (isLate ? 0.84 : 1);
    const strings = Array.from({ length: Math.round(9 / near) }, (_, at) => {
      const x = ((at + random.between(0.25, 0.75)) * width * near) / 9 + (near === 1 ? 0 : random.between(-20, 20));
      const count = Math.ceil(height / (size * 2.3));
      const hanging = Array.from({ length: count }, (_, down) =>
        persimmon(
          x + random.between(-3, 3),
          down * size * 2.25 + random.between(-4, 4),
          size * random.between(0.92, 1.06),
        ),
      );
      return `<path d="M${x} 0 V${height}" stroke="#d9c9a4" stroke-width="${2 * near}"/>${hanging.join('')}`;
    });
    const blur = (1 - near) * 9;
    const soft = blur ? `<filter id="blur${near * 100}"><feGaussianBlur stdDeviation="${blur}"/></filter>` : '';
    return `${soft}<g${blur ? ` filter="url(#blur${near * 100})"` : ''}>${strings.join('')}</g>`;
  });
  return `<rect width="${width}" height="${height}" fill="${light.near}"/>${ground}${skin}${rows.join('')}`;
};

function persimmon(x: number, y: number, size: number) {
  const stalk = polygon(
    [
      [x - size * 0.34, y - size * 0.86],
      [x + size * 0.34, y - size * 0.86],
      [x + size * 0.14, y - size * 1.12],
      [x - size * 0.14, y - size * 1.12],
    ],
    '#6a5a32',
  );
  return `<ellipse cx="${x}" cy="${y}" rx="${size}" ry="${size * 0.94}" fill="url(#skin)"/>${stalk}`;
}

/** A hole in a grey sock, mended with orange yarn. */
const woven: Scene = ({ width, height, random }) => {
  const step = width / 90;
  const stitches: string[] = [];
  for (let y = 0; y < height + step; y += step)
    for (let x = 0; x < width + step; x += step)
      stitches.push(
        `<ellipse cx="${x + ((y / step) % 2) * (step / 2)}" cy="${y}" rx="${step * 0.44}" ry="${step * 0.5}" fill="${mix('#8b8f94', '#5c6066', random.between(0, 0.8))}" transform="rotate(24 ${x} ${y})"/>`,
      );
  const [left, top, size] = [width * 0.33, height * 0.17, height * 0.66];
  const thread = size / 15;
  const patch: string[] = [];
  for (let row = 0; row < 15; row++)
    for (let column = 0; column < 15; column++) {
      const isOver = (row + column) % 2 === 0;
      const [x, y] = [
        left + column * thread + random.between(-1.5, 1.5),
        top + row * thread + random.between(-1.5, 1.5),
      ];
      const colour = mix(isOver ? '#f08c3a' : '#d96f22', '#8c3d10', random.between(0, 0.25));
      const [wide, high] = isOver ? [thread * 1.08, thread * 0.8] : [thread * 0.8, thread * 1.08];
      patch.push(
        `<rect x="${x + (thread - wide) / 2}" y="${y + (thread - high) / 2}" width="${wide}" height="${high}" rx="${thread * 0.34}" fill="${colour}"/>`,
      );
    }
  const hole = `<ellipse cx="${left + size / 2}" cy="${top + size / 2}" rx="${size * 0.6}" ry="${size * 0.57}" fill="#2b2c2f"/>`;
  return `<rect width="${width}" height="${height}" fill="#474a4f"/>${stitches.join('')}${hole}${patch.join('')}${glow('lamp', [width * 0.25, 0, width * 0.7], '#ffe6bd', 0.5)}`;
};

/** A courtyard with a bare tree and one lit window. */
const court: Scene = (canvas) => {
  const { width, height, light } = canvas;
  const wallTop = height * 0.5;
  const wall = washed(canvas, 'wall', [mix('#efe6d6', light.far, 0.35), mix('#cbbfae', light.near, 0.35)], wallTop);
  const coping = polygon(
    [
      [-9, wallTop - 26],
      [width + 9, wallTop - 26],
      [width + 9, wallTop + 8],
      [-9, wallTop + 8],
    ],
    light.near,
  );
  const ground = below(
    canvas,
    ridge(canvas, { y: height * 0.84, rough: 10, scale: 2, row: 3 }),
    mix('#8c7f70', light.near, 0.45),
  );
  const [x, y, size] = [width * 0.66, height * 0.58, height * 0.17];
  const bars = [0.33, 0.66].map(
    (at) =>
      `<path d="M${x + size * at} ${y} v${size} M${x} ${y + size * at} h${size}" stroke="${light.near}" stroke-width="5"/>`,
  );
  const pane = `${glow('pane', [x + size / 2, y + size / 2, size * 2.4], '#ffc266', 0.75)}<rect x="${x}" y="${y}" width="${size}" height="${size}" fill="#ffd792" stroke="${light.near}" stroke-width="9"/>${bars.join('')}`;
  const tree = branch(canvas, {
    x: width * 0.26,
    y: height * 0.88,
    angle: -Math.PI / 2,
    long: height * 0.2,
    thick: width * 0.02,
  });
  return (
    sky(canvas) +
    clouds(canvas, { y: height * 0.2, spread: 60, count: 20, colour: light.sun }) +
    wall +
    coping +
    ground +
    pane +
    tree
  );
};

type Branch = { x: number; y: number; angle: number; long: number; thick: number };

function branch(canvas: Canvas, { x, y, angle, long, thick }: Branch): string {
  const [toX, toY] = [x + Math.cos(angle) * long, y + Math.sin(angle) * long];
  const drawn = `<path d="M${x} ${y} L${toX} ${toY}" stroke="${canvas.light.near}" stroke-width="${thick}" stroke-linecap="round"/>`;
  if (thick < 1.2) return drawn;
  const turns = [-1, 1, canvas.random.chance(0.5) ? 0.2 : -0.3];
  const others = turns.map((turn) =>
    branch(canvas, {
      x: toX,
      y: toY,
      angle: angle + turn * canvas.random.between(0.25, 0.65),
      long: long * canvas.random.between(0.62, 0.86),
      thick: thick * 0.58,
    }),
  );
  return drawn + others.join('');
}

/** Moss after rain, close by. */
const moss: Scene = (canvas) => {
  const { width, height, random } = canvas;
  const ground = washed(canvas, 'ground', ['#33502a', '#1e3a1c', '#0e2112']);
  const tufts = Array.from({ length: 1500 }, () => {
    const near = random.between(0, 1);
    const [x, y, tall] = [random.between(0, width), height * (0.3 + near * 0.75), 14 + near * 60];
    const colour = mix('#3f7a2e', '#b7d95c', random.between(0, 1));
    return `<path d="M${x} ${y} q ${random.between(-8, 8)} ${-tall / 2} ${random.between(-16, 16)} ${-tall}" fill="none" stroke="${colour}" stroke-opacity="${0.25 + near * 0.5}" stroke-width="${1 + near * 4}" stroke-linecap="round"/>`;
  });
  const drops = Array.from({ length: 46 }, () => {
    const [x, y, size] = [random.between(0, width), random.between(0.05, 0.95) * height, random.between(3, 30)];
    return `<circle cx="${x}" cy="${y}" r="${size}" fill="#eaffd0" fill-opacity="${random.between(0.08, 0.3)}"/>`;
  });
  return ground + tufts.join('') + drops.join('') + glow('sun', [width * 0.7, 0, width * 0.5], '#f4ffd6', 0.6);
};

export const nearScenes = { fruit, woven, court, moss };
