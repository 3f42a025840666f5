import { IncomingMessage, type Server, ServerResponse } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { CachedFront, type PageVisit } from './front.ts';
import { makePage, sendPage } from './page.ts';
import type { Page } from './page-cache.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function start({ trustProxy = 0, isPlain = (): boolean => true } = {}) {
  const front = new CachedFront({ trustProxy, isPlain });
  const html = '<!DOCTYPE html><p>春天来了，雨水落在瓦上。</p>'.repeat(200);
  const page = makePage({ status: 200, headers: new Headers(), pieces: [html] }, { tags: [], dev: false });
  const visits: PageVisit[] = [];
  front.open(
    (url) => (url === '/article/1' ? page : undefined),
    (visit) => visits.push(visit),
  );
  server = front.serverFactory((_request, response) => response.end('fastify'), {});
  await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  /** Sends raw requests on one connection and reads until it is idle or closed. */
  const send = (text: string) =>
    new Promise<{ text: string; closed: boolean }>((done) => {
      const socket = connect(port, '127.0.0.1');
      const chunks: Buffer[] = [];
      let timer: NodeJS.Timeout;
      const end = (closed: boolean) => {
        clearTimeout(timer);
        socket.destroy();
        done({ text: Buffer.concat(chunks).toString(), closed });
      };
      socket.on('data', (chunk) => {
        chunks.push(chunk);
        clearTimeout(timer);
        timer = setTimeout(() => end(false), 200);
      });
      socket.on('end', () => end(true));
      socket.write(text);
    });
  return { url: `http://127.0.0.1:${port}`, front, page, html, visits, send };
}

const head = 'Host: x\r\nUser-Agent: Firefox\r\n';

test('a cached page is answered with its headers, a date and its length', async () => {
  const { url, page, html } = await start();
  const answer = await fetch(`${url}/article/1`, { headers: { 'accept-encoding': 'gzip' } });
  expect(await answer.text()).toBe(html);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    etag: page.etag,
    'content-encoding': 'gzip',
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, no-cache',
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
    date: expect.stringMatching(/GMT$/),
    'content-length': expect.stringMatching(/^[1-9]/),
  });
});

test('a page sent again is compressed better', async () => {
  const { url, page, html } = await start();
  const ask = async () => (await fetch(`${url}/article/1`, { headers: { 'accept-encoding': 'gzip' } })).text();
  await ask();
  const quick = page.bodies.gzip?.body.length ?? 0;
  await ask();
  await expect.poll(() => page.bodies.gzip?.body.length).toBeLessThan(quick);
  expect(gunzipSync(page.bodies.gzip?.body ?? '').toString()).toBe(html);
});

test('of two pages sent again at once one is compressed better, and the other when it is sent once more', async () => {
  const pieces = ['<p>春天来了，雨水落在瓦上。</p>'.repeat(200)];
  const pages = [1, 2].map(() => makePage({ status: 200, headers: new Headers(), pieces }, { tags: [], dev: false }));
  const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET' });
  request.headers['accept-encoding'] = 'br';
  const send = (page: Page) => sendPage(request, new ServerResponse(request), page);
  const areQuick = () => pages.map(({ bodies }) => bodies.br?.isQuick);
  for (const page of [...pages, ...pages]) send(page);
  await expect.poll(areQuick).toEqual([false, true]);
  for (const page of pages) send(page);
  await expect.poll(areQuick).toEqual([false, false]);
});

test.each(['identity', 'gzip', 'br'])('a client that takes %s gets the whole text', async (accepted) => {
  const { url, html } = await start();
  const answer = await fetch(`${url}/article/1`, { headers: { 'accept-encoding': accepted } });
  expect(await answer.text()).toBe(html);
  expect(answer.headers.get('content-encoding') ?? 'identity').toBe(accepted);
});

test('HEAD gets the headers, If-None-Match a 304, and Range the whole page', async () => {
  const { url, page, html, visits } = await start();
  const asHead = await fetch(`${url}/article/1`, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
  expect([asHead.status, Number(asHead.headers.get('content-length')), await asHead.text()]).toEqual([
    200,
    page.length,
    '',
  ]);
  expect(visits).toEqual([]);
  const known = await fetch(`${url}/article/1`, { headers: { 'if-none-match': page.etag } });
  expect([known.status, known.headers.get('etag'), await known.text()]).toEqual([304, page.etag, '']);
  const part = await fetch(`${url}/article/1`, { headers: { range: 'bytes=0-9' } });
  expect([part.status, await part.text()]).toEqual([200, html]);
  expect(visits).toHaveLength(2);
});

test('HTTP/1.0 and Connection: close end the connection, and pipelined requests are answered in turn', async () => {
  const { send } = await start();
  const old = await send(`HEAD /article/1 HTTP/1.0\r\n${head}\r\n`);
  expect(old.text).toMatch(/^HTTP\/1\.1 200 .*\r\nConnection: close/s);
  expect(old.closed).toBe(true);
  const closing = await send(`HEAD /article/1 HTTP/1.1\r\n${head}Connection: close\r\n\r\n`);
  expect(closing.closed).toBe(true);
  const one = (path: string) => `GET ${path} HTTP/1.1\r\n${head}\r\n`;
  const { text, closed } = await send(one('/article/1') + one('/other') + one('/article/1'));
  expect(text.match(/fastify|<!DOCTYPE html>/g)?.filter((word, n, all) => word !== all[n - 1])).toEqual([
    '<!DOCTYPE html>',
    'fastify', // only the first in the line is answered in front
  ]);
  expect(closed).toBe(false);
});

test('other methods and addresses, and requests that hooks must see, are passed on', async () => {
  const { url } = await start();
  const texts = (init?: RequestInit) => fetch(`${url}/article/1`, init).then((answer) => answer.text());
  expect(await texts({ method: 'POST' })).toBe('fastify');
  expect(await (await fetch(`${url}/article/1?x`)).text()).toBe('fastify');
  server?.close();
  const drained = await start({ isPlain: () => false });
  expect(await (await fetch(`${drained.url}/article/1`)).text()).toBe('fastify');
});

test.each([
  [0, '203.0.113.5', '127.0.0.1'],
  [1, '198.51.100.9, 203.0.113.5', '203.0.113.5'],
  [2, '198.51.100.9, 203.0.113.5', '198.51.100.9'],
  [3, '203.0.113.5', '203.0.113.5'],
  [1, '', '127.0.0.1'],
  [1, '198.51.100.9, 203.0.113.5:4711', '203.0.113.5'],
  [1, '"[2001:DB8::5%eth0]:4711"', '2001:db8::5'],
  [1, '203.0.113.5, unknown', '127.0.0.1'],
])('behind %i proxies the address of %s is %s', async (trustProxy, forwarded, address) => {
  const { url, visits } = await start({ trustProxy });
  await (await fetch(`${url}/article/1`, { headers: forwarded ? { 'x-forwarded-for': forwarded } : {} })).text();
  expect(visits[0]?.address).toBe(address);
});

test('answers are counted by status until they are taken', async () => {
  const { url, front, page } = await start();
  await (await fetch(`${url}/article/1`)).text();
  await (await fetch(`${url}/elsewhere`)).text();
  await fetch(`${url}/article/1`, { headers: { 'if-none-match': page.etag } });
  expect([...front.takeAnswered()]).toEqual([
    [200, 1],
    [304, 1],
  ]);
  expect([...front.takeAnswered()]).toEqual([]);
});

test('a connection that does not finish its headers is closed in the time that the server’s settings give', async () => {
  const front = new CachedFront({ trustProxy: 0, isPlain: () => true });
  const app = Fastify({
    serverFactory: front.serverFactory,
    http: { headersTimeout: 200, connectionsCheckingInterval: 50 },
  });
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(port), '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Half: ');
  expect(String(await socket.take(1).toArray())).toMatch(/^HTTP\/1\.1 408 /);
  socket.destroy();
  await app.close();
});
