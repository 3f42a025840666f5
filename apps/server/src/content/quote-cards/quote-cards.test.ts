import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTypes } from '@mojian/contract/platform/rules';
import Fastify, { type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { encode } from 'uqr';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testSite } from '../../../test/site.ts';
import { readSay } from '../../api.ts';
import { handleErrors } from '../../platform/http/errors.ts';
import { pictureProcess } from '../../platform/storage/pictures.ts';
import { addressOfKey, keyFor } from '../../platform/storage/storage.ts';
import { dropOldQuoteCards } from './quote-card-picture.ts';
import { quoteCardRoutes } from './quote-card-pictures.routes.ts';
import { sentenceAddress } from './sentence-address.ts';

let site: Awaited<ReturnType<typeof testSite>>;
let app: FastifyInstance;
let folder: string;

beforeAll(async () => {
  site = await testSite();
  folder = await mkdtemp(join(tmpdir(), 'mojian-quote-cards-'));
  app = Fastify();
  handleErrors(app);
  quoteCardRoutes(app, { db: site.db, storage: site.storage, readSay, siteUrl: site.siteUrl, folder });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
  await site.close();
});

const sentence = '写得慢的人，并不是想得慢。他只是不肯让手跑到心的前面去。';
const make = (body: { kind?: 'article' | 'say'; id: number; words: string; code?: boolean; term?: boolean }) =>
  site.as(null).quoteCards.make({ body: { kind: 'article', ...body } });
const get = (url: string) => app.inject({ url });
const drawnFor = async (target: string) => (await readdir(join(folder, target)).catch(() => [])).length;

/** Modules of the QR code in a picture, from the middle of each, by where the drawing puts it. */
async function readModules(png: Buffer, address: string) {
  const { data } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  const { size } = encode(address, { ecc: 'L', border: 0 });
  const side = size * 3 + 24;
  const [left, top] = [Math.round(1080 - 82 - side) + 12, Math.round(1303 - side / 2) + 12];
  const isDark = (column: number, row: number) => (data[(top + row * 3 + 1) * 1080 + left + column * 3 + 1] ?? 0) < 128;
  return Array.from({ length: size }, (_, row) => Array.from({ length: size }, (_, column) => isDark(column, row)));
}

test('words of an article become a picture of 1080 × 1440 in three kinds, whose code leads to the sentence', {
  timeout: 90_000,
}, async () => {
  const id = await site.writes({ title: '把字写慢', markdown: `开头。\n\n${sentence}后来他走了。` });
  const made = await make({ id, words: ` ${sentence.replace('他', '\n他')} ` });
  expect(made).toMatchObject({ words: sentence, suggested: 'ruled', isCut: false, missing: [] });
  expect((await make({ id, words: sentence })).pictures).toEqual(made.pictures);

  const first = await get(made.pictures.ruled.url);
  expect(first.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'public, max-age=600' });
  expect(await sharp(first.rawPayload).metadata()).toMatchObject({ format: 'png', width: 1080, height: 1440 });
  const address = sentenceAddress(`${site.siteUrl}/article/${id}`, sentence);
  expect(await readModules(first.rawPayload, address)).toEqual(encode(address, { ecc: 'L', border: 0 }).data);
  expect(made.pictures.photo).toBeNull();
  for (const { small } of Object.values(made.pictures).filter((one) => one !== null))
    expect(await sharp((await get(small)).rawPayload).metadata()).toMatchObject({ width: 270, height: 360 });
  expect(await drawnFor(`article-${id}`)).toBe(4);
  await rm(join(folder, `article-${id}`), { recursive: true });
  expect((await get(made.pictures.ruled.url)).rawPayload.equals(first.rawPayload)).toBe(true);

  const bare = await make({ id, words: sentence, code: false, term: false });
  expect(bare.pictures.ruled.url).not.toBe(made.pictures.ruled.url);
  expect((await get(bare.pictures.ruled.url)).rawPayload.length).toBeLessThan(first.rawPayload.length);
});

test('code is taken with its signs, notes are left out, and what is not Chinese is set horizontally', async () => {
  const markdown = 'Run `VACUUM INTO` before you copy.[^1] It writes a whole file.\n\n[^1]: 注。';
  const id = await site.writes({ markdown });
  const made = await make({ id, words: 'Run VACUUM INTO before you copy.1 It writes' });
  expect(made).toMatchObject({ words: 'Run VACUUM INTO before you copy. It writes', suggested: 'plain' });
  expect((await get(made.pictures.plain.url)).statusCode).toBe(200);
});

test('only words that stand there become a picture, and not too few, too many or undrawable ones', async () => {
  const id = await site.writes({
    markdown: `${sentence}\n\n喆堃瞭囧頔。\n\n他叫啰嗦，住在河边很多年了。\n\n${'慢'.repeat(700)}`,
  });
  const refusals = [
    ['别人的话，不在这里。', /不在文章里/],
    ['写', /至少要两个字/],
    ['慢'.repeat(601), /选了 601 个字，一张笺最多 600 个/],
    ['喆堃瞭囧頔。', /没有「喆堃/],
    ['慢'.repeat(5000), /最多 600 个字/],
  ] as const;
  for (const [words, message] of refusals)
    await expect(make({ id, words })).rejects.toMatchObject({
      id: 'invalid-input',
      field: 'words',
      message: expect.stringMatching(message),
    });
  expect(await make({ id, words: '他叫啰嗦，住在河边很多年了。' })).toMatchObject({ missing: ['啰'] });
  expect(await make({ id, words: '慢'.repeat(600) })).toMatchObject({ isCut: true });
});

test('only what everyone may read becomes a picture', async () => {
  const closed = [
    { state: 'draft' as const },
    { state: 'private' as const },
    { state: 'pending' as const },
    { readType: readTypes.signedIn },
  ];
  for (const draft of closed) {
    const id = await site.writes({ markdown: `${sentence}<!--more-->后来。`, ...draft });
    await expect(make({ id, words: sentence })).rejects.toMatchObject({ status: draft.readType ? 403 : 404 });
  }
  await expect(make({ id: 99_999, words: sentence })).rejects.toMatchObject({ id: 'not-found' });

  const hidden = await site.says({ text: sentence, isPublic: false });
  await expect(make({ kind: 'say', id: hidden, words: sentence })).rejects.toMatchObject({ id: 'not-found' });
  const held = await site.says({ text: sentence });
  await site.db.updateTable('says').set({ state: 'held' }).where('id', '=', held).execute();
  await expect(make({ kind: 'say', id: held, words: sentence })).rejects.toMatchObject({ id: 'not-found' });
  expect((await get(`/quote/say-${held}.png`)).statusCode).toBe(404);
});

test('a picture is gone once its words are, and so are all of an article that closed', async () => {
  const id = await site.writes({ markdown: sentence });
  const { pictures } = await make({ id, words: sentence });
  expect((await get(pictures.ruled.small)).statusCode).toBe(200);
  await site.writes({ id, markdown: `前言。${sentence}` });
  expect((await get(pictures.ruled.small)).statusCode).toBe(200);
  await site.writes({ id, markdown: '改过了。' });
  expect((await get(pictures.ruled.small)).statusCode).toBe(404);
  expect(await drawnFor(`article-${id}`)).toBe(0);

  await site.writes({ id, markdown: sentence });
  expect((await get(pictures.ruled.small)).statusCode).toBe(200);
  await site.writes({ id, markdown: sentence, readType: readTypes.signedIn });
  await dropOldQuoteCards({ db: site.db, readSay, folder });
  expect(await drawnFor(`article-${id}`)).toBe(0);
  expect((await get(pictures.ruled.small)).statusCode).toBe(404);
});

test('an address of somebody else’s making is not found, and old pictures are dropped', async () => {
  const id = await site.writes({ markdown: sentence });
  const { url, small } = (await make({ id, words: sentence })).pictures.night;
  for (const forged of [
    url.replace('night', 'ruled'),
    url.replace(`-${id}/`, `-${id + 1}/`),
    '/quote/a/b',
    '/quote/say-0.png',
  ])
    expect((await get(forged)).statusCode).toBe(404);
  await get(small);
  const [file = ''] = await readdir(join(folder, `article-${id}`));
  const longAgo = new Date(Date.now() - 31 * 24 * 3_600_000);
  await utimes(join(folder, `article-${id}`, file), longAgo, longAgo);
  await dropOldQuoteCards({ db: site.db, readSay, folder });
  expect(await drawnFor(`article-${id}`)).toBe(0);
});

test('a say becomes a picture, and has one of the whole for those who are sent its address', async () => {
  const id = await site.says({ text: '小雪这天真的下了小雪。😀\n落到地上就没了。', place: '良渚' });
  const { words } = await make({ kind: 'say', id, words: '落到地上就没了。' });
  expect(words).toBe('落到地上就没了。');
  const reply = await get(`/quote/say-${id}.png`);
  expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format: 'png', width: 1080, height: 1440 });
  expect(await drawnFor(`say-${id}`)).toBe(1);
  await site.turn({ says: false });
  expect((await get(`/quote/say-${id}.png`)).statusCode).toBe(404);
  await site.turn({ says: true });
});

test('a say with a photograph has a kind with it above the words, in its colours', async () => {
  const red = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#c02a1e' } })
    .webp()
    .toBuffer();
  const key = keyFor(red, 'webp');
  await site.storage.put(key, red, 'image/webp');
  const text = '小雪这天真的下了小雪。落到地上就没了，只有河边那棵树记得。';
  const id = await site.says({ text, place: '良渚' });
  expect((await make({ kind: 'say', id, words: text })).pictures.photo).toBeNull();
  const pictures = JSON.stringify([{ url: addressOfKey(key), width: 900, height: 700 }]);
  await site.db.updateTable('says').set({ pictures }).where('id', '=', id).execute();
  const { photo } = (await make({ kind: 'say', id, words: text })).pictures;
  for (const [url, width] of [
    [photo?.url ?? '', 1080],
    [photo?.small ?? '', 270],
  ] as const) {
    const { data, info } = await sharp((await get(url)).rawPayload)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info.width).toBe(width);
    const at = (x: number, y: number) => [
      ...data.subarray((Math.round((y * width) / 1080) * width + Math.round((x * width) / 1080)) * 3).subarray(0, 3),
    ];
    const [r = 0, g = 0, b = 0] = at(540, 400);
    expect([r > 170, g < 70, b < 60]).toEqual([true, true, true]);
    expect(at(20, 20).every((tone) => tone > 230)).toBe(true);
  }
  await site.db.updateTable('says').set({ pictures: '[]' }).where('id', '=', id).execute();
  expect((await get(photo?.url ?? '')).statusCode).toBe(404);
});

test('many at once are drawn in turns, and beyond the queue refused', { timeout: 90_000 }, async () => {
  const id = await site.writes({ markdown: '日月星辰山川草木春夏秋冬风花雪月琴棋书画笔墨纸砚。' });
  const quoteCards = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      make({
        id,
        words: Array.from('日月星辰山川草木春夏秋冬风花雪月琴棋书画笔墨纸砚')
          .slice(at, at + 3)
          .join(''),
      }),
    ),
  );
  const urls = quoteCards.flatMap(({ pictures }) => [pictures.ruled.small, pictures.plain.small]);
  const codes = (await Promise.all(urls.map(get))).map(({ statusCode }) => statusCode);
  expect(new Set(codes)).toEqual(new Set([200, 429]));
  pictureProcess.end();
});
