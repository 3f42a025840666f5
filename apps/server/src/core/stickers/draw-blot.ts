import type { Glyph } from '../typeface/glyph-outline.ts';
import type { Blot, Theme } from './blots.ts';

type Colours = { ink: string; paper: string; seal: string; sealWord: string; celadon: string; pale: string };

/** By night the ink is light and what is on it dark, as the text is. */
const themes: Record<Theme, Colours> = {
  day: {
    ink: '#2b2724',
    paper: '#f8f5ee',
    seal: '#b5382a',
    sealWord: '#fdf9f2',
    celadon: '#5f9c90',
    pale: '#a49c90',
  },
  night: {
    ink: '#d9d3c8',
    paper: '#1b1713',
    seal: '#c4503f',
    sealWord: '#fdf9f2',
    celadon: '#3f7a6f',
    pale: '#8d857a',
  },
};

/** Body of a blot on a sheet of 120 × 120, standing on y = 109. */
const body = 'M59 28c19-3 35 11 38 31 1 9 6 15 5 27-2 16-20 23-42 23s-39-6-42-21c-2-12 4-17 5-28 2-19 17-30 36-32z';

const drops = {
  right: 'M108 92a3.4 3.4 0 1 1 0 6.8 3.4 3.4 0 1 1 0-6.8z',
  left: 'M12 98a2.4 2.4 0 1 1 0 4.8 2.4 2.4 0 1 1 0-4.8z',
};

type Draw = (colours: Colours, glyph: (character: string) => Glyph | undefined) => string;

const fill = (d: string, colour: string, more = '') => `<path d="${d}" fill="${colour}"${more}/>`;
const line = (d: string, colour: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const dot = (x: number, y: number, rx: number, colour: string, ry = rx) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${colour}"/>`;
const turned = (degrees: number, inner: string, about = '60 108') =>
  `<g transform="rotate(${degrees} ${about})">${inner}</g>`;
const squashed = (x: number, y: number, inner: string) =>
  `<g transform="translate(60 109) scale(${x} ${y}) translate(-60 -109)">${inner}</g>`;

const blot = ({ ink }: Colours) => fill(body, ink) + fill(drops.right, ink) + fill(drops.left, ink);
const cheeks = ({ seal }: Colours, y = 73) =>
  `<g opacity="0.55">${dot(42, y, 5.2, seal, 3.2)}${dot(78, y, 5.2, seal, 3.2)}</g>`;
const openEyes = ({ paper }: Colours, dx = 0, dy = 0) =>
  dot(49 + dx, 62 + dy, 3.7, paper, 4.8) + dot(71 + dx, 62 + dy, 3.7, paper, 4.8);
const happyEyes = ({ paper }: Colours) => line('M43 64q6-7 12 0M65 64q6-7 12 0', paper, 3);
const closedEyes = ({ paper }: Colours) => line('M43 62q6 6 12 0M65 62q6 6 12 0', paper, 3);
const smile = ({ paper }: Colours) => line('M53 74q7 7 14 0', paper, 3);

const hello: Draw = (c) =>
  line('M94 74c10-4 15-14 14-27', c.ink, 9.5) +
  line('M116 36q3 4 2 9M107 33q-2-4-6-5', c.pale, 2.4) +
  blot(c) +
  openEyes(c) +
  cheeks(c) +
  fill('M51 73h18q-1 10-9 10t-9-10z', c.paper);

const thanks: Draw = (c, glyph) =>
  turned(-5, blot(c) + happyEyes(c) + cheeks(c) + line('M55 74q5 4 10 0', c.paper, 2.8)) +
  sealOf(c, glyph('谢'), { x: 45, y: 80, side: 29, turn: -7 }) +
  line('M32 86q6 9 14 9', c.ink, 8) +
  line('M90 83q-6 11-15 11', c.ink, 8) +
  line('M33 93q5 6 12 6M88 91q-5 8-13 7', c.paper, 1.4);

const laugh: Draw = (c) =>
  turned(
    -13,
    blot(c) +
      line('M42 58l11 5-11 5M78 58l-11 5 11 5', c.paper, 3) +
      cheeks(c, 76) +
      fill('M48 74h24q-1 15-12 15t-12-15z', c.paper) +
      fill('M54 85q6-5 12 0-2 4-6 4t-6-4z', c.seal),
  ) +
  fill('M25 56q-9 5-8 11 4 5 8 0 3-4 0-11z', c.celadon) +
  fill('M92 42q9 4 9 10-3 6-8 1-3-4-1-11z', c.celadon) +
  line('M104 66l8-4M103 76l9 1', c.pale, 2.4);

const cry: Draw = (c) =>
  squashed(
    1.03,
    0.95,
    blot(c) +
      line('M43 57q5-4 11-1M77 57q-5-4-11-1', c.paper, 2.4) +
      dot(49, 66, 3.6, c.paper, 4.4) +
      dot(71, 66, 3.6, c.paper, 4.4) +
      line('M53 83q7-7 14 0', c.paper, 3) +
      fill('M46 73q-8 14-1 19 8 1 7-7-1-6-6-12zM74 73q8 14 1 19-8 1-7-7 1-6 6-12z', c.celadon),
  ) + fill('M34 111q12-5 26-3t24 2q-8 4-26 4t-24-3z', c.celadon, ' opacity="0.55"');

const hug: Draw = (c) =>
  line('M26 74C12 70 8 58 11 47', c.ink, 9.5) +
  line('M94 74c14-4 18-16 15-27', c.ink, 9.5) +
  blot(c) +
  closedEyes(c) +
  cheeks(c) +
  smile(c) +
  fill(
    'M60 22c-4-7-13-4-11 3 1 5 7 8 11 11 4-3 10-6 11-11 2-7-7-10-11-3z',
    c.seal,
    ' transform="translate(24 -9) scale(.6)"',
  );

const tea: Draw = (c) =>
  blot(c) +
  happyEyes(c) +
  cheeks(c, 72) +
  line('M56 72q4 3 8 0', c.paper, 2.6) +
  fill('M42 82h36l-3 17q-1 6-7 6H52q-6 0-7-6z', c.paper) +
  line('M43 87h34', c.celadon, 3.4) +
  line('M78 88q9-1 8 6-1 6-10 5', c.paper, 3) +
  line('M30 80q2 14 13 15', c.ink, 8) +
  line('M50 21q-4-4 0-8t0-8M70 20q4-4 0-8', c.pale, 2.6);

const think: Draw = (c) =>
  blot(c) +
  openEyes(c, 3, -5) +
  line('M41 50q5-4 11-1', c.paper, 2.4) +
  line('M66 47q6-3 11 2', c.paper, 2.4) +
  line('M58 76q7-3 11 1', c.paper, 3) +
  line('M44 96q1-9 9-10M53 86q5-2 7 2-1 5-6 5', c.paper, 2) +
  dot(97, 36, 2.6, c.ink) +
  dot(104, 26, 3.8, c.ink) +
  dot(111, 12, 5.6, c.ink);

const night: Draw = (c) =>
  squashed(1.08, 0.8, blot(c) + closedEyes(c) + cheeks(c) + dot(60, 78, 3.4, c.paper, 4)) +
  fill('M66 78a7 7 0 1 1 0 .1z', c.celadon, ' opacity="0.5" transform="translate(-2 8)"') +
  fill('M104 9a15 15 0 1 0 9 25 12.5 12.5 0 0 1-9-25z', c.seal, ' opacity="0.85"') +
  line('M78 24h9l-9 11h9M66 38h6l-6 8h6', c.pale, 2.4);

const oops: Draw = (c) =>
  line('M27 66C14 62 12 48 18 38', c.ink, 9) +
  line('M93 66c13-4 15-18 9-28', c.ink, 9) +
  blot(c) +
  dot(48, 61, 7, c.paper) +
  dot(72, 61, 7, c.paper) +
  dot(48, 62, 2.8, c.ink) +
  dot(72, 62, 2.8, c.ink) +
  dot(60, 83, 5.4, c.paper, 7) +
  line('M60 6v11M42 9l4 10M78 9l-4 10', c.seal, 3.2) +
  dot(20, 112, 2, c.ink) +
  dot(101, 109, 2.2, c.ink);

const write: Draw = (c) =>
  fill('M12 101l98 0-6 15-86 0z', c.paper) +
  line('M12 101h98l-6 14H18z', c.pale, 1.8) +
  `<g transform="translate(-7 -7)">${blot(c)}${openEyes(c, 5, 4)}${line('M44 54q5-3 10 0M70 53q5-3 10 0', c.paper, 2.4)}${line('M60 79q6 3 10-1', c.paper, 2.8)}</g>` +
  line('M84 82c7 4 11 3 15-2', c.ink, 8.5) +
  line('M110 40L96 90', c.seal, 5) +
  fill('M92.6 88l7.2 2-7 14q-4-6-.2-16z', c.ink) +
  line('M92.4 88l7.6 2.2', c.pale, 3) +
  line('M62 109q6-3 12 0t14-1', c.ink, 2.6);

const stamp: Draw = (c, glyph) =>
  blot(c) +
  line('M43 63q6-7 12 0', c.paper, 3) +
  dot(71, 62, 3.7, c.paper, 4.8) +
  cheeks(c) +
  fill('M53 74q8 9 15-1z', c.paper) +
  line('M92 74q8 0 8-8', c.ink, 9) +
  fill('M93 34h17v20q0 3 3 6l2 4H88l2-4q3-3 3-6z', c.ink, ` stroke="${c.pale}" stroke-width="1.6"`) +
  fill('M87 64h29v6H87z', c.seal) +
  sealOf(c, glyph('赞'), { x: 80, y: 82, side: 32, turn: 6 });

const rain: Draw = (c) =>
  squashed(0.94, 0.8, blot(c) + openEyes(c) + cheeks(c) + smile(c)) +
  line('M88 84C94 78 95 72 95 60V30', c.pale, 3.4) +
  line('M86 88q6 0 9-7', c.ink, 8.5) +
  fill('M28 46C32 18 60 6 84 10c20 4 32 20 33 40-6-6-13-6-18 0-6-7-15-8-21-1-6-8-17-8-23-1-7-7-18-7-27-2z', c.seal) +
  line('M86 11C76 20 72 34 77 48M86 11c10 9 14 22 13 38M84 10C66 14 56 28 55 47', c.sealWord, 1.6) +
  line('M86 11V4', c.pale, 3.2) +
  line('M18 30l-4 10M10 56l-4 10M20 70l-3 8M112 66l-3 8M116 86l-3 8', c.celadon, 3);

const drawings: Record<Blot, Draw> = { hello, thanks, laugh, cry, hug, tea, think, night, oops, write, stamp, rain };

type Seal = { x: number; y: number; side: number; turn: number };

/** A small seal with one character, whose corner is at x and y. */
function sealOf({ seal, sealWord }: Colours, glyph: Glyph | undefined, { x, y, side, turn }: Seal) {
  const middle = `${x + side / 2} ${y + side / 2}`;
  const ground = `<rect x="${x}" y="${y}" width="${side}" height="${side}" rx="3" fill="${seal}"/>`;
  return `<g transform="rotate(${turn} ${middle})">${ground}${glyph ? glyphPath(glyph, { x, y, side, colour: sealWord }) : ''}</g>`;
}

type Place = { x: number; y: number; side: number; colour: string };

/** Song characters are thin for so small a seal: a stroke of their colour makes them stronger. */
function glyphPath({ path, unit }: Glyph, { x, y, side, colour }: Place) {
  const size = side * 0.8;
  const scale = size / unit;
  const place = [scale, 0, 0, -scale, x + (side - size) / 2, y + side / 2 + size * 0.38];
  const matrix = place.map((one) => Number(one.toFixed(4))).join(' ');
  return `<path d="${path}" fill="${colour}" stroke="${colour}" stroke-width="${unit * 0.03}" transform="matrix(${matrix})"/>`;
}

/** Draws a sticker as SVG text, on a clear ground of 120 × 120 units. Deterministic; day and night differ in colour only. */
export function drawBlot(file: Blot, theme: Theme, glyph: (character: string) => Glyph | undefined): string {
  const drawn = drawings[file](themes[theme], glyph);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 124 124">${drawn}</svg>`;
}

/** Characters on the seals. */
export const blotCharacters = ['谢', '赞'];
