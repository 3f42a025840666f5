import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { iconUrl, sealUrl } from '@mojian/contract/core/icons';
import Fastify, { type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testSite } from '../../../test/site.ts';
import { upload } from '../../../test/upload.ts';
import { forgetSettings, saveSettings } from '../../core/settings/settings.ts';
import { installRoutes } from './install.routes.ts';

let site: Awaited<ReturnType<typeof testSite>>;
let app: FastifyInstance;
let iconFolder: string;

beforeEach(async () => {
  site = await testSite();
  iconFolder = await mkdtemp(join(tmpdir(), 'mojian-icons-'));
  app = Fastify();
  installRoutes(app, { db: site.db, storage: site.storage, iconFolder });
});
afterEach(async () => {
  await app.close();
  await site.close();
  await rm(iconFolder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

async function save(...[group, value]: [Parameters<typeof saveSettings>[1], Parameters<typeof saveSettings>[2]]) {
  await site.db.transaction().execute((trx) => saveSettings(trx, group, value));
  forgetSettings(site.db);
}

test('the manifest is made from the site’s settings, and its icons are there', async () => {
  await save('identity', { name: '林间的一间很小很小的书房', tagline: '慢慢写' });
  const { headers, body } = await get('/manifest.webmanifest');
  expect(headers).toMatchObject({
    'content-type': 'application/manifest+json; charset=utf-8',
    'cache-control': 'public, max-age=3600',
  });
  const manifest = JSON.parse(body);
  expect(manifest).toMatchObject({
    name: '林间的一间很小很小的书房',
    short_name: '林间的一间很小很小的书房',
    description: '慢慢写',
    lang: 'zh-CN',
    start_url: '/',
    scope: '/',
    display: 'standalone',
  });
  for (const { src, sizes } of manifest.icons) {
    const icon = await get(src);
    const { format, width, height } = await sharp(icon.rawPayload).metadata();
    expect([format, `${width}x${height}`]).toEqual(['png', sizes]);
    expect(icon.headers['cache-control']).toContain('immutable');
    expect(icon.rawPayload.length).toBeLessThan(40_000);
  }
});

test('an icon that gets a mask, and the one of iPhones, has paper in its corners; the others have none', async () => {
  const corner = async (url: string) => {
    const [r, g, b, alpha] = await sharp((await get(url)).rawPayload)
      .ensureAlpha()
      .raw()
      .toBuffer();
    return alpha === 0 ? 'clear' : [r, g, b];
  };
  expect(await corner('/icons/192.png')).toBe('clear');
  expect(await corner('/favicon.ico')).toBe('clear');
  expect(await corner('/icons/maskable-512.png')).toEqual([0xfc, 0xf9, 0xf5]);
  expect(await corner('/apple-touch-icon.png')).toEqual([0xfc, 0xf9, 0xf5]);
});

test('an icon is drawn once, kept whole on disk, and read from there', async () => {
  await Promise.all([get('/icons/192.png'), get('/icons/192.png')]);
  expect(await readdir(join(iconFolder, 'v1'))).toEqual(['192.png']);
  await writeFile(join(iconFolder, 'v1/192.png'), 'kept');
  const stored = await get('/icons/192.png');
  expect([stored.body, stored.headers['cache-control']]).toEqual(['kept', 'public, max-age=3600']);
});

test.each(['/icons/64.png', '/icons/..%2f192.png', '/icons/constructor.png', '/icons/192.webp'])(
  'there is no icon %s, and nothing is drawn',
  async (url) => {
    expect((await get(url)).statusCode).toBe(404);
    expect(await readdir(iconFolder)).toEqual([]);
  },
);

test('the owner’s logo is every icon, whole and on paper where there is a mask; another logo has other addresses', async () => {
  const logoOf = async (background: string) => {
    const bytes = await sharp({ create: { width: 400, height: 200, channels: 3, background } })
      .png()
      .toBuffer();
    return (await upload(site, site.owner, bytes)).data.url;
  };
  const manifest = async (): Promise<{ icons: { src: string; sizes: string }[] }> =>
    JSON.parse((await get('/manifest.webmanifest')).body);
  const ours = (await manifest()).icons[0]?.src ?? '';
  await save('identity', { logo: await logoOf('#0a7d3c') });
  const { icons } = await manifest();
  for (const { src, sizes } of [
    ...icons,
    { src: iconUrl('apple-touch', (await site.as(null).site.info()).data), sizes: '180x180' },
  ]) {
    const { rawPayload, headers } = await get(src);
    expect(headers['cache-control']).toContain('immutable');
    const { data, info } = await sharp(rawPayload).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(`${info.width}x${info.height}`).toBe(sizes);
    const at = (info.width * Math.floor(info.height / 2) + Math.floor(info.width / 2)) * 4;
    const [red = 0, green = 0] = data.subarray(at, at + 3);
    expect([green > 100, red < 40], src).toEqual([true, true]);
  }
  // an address of before is not kept for ever with what is another now
  expect((await get(ours)).headers['cache-control']).toBe('public, max-age=3600');
  expect((await get('/offline')).body).not.toContain('<svg');

  await save('identity', { logo: await logoOf('#223388') });
  expect((await manifest()).icons.map(({ src }) => src)).not.toEqual(icons.map(({ src }) => src));
  await save('identity', { logo: '/files/aa/0123456789abcdef0123456789abcdef.webp' });
  expect((await get('/icons/192.png')).headers['content-type']).toBe('image/png');
});

test('the paper of the icons and the manifest is the token’s', async () => {
  const tokens = await readFile(join(import.meta.dirname, '../../../../../packages/ui/src/tokens.css'), 'utf8');
  expect(tokens).toContain('--color-paper: light-dark(oklch(98.4% 0.006 85), oklch(18.5% 0.008 70))');
});

test('the offline page is self-contained, and its policy admits nothing else', async () => {
  await save('identity', { name: '林间 <b>&' });
  const { headers, body } = await get('/offline');
  expect(body).toContain('<title>现在没有网络 · 林间 &lt;b&gt;&amp;</title>');
  expect(body).not.toMatch(/<(link|img)\b|<script [^>]*src=|url\((?!#)|import\(/);
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha/);
  expect(headers['content-security-policy']).not.toContain('unsafe');
});

test('standalone pages use the owner’s theme as well', async () => {
  const colour = async () => JSON.parse((await get('/manifest.webmanifest')).body).theme_color;
  expect([await colour(), (await get('/offline')).body]).toEqual([
    '#fcf9f5',
    expect.stringContaining('data-theme="system"'),
  ]);
  await save('look', { theme: 'dark' });
  expect([await colour(), (await get('/offline')).body]).toEqual([
    '#15120f',
    expect.stringContaining('data-theme="dark"'),
  ]);
});

test('the worker is asked for again each time and sent only when it has changed', async () => {
  const first = await get('/offline.js');
  expect(first.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
  });
  expect(first.body).not.toContain('__VERSION__');
  const ask = () => get('/offline.js', { 'if-none-match': String(first.headers.etag) });
  expect((await ask()).statusCode).toBe(304);

  await save('identity', { name: '林间' });
  const changed = await ask();
  expect(changed.statusCode).toBe(200);
  const version = (script: string) => /const version = '([^']+)'/.exec(script)?.[1];
  expect(version(changed.body), 'a new name leaves what was read where it is').toBe(version(first.body));
});

test('switched off, the service worker’s address serves its removal, and pages do not register it', async () => {
  expect((await site.as(null).site.info()).data.offline).toBe(true);
  await save('reading', { offline: false });
  const { body } = await get('/offline.js');
  expect(body).toContain('registration.unregister()');
  expect(body).not.toContain("addEventListener('fetch'");
  expect((await site.as(null).site.info()).data.offline).toBe(false);
});

test('without a logo the seal is the first character of the name; the drawn seal is for the default name only', async () => {
  expect(sealUrl('墨笺')).toBe('/favicon.svg');
  const { headers, body, statusCode } = await get(sealUrl('林间书房'));
  expect([statusCode, headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8']);
  expect(headers['cache-control']).toContain('immutable');
  expect(body).toContain('>林</text>');
  expect((await get(sealUrl('<b>'))).body).toContain('>&#60;</text>');

  const ours = await get('/icons/192.png');
  await save('identity', { name: '林间书房' });
  const blank = await get(iconUrl('192', { name: '林间书房', logo: '' }));
  expect(blank.headers['cache-control']).toContain('immutable');
  expect(blank.rawPayload.equals(ours.rawPayload)).toBe(false);
  expect((await get('/offline')).body).toContain('>林</text>');

  await save('identity', { name: '林间书房', seal: 'none' });
  expect((await get('/offline')).body).not.toContain('<svg');
  expect((await site.as(null).site.info()).data.seal).toBe('none');
});

test.each(['', '1', '1-', '1-xyz', '1-d800', '1-0', '1-a', '1-200b', '1-fffff', '1-6797-1'])(
  'there is no seal ?v=%s',
  async (version) => {
    expect((await get(`/icons/seal.svg?v=${version}`)).statusCode).toBe(404);
  },
);

test('the installed site has shortcuts, and a share target that fits whether pages are kept offline and says are on', async () => {
  const manifestNow = async () => JSON.parse((await get('/manifest.webmanifest')).body);
  const target = await manifestNow();
  expect(target.share_target).toMatchObject({ action: '/share', method: 'POST' });
  expect(target.share_target.params.files).toEqual([{ name: 'pictures', accept: ['image/*'] }]);
  expect(target.shortcuts.map(({ name }: { name: string }) => name)).toEqual(['写文章', '发说说', '通知']);
  await save('reading', { offline: false } as never);
  expect((await manifestNow()).share_target).toEqual({
    action: '/newSays',
    method: 'GET',
    params: { title: 'title', text: 'text', url: 'url' },
  });
  await site.turn({ says: false });
  const without = await manifestNow();
  expect(without.share_target).toBeUndefined();
  expect(without.shortcuts.map(({ name }: { name: string }) => name)).toEqual(['写文章', '通知']);
});

test('a shared form that no service worker received goes on as words, cut, without its pictures', async () => {
  const form = new FormData();
  form.append('title', '雨');
  form.append('text', '长'.repeat(5000));
  form.append('other', 'x');
  form.append('pictures', new Blob(['picture']), 'a.png');
  const body = new Response(form);
  const headers = { 'content-type': body.headers.get('content-type') ?? '' };
  const payload = Buffer.from(await body.arrayBuffer());
  const { statusCode, headers: answered } = await app.inject({ method: 'POST', url: '/share', headers, payload });
  const { searchParams, pathname } = new URL(String(answered.location), 'https://mojian.example');
  expect([statusCode, pathname, searchParams.get('title')]).toEqual([303, '/newSays', '雨']);
  expect([...searchParams.keys()]).toEqual(['title', 'text']);
  expect(String(answered.location).length).toBeLessThan(8000);
  const broken = await app.inject({ method: 'POST', url: '/share', payload: 'text=x' });
  expect(broken.statusCode).toBeGreaterThanOrEqual(400);
  expect(JSON.stringify(broken.headers.location ?? '')).toBe('""');
});
