import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStorage } from './open-storage.ts';
import { storageRoutes } from './storage.routes.ts';
import type { Storage } from './storage.ts';
import { keyFor } from './storage-key.ts';

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

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'mojian-storage-'));
  storage = openStorage(undefined, dataFolder);
  app = Fastify();
  storageRoutes(app, storage);
});

afterEach(async () => {
  await app.close();
  await rm(dataFolder, { recursive: true });
});

test('what is put can be got, and removed', async () => {
  expect(await storage.get(key)).toBeUndefined();
  await storage.put(key, bytes, 'image/webp');
  expect(await storage.has(key)).toBe(true);
  expect(await storage.get(key)).toEqual(bytes);
  expect(await readdir(join(dataFolder, 'files', key.slice(0, 2)))).toEqual([key.slice(3)]);

  await storage.remove(key);
  await storage.remove(key);
  expect(await storage.has(key)).toBe(false);
});

test.each(notKeys)('%j is no key', async (notKey) => {
  await expect(storage.put(notKey, bytes, 'image/webp')).rejects.toThrow(RangeError);
  expect(await storage.get(notKey)).toBeUndefined();
  expect(await storage.has(notKey)).toBe(false);
  await storage.remove(notKey);
  expect(await readdir(dataFolder)).toEqual([]);
});

test('a key does not hold another type than its ending says', async () => {
  await expect(storage.put(key, bytes, 'image/png')).rejects.toThrow(RangeError);
});

test('an address that is not supported is refused without repeating its secret', () => {
  for (const url of ['s3://key:hush@host/bucket', 'ftp://key:hush@host']) {
    expect(() => openStorage(url, dataFolder)).toThrow(/^STORAGE_URL：(?!.*hush)/);
  }
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
  });
});

test.each([key, ...notKeys.map(encodeURIComponent), '..%2f..%2fetc%2fpasswd', `${key}/`])(
  'nothing is served at /files/%s',
  async (path) => {
    const reply = await app.inject(`/files/${path}`);
    expect(reply.statusCode).toBe(404);
    expect(reply.headers['content-type']).toContain('text/plain');
    expect(reply.headers['cache-control']).toBeUndefined();
  },
);
