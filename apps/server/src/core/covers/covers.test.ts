import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COVER_COUNT, coverNumber, MOTIFS, numberOf, PIGMENTS, paintingOf } from '@mojian/contract/core/cover-number';
import Fastify, { type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { coverFromFileName, coverPicture, coverUrl, DRAWING_VERSION, drawAll } from './cover.ts';
import { coverRoutes } from './covers.routes.ts';
import { drawCover } from './draw-cover.ts';

const draw = vi.fn(drawCover);
const isUsed = vi.fn(async (_: number) => false);

const everyNumber = Array.from({ length: COVER_COUNT }, (_, number) => number);
const themes = ['day', 'night'] as const;
const version = `v${DRAWING_VERSION}`;

let folder: string;
let app: FastifyInstance;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mojian-covers-'));
  app = Fastify();
  draw.mockReset();
  coverRoutes(app, { folder, isUsed, draw });
});

afterEach(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

test('the same title gets the same cover, however its spaces and widths are typed', () => {
  expect(coverNumber('立冬，去看一次湖')).toBe(coverNumber(' 立冬，去看一次湖 '));
  expect(coverNumber('ＳＱＬｉｔｅ')).toBe(coverNumber('SQLite'));
  expect(coverNumber('')).toBeLessThan(COVER_COUNT);
  expect(coverNumber('立冬', 7)).toBe(7);
});

test('titles spread evenly over the covers', () => {
  const numbers = Array.from({ length: 80_000 }, (_, index) => coverNumber(`第${index}封信`));
  const counts = everyNumber.map((number) => numbers.filter((other) => other === number).length);
  expect(Math.min(...counts)).toBeGreaterThan(50);
  expect(Math.max(...counts)).toBeLessThan(160);
});

test('every number is a painting of its own, and no other number is', () => {
  const paintings = everyNumber.map((number) => paintingOf(number));
  expect(new Set(paintings.map((one) => JSON.stringify(one))).size).toBe(COVER_COUNT);
  expect(paintings.map((one) => one && numberOf(one))).toEqual(everyNumber);
  for (const number of [-1, 0.5, COVER_COUNT, Number.NaN]) expect(paintingOf(number)).toBeUndefined();
  expect(() => numberOf({ motif: 20, pigment: 0, layout: 0 })).toThrow(RangeError);
});

test('covers of the first eight motifs keep their numbers', () => {
  expect(paintingOf(0)).toEqual({ motif: 0, pigment: 0, layout: 0 });
  expect(paintingOf(109)).toEqual({ motif: 5, pigment: 1, layout: 2 });
  expect(paintingOf(239)).toEqual({ motif: 7, pigment: 5, layout: 4 });
});

const everyLayout = Array.from({ length: MOTIFS * 5 }, (_, index) => ({
  motif: index % MOTIFS,
  layout: Math.floor(index / MOTIFS),
}));

test.each(themes)('every layout of every motif is sound SVG by %s', async (theme) => {
  for (const [index, { motif, layout }] of everyLayout.entries()) {
    const number = numberOf({ motif, layout, pigment: index % PIGMENTS });
    for (const [shape, width, height] of [['wide', 1200, 675] as const, ['banner', 1800, 600] as const]) {
      const svg = drawCover({ number, theme, shape });
      expect(svg).not.toMatch(/NaN|undefined|Infinity|var\(/);
      if (layout === 0)
        await expect(sharp(Buffer.from(svg)).metadata()).resolves.toMatchObject({ format: 'svg', width, height });
    }
  }
});

test('the same cover is drawn the same, and day and night differ in colour only', () => {
  const withoutColours = (svg = '') => svg.replaceAll(/#[0-9a-f]{6}/g, '#');
  for (let motif = 0; motif < MOTIFS; motif++) {
    const number = numberOf({ motif, pigment: motif % PIGMENTS, layout: motif % 5 });
    const [day, again, night] = (['day', 'day', 'night'] as const).map((theme) =>
      drawCover({ number, theme, shape: 'banner' }),
    );
    expect(again).toBe(day);
    expect(night).not.toBe(day);
    expect(withoutColours(night)).toBe(withoutColours(day));
  }
});

test.each([-1, 1.5, COVER_COUNT, Number.NaN])('there is no cover with the number %s', (number) => {
  expect(() => drawCover({ number, theme: 'day', shape: 'wide' })).toThrow(RangeError);
});

test('the route serves a picture that may be kept for ever', async () => {
  const reply = await app.inject(coverUrl({ number: 21, theme: 'night', shape: 'wide' }));
  expect(reply.statusCode).toBe(200);
  expect(reply.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  const { format, width, height } = await sharp(reply.rawPayload).metadata();
  expect({ format, width, height }).toEqual({ format: 'webp', width: 960, height: 540 });
  expect(reply.rawPayload.length).toBeLessThan(40_000);
});

test.each([
  ['third', 320, 180, 6_000],
  ['half', 480, 270, 9_500],
  ['four-fifths', 768, 432, 14_000],
  [undefined, 960, 540, 23_000],
] as const)('rows and phones get the same picture smaller: %s', async (size, width, height, most) => {
  const detailed = 109;
  const picture = await coverPicture(folder, { number: detailed, theme: 'day', shape: 'wide', size }, draw);
  expect(await sharp(picture).metadata()).toMatchObject({ width, height });
  expect(picture.length).toBeLessThan(most);
});

test('a banner is wide and low', async () => {
  const { width, height } = await sharp(
    await coverPicture(folder, { number: 3, theme: 'day', shape: 'banner' }, draw),
  ).metadata();
  expect({ width, height }).toEqual({ width: 1680, height: 560 });
});

test.each([
  `/cover/${version}/800-day.webp`,
  `/cover/${version}/007-day.webp`,
  `/cover/${version}/7-dusk.webp`,
  `/cover/${version}/7-day.png`,
  `/cover/${version}/7-day.webp.webp`,
  `/cover/${version}/-1-day.webp`,
  `/cover/${version}/..%2f7-day.webp`,
  `/cover/v${DRAWING_VERSION + 1}/7-day.webp`,
  '/cover/v0/7-day.webp',
  '/cover/latest/7-day.webp',
])('the route knows no %s and draws nothing', async (url) => {
  const reply = await app.inject(url);
  expect(reply.statusCode).toBe(404);
  expect(reply.headers['content-type']).toContain('text/plain');
  expect(draw).not.toHaveBeenCalled();
  expect(await readdir(folder)).toEqual([]);
});

test('a cover’s address encodes number, shape and theme', () => {
  for (const cover of [
    { number: 0, theme: 'day', shape: 'wide' },
    { number: 799, theme: 'night', shape: 'banner' },
    { number: 17, theme: 'night', shape: 'wide', size: 'half' },
  ] as const) {
    const name = coverUrl(cover).split('/').at(-1) ?? '';
    expect(coverFromFileName(name)).toEqual(cover);
  }
});

test('a cover is drawn in the size asked for, cached on disk, and its other sizes are drawn ahead', async () => {
  const cover = { number: 5, theme: 'day', shape: 'wide' } as const;
  const half = await coverPicture(folder, { ...cover, size: 'half' }, draw);
  expect(await readdir(join(folder, version))).toEqual(['5-day-half.webp']);
  expect((await coverPicture(folder, { ...cover, size: 'half' }, draw)).equals(half)).toBe(true);
  expect(draw).toHaveBeenCalledTimes(1);

  expect(await drawAll(folder, 5)).toBe(true);
  expect(await readdir(join(folder, version))).toHaveLength(16);
  expect((await coverPicture(folder, { ...cover, size: 'half' }, draw)).equals(half)).toBe(true);
  expect(await drawAll(folder, 5)).toBe(false);
});

test('a cover drawn ahead answers in every size, shape and theme without drawing', async () => {
  await drawAll(folder, 330);
  expect(await readdir(join(folder, version))).toHaveLength(16);
  for (const shape of ['wide', 'banner'] as const)
    for (const theme of themes)
      for (const size of [undefined, 'third', 'half', 'four-fifths'] as const)
        expect((await app.inject(coverUrl({ number: 330, shape, theme, size }))).statusCode).toBe(200);
  expect(draw).not.toHaveBeenCalled();
});

test('concurrent requests share one rendering', async () => {
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => app.inject(coverUrl({ number: 12, theme: 'day', shape: 'wide' }))),
  );
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
  expect(draw).toHaveBeenCalledTimes(1);
});

test('a drawing that fails is tried again, and does not stop the next', async () => {
  const refused = new Set([1]);
  // which of the two is drawn first depends on the disk: the failure belongs to the cover, not to the turn
  draw.mockImplementation((cover) => {
    if (refused.delete(cover.number)) throw new Error('no ink');
    return drawCover(cover);
  });
  const failed = coverPicture(folder, { number: 1, theme: 'day', shape: 'wide' }, draw);
  const next = coverPicture(folder, { number: 7, theme: 'day', shape: 'wide' }, draw);
  await expect(failed).rejects.toThrow('no ink');
  await expect(next).resolves.toBeInstanceOf(Buffer);
  await expect(coverPicture(folder, { number: 1, theme: 'day', shape: 'wide' }, draw)).resolves.toBeInstanceOf(Buffer);
});
