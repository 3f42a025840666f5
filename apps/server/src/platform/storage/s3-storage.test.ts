import { createServer, request as forward, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type S3, startS3 } from '../../../test/s3.ts';
import { handleErrors } from '../http/errors.ts';
import { openStorage } from './open-storage.ts';
import { storageRoutes } from './storage.routes.ts';
import { keyFor } from './storage.ts';

const bytes = Buffer.from('not looked at here');
const key = keyFor(bytes, 'webp');

let s3: S3;
let between: Server | undefined;

beforeAll(async () => {
  s3 = await startS3();
});
afterAll(async () => {
  await s3.stop();
  await s3.remove();
});
afterEach(() => {
  between?.closeAllConnections();
  between?.close();
  vi.restoreAllMocks();
});

const open = (change: Parameters<S3['url']>[0] = {}) => openStorage(s3.url(change), '/nowhere');

/** A server of our own in front of the bucket, or in its place. Returns its port. */
async function standBetween(listener: RequestListener) {
  between = createServer(listener);
  await new Promise<void>((resolve) => between?.listen(0, '127.0.0.1', resolve));
  return (between.address() as AddressInfo).port;
}

const passOn: RequestListener = (request, response) => {
  const { method, url: path, headers } = request;
  const onward = forward({ host: '127.0.0.1', port: s3.port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 0, answer.headers);
    answer.pipe(response);
  });
  request.pipe(onward);
};

const answers =
  (status: number, code: string): RequestListener =>
  (_request, response) =>
    response
      .writeHead(status)
      .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${s3.secret}</Message></Error>`);

test('an object has its type and an immutable cache header', async () => {
  await open().put(key, bytes, 'image/webp');
  const { headers } = await fetch(s3.objectUrl(key));
  expect(headers.get('content-type')).toBe('image/webp');
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
});

test.each([
  ['a wrong secret', { secret: 'not-the-secret' }, 'SECRET 不对'],
  ['an unknown key', { key: 'NOBODY' }, '对象存储不认识这个 KEY'],
  ['a bucket that is not there', { bucket: 'elsewhere' }, '没有名为 elsewhere 的存储桶'],
])('%s is one clear line at the start', async (_name, change, reason) => {
  await expect(open(change).check()).rejects.toThrow(new Error(`STORAGE_URL：${reason}`));
});

test('a refused connection ends the start with one clear line', async () => {
  const port = await standBetween(passOn);
  await new Promise((resolve) => between?.close(resolve));
  await expect(open({ port }).check()).rejects.toThrow(new Error(`STORAGE_URL：连不上 127.0.0.1:${port}`));
});

test('with a wrong secret nothing is written or read', async () => {
  await open().put(key, bytes, 'image/webp');
  const stranger = open({ secret: 'not-the-secret' });
  await expect(stranger.get(key)).rejects.toMatchObject({ id: 'unavailable' });
  await expect(stranger.remove(key)).rejects.toMatchObject({ id: 'unavailable' });
  await expect(stranger.has(key)).rejects.toMatchObject({ id: 'unavailable' });
  const other = keyFor(Buffer.from('other'), 'webp');
  await expect(stranger.put(other, bytes, 'image/webp')).rejects.toMatchObject({ id: 'unavailable' });
  expect(await open().has(key)).toBe(true);
  expect(await open().has(other)).toBe(false);
});

test.each([
  ['no right to write', 403, 'AccessDenied', '这对密钥没有读写存储桶 pictures 的权限'],
  ['a clock that is wrong', 403, 'RequestTimeTooSkewed', '本机的时钟与对象存储相差太多'],
  ['another region', 301, 'PermanentRedirect', '存储桶 pictures 不在区域 cn-north-1，请改 region 或主机名'],
  ['a failure nobody knows', 500, 'InternalError', '对象存储 127.0.0.1:PORT 答复 500 InternalError'],
  ['a site that is no object storage', 404, '', '对象存储 127.0.0.1:PORT 答复 404'],
])('%s is reported at the start', async (_name, status, code, reason) => {
  const port = await standBetween(answers(status, code));
  const check = open({ port, query: 'tls=0&region=cn-north-1' }).check();
  await expect(check).rejects.toThrow(new Error(`STORAGE_URL：${reason.replace('PORT', String(port))}`));
});

/** The success of anything that is no object storage. */
const says =
  (type: string, body: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(200, { 'content-type': type, etag: '"1"' }).end(body);

test.each([
  ['a login page', says('text/html; charset=utf-8', '<!doctype html><form>请登录</form>')],
  ['a page without a type', says('', 'welcome')],
  ['a call of some other service', says('application/json', '{"code":200}')],
  ['nothing', says('application/octet-stream', '')],
])('%s that answers every request with 200 is no storage', async (_name, listener) => {
  const port = await standBetween(listener);
  const storage = open({ port });
  await expect(storage.check()).rejects.toThrow(
    new Error(`STORAGE_URL：127.0.0.1:${port} 答的不是存进去的文件：主机名写错了，或者前面有登录页、代理拦着`),
  );
});

test('a login page that comes between later is no picture, and nothing counts as written', async () => {
  await open().put(key, bytes, 'image/webp');
  const storage = open({ port: await standBetween(says('text/html', '<p>请登录</p>')) });
  await expect(storage.get(key)).rejects.toMatchObject({ id: 'unavailable' });
  await expect(storage.open(key)).rejects.toMatchObject({ id: 'unavailable' });
  await expect(storage.has(key)).rejects.toMatchObject({ id: 'unavailable' });
  await expect(storage.put(key, bytes, 'image/webp')).rejects.toMatchObject({ id: 'unavailable' });
});

test('storage that loses or changes what it is given is noticed, and the probe is removed', async () => {
  const before = await s3.objects();
  for (const rot of ['', 'x'.repeat(64)]) {
    const port = await standBetween((request, response) => {
      if (request.method === 'GET') response.writeHead(200, { etag: '"1"' }).end(rot);
      else passOn(request, response);
    });
    await expect(open({ port }).check()).rejects.toThrow('答的不是存进去的文件');
    between?.closeAllConnections();
    between?.close();
  }
  await Promise.all([open().check(), open().check(), open().check()]);
  expect(await s3.objects()).toBe(before);
});

test('a temporary S3 error is retried', async () => {
  const stumbles = [answers(503, 'SlowDown'), ({ socket }) => socket.destroy(), passOn] as RequestListener[];
  let requested = 0;
  const port = await standBetween((...exchange) => stumbles[requested++ % 3]?.(...exchange));
  const storage = open({ port });
  await storage.put(key, bytes, 'image/webp');
  expect(Buffer.from((await storage.get(key)) ?? [])).toEqual(bytes);
  await storage.remove(key);
  expect(requested).toBe(9);
  expect(await open().has(key)).toBe(false);
});

test('a service that stays down is given up after three times', async () => {
  let requested = 0;
  const port = await standBetween((...exchange) => {
    requested++;
    answers(500, 'InternalError')(...exchange);
  });
  await expect(open({ port }).put(key, bytes, 'image/webp')).rejects.toMatchObject({ id: 'unavailable' });
  expect(requested).toBe(3);
});

function collectGarbage() {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

test('an S3 timeout is not retried', async () => {
  let requested = 0;
  const port = await standBetween(() => void requested++);
  const { timeout } = AbortSignal;
  const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout.call(AbortSignal, 1000));
  const collecting = setInterval(collectGarbage, 100); // which once took the signal of the request with it
  await expect(open({ port }).check()).rejects.toThrow(`STORAGE_URL：127.0.0.1:${port} 迟迟没有答复`);
  clearInterval(collecting);
  expect(requested).toBe(1);
  expect(limit).toHaveBeenCalledWith(30_000);
});

test('while the bucket is unreachable, cached pictures are served and others get a 503 without secrets', async () => {
  await open().put(key, bytes, 'image/webp');
  const port = await standBetween(passOn);
  const log: string[] = [];
  const app = Fastify({ logger: { level: 'error', stream: { write: (line: string) => void log.push(line) } } });
  handleErrors(app);
  storageRoutes(app, open({ port }), async () => 'public');
  expect((await app.inject(`/files/${key}`)).rawPayload).toEqual(bytes);

  between?.closeAllConnections();
  between?.close();
  expect((await app.inject(`/files/${key}`)).rawPayload).toEqual(bytes);
  const other = await app.inject(`/files/${keyFor(Buffer.from('other'), 'webp')}`);
  expect(other.json()).toMatchObject({ code: 503, message: '图片存储暂时连不上，请稍后再试', data: null });
  expect(other.headers['cache-control']).toBeUndefined();
  expect(log.join('')).toContain('ECONNREFUSED');
  expect(log.join('')).not.toContain(s3.secret);
  expect(log.join('')).not.toContain(encodeURIComponent(s3.secret));
  await app.close();
});
