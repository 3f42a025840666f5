import sharp from 'sharp';
import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { noise } from '../../../test/noise.ts';
import { testSite, tokenOf } from '../../../test/site.ts';
import { formOf, upload } from '../../../test/upload.ts';
import { openApi } from '../../platform/http/openapi.ts';
import { keyOfAddress } from '../../platform/storage/storage.ts';
import { secretHash } from '../../platform/tickets/tickets.ts';
import { forgetSettings, saveSettings } from '../settings/settings.ts';
import { ownsFile } from './uploads.ts';

const site = freshSite();

const draw = (width: number, height: number, background = '#b5402d') =>
  sharp({ create: { width, height, channels: 3, background } });
const png = (width = 60, height = 40, colour?: string) => draw(width, height, colour).png().toBuffer();

const storedAt = async (url: string) => Buffer.from((await site.storage.get(keyOfAddress(url) ?? '')) ?? []);

async function expectNothingStored() {
  expect(await site.keptFiles()).toBe(0);
  expect(await site.db.selectFrom('files').selectAll().execute()).toEqual([]);
  expect(await site.db.selectFrom('fileOwners').selectAll().execute()).toEqual([]);
}

test('a member uploads a picture and gets its addresses', async () => {
  const { status, data } = await upload(site, site.lin, await draw(1200, 800).jpeg().toBuffer());
  expect(status).toBe(200);
  expect(data).toEqual({
    url: expect.stringMatching(/^\/files\/[0-9a-f]{2}\/[0-9a-f]{32}\.webp$/),
    width: 1200,
    height: 800,
    bytes: (await storedAt(data.url)).length,
    sizes: [480, 960].map((width) => ({ width, url: data.url.replace('.webp', `-${width}.webp`) })),
    thumbhash: expect.stringMatching(/^[\w+/]{20,40}=*$/),
    quota: { used: expect.any(Number), most: 200 * 1024 * 1024 },
  });
  const copies = await Promise.all([data, ...data.sizes].map(({ url }) => storedAt(url)));
  expect(data.quota.used).toBe(copies.reduce((sum, copy) => sum + copy.length, 0));
  for (const copy of copies) expect((await sharp(copy).metadata()).format).toBe('webp');
  expect(await site.keptFiles()).toBe(3);
});

test('location and camera data of a photograph are removed', async () => {
  const photograph = await draw(60, 40)
    .composite([{ input: await png(20, 40, '#fff'), left: 0, top: 0 }])
    .jpeg()
    .withExif({
      IFD0: { Make: 'Camera of 小林' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '30/1 15/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '120/1 10/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  expect((await sharp(photograph).metadata()).exif?.includes('Camera of')).toBe(true);

  const { data } = await upload(site, site.lin, photograph);
  expect(data).toMatchObject({ width: 40, height: 60 });
  const stored = await storedAt(data.url);
  const { exif, xmp, iptc, orientation } = await sharp(stored).metadata();
  expect({ exif, xmp, iptc, orientation }).toEqual({});
  expect(stored.includes('EXIF')).toBe(false);
  expect(stored.includes('Camera')).toBe(false);
});

test('an animation stays animated', async () => {
  const frames = await Promise.all(['#f00', '#0f0', '#00f'].map((colour) => png(24, 16, colour)));
  const gif = await sharp(frames, { join: { animated: true } })
    .gif({ delay: 100 })
    .toBuffer();
  const { data } = await upload(site, site.lin, { bytes: gif, name: 'moving.gif' });
  expect(data).toMatchObject({ width: 24, height: 16, sizes: [] });
  expect(await sharp(await storedAt(data.url)).metadata()).toMatchObject({ format: 'webp', pages: 3 });
});

const bomb = () =>
  sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#000' } })
    .png()
    .toBuffer();
const half = async () => (await noise(200)).subarray(0, 40_000);
const longAnimation = async () => {
  const frames = await Promise.all(Array.from({ length: 501 }, (_, at) => png(2, 2, at % 2 ? '#000' : '#fff')));
  return sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
};

const notPictures: [name: string, bytes: () => Promise<Buffer> | string, status: number, id: string, text: RegExp][] = [
  ['HTML', () => '<!doctype html><script>alert(1)</script>', 415, 'wrong-type', /^这不是图片/],
  ['HEIC', () => '\0\0\0\x18ftypheic\0\0\0\0mif1heic', 415, 'wrong-type', /^这是 HEIC 照片.*兼容性最佳/],
  ['TIFF', () => 'II*\0\x08\0\0\0', 415, 'wrong-type', /^这是 TIFF 图片/],
  ['a Photoshop file', () => '8BPS\0\x01', 415, 'wrong-type', /Photoshop/],
  ['a script', () => '#!/bin/sh\nrm -rf /', 415, 'wrong-type', /^这不是图片/],
  ['SVG', () => '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 415, 'wrong-type', /^这是 SVG 图片/],
  ['a script behind a PNG’s first bytes', () => '\x89PNG\r\n\x1a\n<script>', 415, 'wrong-type', /^这不是图片/],
  ['a decompression bomb', bomb, 413, 'too-large', /^图片尺寸过大/],
  ['a picture 40,000 pixels wide', () => png(40_000, 1), 413, 'too-large', /^图片太长或太宽/],
  ['an endless animation', longAnimation, 413, 'too-large', /^动图太大/],
  ['a truncated picture', half, 400, 'invalid-input', /^图片已损坏/],
  ['an empty file', () => '', 400, 'invalid-input', /^这个文件是空的/],
  ['11 MB', async () => Buffer.alloc(11 * 1024 * 1024), 413, 'too-large', /^图片不能超过 10 MB$/],
];

test.each(notPictures)('%s named .png is refused and leaves nothing behind', async (_name, make, status, id, text) => {
  const refused = await upload(site, site.lin, { bytes: await make(), name: 'holiday.png' });
  expect(refused).toMatchObject({ status, data: null, extra: { failure: id, field: 'file' } });
  expect(refused.message).toMatch(text);
  await expectNothingStored();
});

test('a picture of exactly 10 MB is accepted', async () => {
  const padded = Buffer.concat([await png(), Buffer.alloc(10 * 1024 * 1024)]).subarray(0, 10 * 1024 * 1024);
  expect((await upload(site, site.lin, padded)).status).toBe(200);
});

test('a form without exactly one picture is refused', async () => {
  const picture = await png();
  const refusals: [Parameters<typeof formOf>, RegExp][] = [
    [[], /^请选择一张图片$/],
    [[{ bytes: picture }, { bytes: picture }], /^一次只能上传一张图片$/],
  ];
  for (const [deps, text] of refusals) {
    const refused = await upload(site, site.lin, ...deps);
    expect(refused).toMatchObject({ status: 400, data: null, extra: { failure: 'invalid-input', field: 'file' } });
    expect(refused.message).toMatch(text);
  }
  await expectNothingStored();
});

async function send(payload: Buffer | string, contentType: string | undefined, authorization = tokenOf(site.lin)) {
  const headers = { authorization, ...(contentType !== undefined && { 'content-type': contentType }) };
  const { statusCode, body } = await site.app.inject({ method: 'POST', url: '/file/upload', headers, payload });
  return { status: statusCode, ...JSON.parse(body) };
}

test('a body that is no form is refused', async () => {
  for (const type of ['application/json', 'image/png', 'text/html', undefined])
    expect(await send('{"file":{"name":"x","bytes":{}}}', type)).toMatchObject({
      status: 415,
      message: '请用表单（multipart/form-data）上传图片',
      extra: { failure: 'wrong-type', field: 'file' },
    });
  await expectNothingStored();
});

test('a form that is broken or cut off is refused', async () => {
  const { headers, payload } = await formOf({ bytes: await noise(100) });
  const type = headers['content-type'];
  const broken: [Buffer | string, string][] = [
    [payload.subarray(0, payload.length / 2), type],
    [payload, 'multipart/form-data'],
    [payload, 'multipart/form-data; boundary=another'],
    ['', type],
    ['no form at all', type],
  ];
  for (const [body, contentType] of broken)
    expect(await send(body, contentType)).toMatchObject({
      status: 400,
      extra: { failure: 'invalid-input', field: 'file' },
    });
  await expectNothingStored();
});

test('fields beside the picture are limited in number and length', async () => {
  const form = new FormData();
  for (let index = 0; index < 50; index++) form.append(`field${index}`, 'x'.repeat(5000));
  form.append('file', new Blob([new Uint8Array(await png())]), 'a.png');
  const body = new Response(form);
  const payload = Buffer.from(await body.arrayBuffer());
  expect(await send(payload, body.headers.get('content-type') ?? '')).toMatchObject({
    status: 400,
    message: '表单里只需要一张图片',
  });
  await expectNothingStored();
});

test('calls without a file refuse multipart forms', async () => {
  const { headers, payload } = await formOf({ bytes: await png() });
  const { json } = await site.app.inject({
    method: 'PUT',
    url: '/v1/user/',
    headers: { ...headers, authorization: tokenOf(site.lin) },
    payload,
  });
  expect(json()).toMatchObject({ code: 400, extra: { failure: 'invalid-input' } });
});

test('visitors and forged tokens upload nothing', async () => {
  const { headers, payload } = await formOf({ bytes: await png() });
  for (const authorization of ['', 'token-999', 'Bearer', 'Bearer token-999', `token-${site.lin.id} `.repeat(2)])
    expect(await send(payload, headers['content-type'], authorization)).toMatchObject({
      status: 401,
      message: '请先登录',
      extra: { failure: 'signed-out' },
    });
  await expectNothingStored();
});

test('equal pictures are stored once, for one member and for two', async () => {
  const picture = await noise(600);
  const first = await upload(site, site.lin, picture);
  const again = await upload(site, site.lin, picture);
  expect(again.data).toEqual(first.data);
  const others = await upload(site, site.ming, { bytes: picture, name: 'another-name.jpg' });
  expect(others.data).toEqual(first.data);
  expect(await site.keptFiles()).toBe(2);
  expect(await site.db.selectFrom('files').select('key').execute()).toHaveLength(1);
  expect(await site.db.selectFrom('fileOwners').select('userId').orderBy('userId').execute()).toEqual([
    { userId: site.lin.id },
    { userId: site.ming.id },
  ]);
});

test('uploading a picture whose bytes were lost stores them again', async () => {
  const picture = await png();
  const { data } = await upload(site, site.lin, picture);
  await site.storage.remove(keyOfAddress(data.url) ?? '');
  expect((await upload(site, site.ming, picture)).data).toEqual(data);
  expect((await storedAt(data.url)).length).toBe(data.bytes);
});

/** Leaves room for this many bytes more. */
async function fill(userId: number, left: number) {
  await site.db.transaction().execute((trx) => saveSettings(trx, 'uploads', { quota: 1 }));
  forgetSettings(site.db); // as every process does when it hears of the change
  const bytes = 1024 * 1024 - left;
  const file = {
    key: `00/${'0'.repeat(31)}${userId}.webp`,
    type: 'image/webp',
    width: 1,
    height: 1,
    bytes,
    createdAt: 1,
  };
  await site.db.insertInto('files').values(file).execute();
  await site.db.insertInto('fileOwners').values({ key: file.key, userId, createdAt: 1 }).execute();
}

test('an upload beyond the quota is refused with the numbers, and leaves no file', async () => {
  await fill(site.lin.id, 10_000);
  const picture = await noise(300);
  expect(await upload(site, site.lin, picture)).toMatchObject({
    status: 413,
    message: '图片空间不够了：已用 1 MB，最多 1 MB',
    data: null,
    extra: { failure: 'too-large', field: 'file' },
  });
  expect(await site.keptFiles()).toBe(0);
  expect(await site.db.selectFrom('fileOwners').selectAll().execute()).toHaveLength(1);

  const small = await upload(site, site.lin, await png());
  expect(small.data.quota.most).toBe(1024 * 1024);
  expect(small.status).toBe(200);
  // 阿明 has room of his own
  expect((await upload(site, site.ming, picture)).status).toBe(200);
  // and what another has counts for who uploads it as well
  expect((await upload(site, site.lin, picture)).status).toBe(413);
  expect(await site.db.selectFrom('fileOwners').selectAll().where('userId', '=', site.lin.id).execute()).toHaveLength(
    2,
  );
});

test('a full quota does not refuse a picture the member already has', async () => {
  const picture = await noise(300);
  const { data } = await upload(site, site.lin, picture);
  await fill(site.lin.id, 0);
  expect((await upload(site, site.lin, picture)).data.url).toBe(data.url);
  expect((await upload(site, site.lin, await png())).status).toBe(413);
});

test('the owner has no quota', async () => {
  await fill(site.owner.id, 0);
  expect((await upload(site, site.owner, await png())).data.quota).toMatchObject({ most: null });
});

test('concurrent uploads do not exceed the quota', async () => {
  const pictures = await Promise.all([noise(200), noise(201), noise(202)]);
  const { data } = await upload(site, site.ming, pictures[0] as Buffer);
  await fill(site.lin.id, data.bytes + 5000);
  const devices = await Promise.all(['phone', 'tablet', 'desktop'].map((token) => addDevice(site.lin.id, token)));
  const answers = await Promise.all(
    pictures.map(async (bytes, index) => {
      const { headers, payload } = await formOf({ bytes });
      return send(payload, headers['content-type'], devices[index]);
    }),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 413, 413]);
  expect(await site.keptFiles()).toBeLessThanOrEqual(2);
});

async function addDevice(userId: number, token: string) {
  const times = { createdAt: Date.now(), usedAt: Date.now(), expiresAt: Date.now() + 60_000 };
  const session = {
    userId,
    tokenHash: secretHash(token),
    way: 'password',
    device: token,
    place: '',
    ...times,
  } as const;
  await site.db.insertInto('sessions').values(session).execute();
  return token;
}

test('concurrent uploads are all accepted, one after another', async () => {
  const pictures = await Promise.all(Array.from({ length: 12 }, (_, index) => png(20 + index, 20)));
  const viewers = [site.owner, site.lin, site.ming];
  const answers = await Promise.all(
    pictures.map((picture, index) => upload(site, viewers[index % 3] ?? site.lin, picture)),
  );
  expect(answers.map(({ data }) => data.width)).toEqual(pictures.map((_, index) => 20 + index));
  expect(await site.keptFiles()).toBe(12);
});

test('a picture is a member’s own only if they uploaded it', async () => {
  const { data } = await upload(site, site.lin, await png(1200, 10));
  const owns = (userId: number, url: string) => ownsFile(site.db, userId, url);
  expect(await owns(site.lin.id, data.url)).toBe(true);
  expect(await owns(site.lin.id, data.sizes[0]?.url ?? '')).toBe(true);
  expect(await owns(site.ming.id, data.url)).toBe(false);
  for (const url of ['', 'https://a.cn/b.png', `https://evil.cn${data.url}`, data.url.replace('.webp', '-481.webp')])
    expect(await owns(site.lin.id, url), url).toBe(false);
});

test('the OpenAPI document describes the upload as a form', async () => {
  const { paths } = openApi(await site.calls.list(), site.siteUrl);
  expect(paths['/file/upload']?.post).toMatchObject({
    requestBody: { content: { 'multipart/form-data': { schema: { required: ['file'] } } } },
  });
});

test('the sixty-first upload within ten minutes is refused', async () => {
  const limited = await testSite({ limits: true });
  for (let count = 0; count < 60; count++) expect((await upload(limited, limited.lin)).status).toBe(400);
  const { headers, payload } = await formOf({ bytes: await png() });
  const refused = await limited.app.inject({
    method: 'POST',
    url: '/file/upload',
    headers: { ...headers, authorization: tokenOf(limited.lin) },
    payload,
  });
  expect(refused.json()).toMatchObject({ code: 429, extra: { failure: 'too-many-requests' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500);
  expect((await upload(limited, limited.ming, await png())).status).toBe(200);
  expect(await limited.keptFiles()).toBe(1);
  await limited.close();
});
