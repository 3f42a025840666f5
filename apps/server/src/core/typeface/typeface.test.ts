import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testSite } from '../../../test/site.ts';
import { tables } from '../../tables.ts';
import { forgetSettings, saveSettings } from '../settings/settings.ts';
import { dropOldFonts } from './cut-font.ts';
import { collectCharacters, readCharacters } from './site-characters.ts';
import { typefaceRoutes } from './typeface.routes.ts';
import { Typeface } from './typeface.ts';
import { typesetText } from './typeset-text.ts';

let site: Awaited<ReturnType<typeof testSite>>;
let typeface: Typeface;
let app: FastifyInstance;
let folder: string;

beforeAll(async () => {
  site = await testSite();
  folder = await mkdtemp(join(tmpdir(), 'mojian-fonts-'));
});
beforeEach(async () => {
  typeface = new Typeface(site.db);
  app = Fastify();
  typefaceRoutes(app, { typeface, folder });
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await site.close();
});

/** A rendered page with these titles, as its head and body come out with the typeface. */
async function page(body: string, headers: Record<string, string> = {}) {
  const head = '<!DOCTYPE html><html><head><meta name="viewport" content="width=device-width"/></head>';
  const pieces = [head, `<body>${body}</body></html>`];
  const rendered = { status: 200, headers: new Headers({ 'x-script-mark': 'm', ...headers }), pieces };
  const { pieces: out, headers: after } = await typeface.addTo(rendered);
  const html = out.join('');
  const [font] = /\/fonts\/[\w.-]+\.woff2/.exec(html) ?? [];
  const [sheet = ''] = /\/fonts\/[\w.-]+\.css/.exec(html) ?? [];
  return { html, font, sheet, sources: after.get('x-style-sources') };
}

const get = (url: string) => app.inject({ url });

test('a page names a font of its titles, which is served for a year and cut once', async () => {
  const { font = '', html, sources } = await page('<h1>立冬，烧一壶水</h1><p>正文</p><h2>茶</h2>');
  expect(html.indexOf(font)).toBeLessThan(html.indexOf('name="viewport"'));
  expect(sources).toMatch(/^'sha256-[\w+/=]{44}'$/);
  const reply = await get(font);
  expect(reply.statusCode).toBe(200);
  expect(reply.headers).toMatchObject({
    'content-type': 'font/woff2',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(reply.rawPayload.subarray(0, 4).toString()).toBe('wOF2');
  expect(reply.rawPayload.length).toBeLessThan(5000);
  const files = await readdir(folder);
  expect((await get(font)).rawPayload).toEqual(reply.rawPayload);
  expect(await readdir(folder)).toEqual(files);
});

test('the same characters are the same font, in whatever order; a new one makes another', async () => {
  const first = await page('<h1>水茶</h1>');
  expect((await page('<h2>茶</h2><b>水水</b><p>墨</p>')).font).toBe(first.font);
  expect((await page('<h1>水茶墨</h1>')).font).not.toBe(first.font);
});

test('a character the font lacks is left to the device, alone', async () => {
  expect((await page('<h1>龘水</h1>')).font).toBe((await page('<h1>水</h1>')).font);
  expect((await page('<h1>龘</h1>')).font).toBeUndefined();
});

test('a new character comes into the fonts of the site behind, and the sheet of before stays', async () => {
  const before = await page('<h1>水茶</h1>');
  await typeface.flush();
  await page('<h1>糖</h1>');
  await typeface.flush();
  const after = await page('<h1>水茶</h1>');
  expect(after.font).toBe(before.font);
  expect(after.sheet).not.toBe(before.sheet);
  const sheet = await get(after.sheet);
  expect(sheet.headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable' });
  expect(sheet.body).toContain('U+7cd6');
  const fonts = sheet.body.match(/\/fonts\/[\w.-]+\.woff2/g) ?? [];
  for (const font of fonts) expect((await get(font)).statusCode, font).toBe(200);
  expect((await get(before.sheet)).body).not.toContain('U+7cd6');
  await page('<h1>桂</h1>');
  await typeface.flush();
  expect((await get(after.sheet)).body).toBe(sheet.body);
});

test('an address that this site did not issue is not found, and nothing is cut', async () => {
  const { font = '', sheet } = await page('<h1>水茶</h1>');
  const files = await readdir(folder);
  const [encoded, signature] = font.slice('/fonts/'.length).split('.');
  const [length, sheetSignature] = sheet.slice('/fonts/'.length).split('.');
  for (const url of [
    `/fonts/A${encoded}.${signature}.woff2`,
    `/fonts/${encoded}.woff2`,
    `/fonts/${encoded}..woff2`,
    `/fonts/..woff2`,
    `/fonts/figures.0000000000.woff2`,
    `/fonts/${Number(length) + 1}.${sheetSignature}.css`,
    '/fonts/constructor.x.css',
    '/fonts/x.ttf',
  ]) {
    const reply = await get(url);
    expect(reply.statusCode, url).toBe(404);
    expect(reply.headers['cache-control'], url).toBe('no-store');
  }
  expect(await readdir(folder)).toEqual(files);
});

test('off, a page stays as it was rendered; so do errors and pages with a policy of their own', async () => {
  const body = '<h1>水</h1>';
  const save = (on: boolean) =>
    site.db.transaction().execute((trx) => saveSettings(trx, 'look', { accent: '', theme: 'light', typeface: on }));
  await save(false);
  forgetSettings(site.db);
  expect((await page(body)).html).not.toContain('/fonts/');
  await save(true);
  forgetSettings(site.db);
  expect((await page(body)).html).toContain('/fonts/');
  const rendered = { status: 404, headers: new Headers({ 'x-script-mark': 'm' }), pieces: [body] };
  expect(await typeface.addTo(rendered)).toBe(rendered);
});

test('what a stranger searches for gets no font, and one page no more than a bounded one', async () => {
  const search = await page('<h1>水</h1>', { 'cache-control': 'no-store' });
  expect(search.font).toBeUndefined();
  expect(search.sheet).not.toBe('');
  const common = Array.from({ length: 3000 }, (_, at) => `<b>${String.fromCodePoint(0x4e00 + at)}</b>`).join('');
  const { font = '' } = await page(common);
  expect((await get(font)).rawPayload.length).toBeLessThan(45_000);
});

test('titles, headings and names that everybody may read are collected, others are not', async () => {
  await site.writes({ title: '鹧鸪', markdown: '## 鹭鸶\n\n正文里的鳜鱼。' });
  await site.writes({ title: '貔貅', markdown: '## 饕餮\n\n字。', state: 'draft' });
  await collectCharacters({ db: site.db, tables });
  const characters = await readCharacters(site.db);
  for (const character of '鹧鸪鹭鸶小林墨笺') expect(characters).toContain(character);
  for (const character of '鳜貔貅饕餮') expect(characters).not.toContain(character);
  expect(new Set(characters).size).toBe(characters.length);
});

test('the text in the typeface is that of titles, names, the masthead and the first character', () => {
  const html = `<a class="brand" href="/"><img alt="">墨笺</a><h1 class="x">壹 &amp; 贰</h1><p>无</p><b>叁</b>
    <span class="home-lead-term vertical" aria-hidden="true">小雪</span><span class="verticals">无</span>
    <div class="prose prose-capped" data-part="text"><p>「<em>立</em>冬刚过</p></div>`;
  expect([...typesetText(html)].filter((one) => one !== ' ').join('')).toBe('壹&贰叁墨笺小雪「立冬');
});

test('a font cut a month ago is removed', async () => {
  const { font = '' } = await page('<h1>月</h1>');
  await get(font);
  const [name = ''] = await readdir(folder);
  const long = new Date(Date.now() - 31 * 24 * 3_600_000);
  await utimes(join(folder, name), long, long);
  const before = await readdir(folder);
  await dropOldFonts(folder);
  expect(await readdir(folder)).toEqual(before.filter((one) => one !== name));
  await dropOldFonts(join(folder, 'none'));
});
