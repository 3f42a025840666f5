import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import Fastify, { type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type S3, startS3 } from '../../../test/s3.ts';
import { openStorage } from './open-storage.ts';
import { storageRoutes } from './storage.routes.ts';
import { attachmentKey, keyFor, type OpenedFile, type Storage } from './storage.ts';

const bytes = Buffer.from('not looked at here');
const key = keyFor(bytes, 'webp');
const notKeys = [
  '../outside.webp',
  'ab/../../outside.webp',
  `/etc/${'a'.repeat(32)}.webp`,
  `ab/${'a'.repeat(32)}.svg`,
  `ab/${'a'.repeat(32)}.html`,
  `ab/${'a'.repeat(32)}.webp\n`,
  `ab\\${'a'.repeat(32)}.webp`,
  `ab/${'A'.repeat(32)}.webp`,
  '',
];

let dataFolder: string;
let storage: Storage;
let app: FastifyInstance;
let s3: S3;

beforeAll(async () => {
  s3 = await startS3();
});
afterAll(async () => {
  await s3.stop();
  await s3.remove();
});

const bufferOf = async (body: OpenedFile['body'] | undefined) =>
  body === undefined || body instanceof Uint8Array ? Buffer.from(body ?? []) : buffer(body);

const places = {
  'a folder': () => undefined,
  'a bucket': () => s3.url(),
  'a folder of a bucket': () => s3.url({ bucket: 'pictures/墨 笺/files' }),
};

describe.each(Object.entries(places))('in %s', (_name, address) => {
  beforeEach(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'mojian-storage-'));
    storage = openStorage(address(), dataFolder);
    app = Fastify();
    storageRoutes(app, storage, async () => 'public');
  });
  afterEach(async () => {
    await storage.remove(key);
    await app.close();
    await rm(dataFolder, { recursive: true });
  });

  test('the address of a copy that was not worth making is answered with the picture, any other width with nothing', async () => {
    await storage.put(key, bytes, 'image/webp');
    const ask = async (width: number) => app.inject(`/files/${key.replace('.', `-${width}.`)}`);
    expect((await ask(960)).rawPayload).toEqual(bytes);
    expect((await ask(961)).statusCode).toBe(404);
  });

  test('a stored object can be read and removed', async () => {
    expect(await storage.get(key)).toBeUndefined();
    expect(await storage.has(key)).toBe(false);
    await storage.put(key, bytes, 'image/webp');
    expect(await storage.has(key)).toBe(true);
    expect(Buffer.from((await storage.get(key)) ?? [])).toEqual(bytes);
    // another process of the site sees the same
    expect(Buffer.from((await openStorage(address(), dataFolder).get(key)) ?? [])).toEqual(bytes);

    await storage.remove(key);
    await storage.remove(key);
    expect(await storage.has(key)).toBe(false);
    expect(await storage.get(key)).toBeUndefined();
  });

  test('putting the same twice changes nothing', async () => {
    await storage.put(key, bytes, 'image/webp');
    await storage.put(key, bytes, 'image/webp');
    expect(Buffer.from((await storage.get(key)) ?? [])).toEqual(bytes);
  });

  test.each(notKeys)('%j is no key', async (notKey) => {
    await expect(storage.put(notKey, bytes, 'image/webp')).rejects.toThrow(RangeError);
    expect(await storage.get(notKey)).toBeUndefined();
    expect(await storage.has(notKey)).toBe(false);
    await storage.remove(notKey);
    expect(await readdir(dataFolder)).toEqual([]);
  });

  test('a type that contradicts the key’s extension is refused', async () => {
    await expect(storage.put(key, bytes, 'image/png')).rejects.toThrow(RangeError);
  });

  test('a check succeeds and leaves nothing behind', async () => {
    await storage.check();
    expect((await fetch(s3.objectUrl('.mojian'))).status).toBe(404);
  });

  test('a kept picture is served as a picture and nothing else', async () => {
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .webp()
      .toBuffer();
    await storage.put(key, picture, 'image/webp');
    const reply = await app.inject(`/files/${key}`);
    expect(reply.statusCode).toBe(200);
    expect(reply.rawPayload).toEqual(picture);
    expect(reply.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      etag: `"${key}"`,
    });
  });

  test.each([key, ...notKeys.map(encodeURIComponent), '..%2f..%2fetc%2fpasswd', `${key}/`])(
    'nothing is served at /files/%s',
    async (path) => {
      const reply = await app.inject(`/files/${path}`);
      expect(reply.statusCode).toBe(404);
      expect(reply.headers['content-type']).toContain('text/plain');
      expect(reply.headers['cache-control']).toBe('no-store');
    },
  );

  test('a large picture is streamed whole, to many at once, and HEAD sends headers only', async () => {
    const large = randomBytes(3 * 1024 * 1024);
    await storage.put(key, large, 'image/webp');
    const replies = await Promise.all([1, 2, 3, 4].map(() => app.inject(`/files/${key}`)));
    for (const { rawPayload } of replies) expect(rawPayload.equals(large)).toBe(true);
    const head = await app.inject({ method: 'HEAD', url: `/files/${key}` });
    expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([
      200,
      String(large.length),
      0,
    ]);
    expect(Buffer.from((await storage.get(key)) ?? []).equals(large)).toBe(true);
  });

  test('a file of the disk is stored without being read into memory, and read in parts', async () => {
    const large = randomBytes(9 * 1024 * 1024);
    const path = join(dataFolder, 'upload');
    await writeFile(path, large);
    const sha256 = createHash('sha256').update(large).digest('hex');
    const film = attachmentKey(sha256, '影片.mp4', 'mp4');
    const file = { path, size: large.length, sha256 };
    await expect(storage.putFile(film, file, 'image/webp')).rejects.toThrow(RangeError);
    await storage.putFile(film, file, 'video/mp4');
    expect(Buffer.from((await storage.get(film)) ?? []).equals(large)).toBe(true);
    for (const [from, to] of [
      [0, 99],
      [5_000_000, 5_000_009],
      [large.length - 1, large.length - 1],
    ] as const) {
      const part = await storage.open(film, { from, to });
      expect(part?.size).toBe(to - from + 1);
      expect((await bufferOf(part?.body)).equals(large.subarray(from, to + 1))).toBe(true);
    }
    expect(await storage.open(attachmentKey(sha256, '别的.mp4', 'mp4'), { from: 0, to: 9 })).toBeUndefined();
    await storage.remove(film);
    expect(await storage.has(film)).toBe(false);
  });

  test('a matching ETag gets 304', async () => {
    await storage.put(key, bytes, 'image/webp');
    const { headers } = await app.inject(`/files/${key}`);
    const again = await app.inject({ url: `/files/${key}`, headers: { 'if-none-match': `W/${headers.etag}` } });
    expect(again).toMatchObject({ statusCode: 304, body: '' });
    expect(again.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const other = await app.inject({ url: `/files/${key}`, headers: { 'if-none-match': '"another"' } });
    expect(other.statusCode).toBe(200);
  });
});

test('files of a folder have their key as their path', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mojian-storage-'));
  await openStorage(undefined, folder).put(key, bytes, 'image/webp');
  expect(await readdir(join(folder, 'files', key.slice(0, 2)))).toEqual([key.slice(3)]);
  await rm(folder, { recursive: true });
});

test('pictures whose readers left while they were looked up do not count as under way', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mojian-storage-'));
  const filled = openStorage(undefined, folder);
  await filled.put(key, bytes, 'image/webp');
  const [mayEnd, atAll] = [Promise.withResolvers<void>(), 100];
  let lookedUp = 0;
  let left = 0;
  const served = Fastify({ trustProxy: true });
  storageRoutes(served, filled, async () => {
    if (++lookedUp <= atAll) await mayEnd.promise;
    return 'public';
  });
  const { port } = new URL(await served.listen({ port: 0, host: '127.0.0.1' }));
  served.server.on('connection', (socket) => socket.once('close', () => left++));
  const readers = Array.from({ length: atAll }, () => connect(Number(port), '127.0.0.1'));
  for (const reader of readers)
    reader.write(`GET /files/${key} HTTP/1.1\r\nhost: mojian\r\nx-forwarded-for: 203.0.113.7\r\n\r\n`);
  await expect.poll(() => lookedUp).toBe(atAll);
  for (const reader of readers) reader.destroy();
  await expect.poll(() => left).toBe(atAll);
  mayEnd.resolve();
  const { statusCode } = await served.inject({ url: `/files/${key}`, headers: { 'x-forwarded-for': '203.0.113.7' } });
  expect(statusCode).toBe(200);
  await served.close();
  await rm(folder, { recursive: true });
});
