import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import Fastify from 'fastify';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { tokenOf } from '../../../test/site.ts';
import { formOf, upload } from '../../../test/upload.ts';
import { acceptFiles, receiveFile } from './files.ts';

const site = freshSite();
let port: number;
const sockets: Socket[] = [];

beforeEach(async () => {
  port = Number(new URL(await site.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

const megabyte = 1024 * 1024;
const picture = () =>
  sharp({ create: { width: 9, height: 9, channels: 3, background: '#b5402d' } })
    .png()
    .toBuffer();

/** A sender that stops wherever it likes. */
function dial(headers: Record<string, string | number>) {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  const lines = Object.entries({ host: 'mojian', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST /file/upload HTTP/1.1\r\n${lines.join('')}\r\n`);
  const answer = new Promise<string>((resolve, reject) => {
    socket.once('data', (chunk) => resolve(chunk.toString()));
    socket.once('error', reject);
  });
  answer.catch(() => undefined); // a sender that hangs up hears nothing
  return { socket, answer };
}

const form = 'multipart/form-data; boundary=edge';
const opening = '--edge\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
const authorization = () => tokenOf(site.lin);

test.each([form, 'application/json', 'image/png'])(
  'a visitor’s 10 MB of %s are refused before they come',
  async (type) => {
    const { answer } = dial({ 'content-type': type, 'content-length': 10 * megabyte });
    expect(await answer).toMatch(/^HTTP\/1\.1 401 /);
  },
);

test('a file declared too large is refused before it arrives', async () => {
  const { answer } = dial({ 'content-type': form, 'content-length': 11 * megabyte, authorization: authorization() });
  expect(await answer).toMatch(/^HTTP\/1\.1 413 .*图片不能超过 10 MB/s);
});

test('a file without a declared size is refused as soon as it is too large', async () => {
  const headers = { 'content-type': form, 'transfer-encoding': 'chunked', authorization: authorization() };
  const { socket, answer } = dial(headers);
  const chunk = (bytes: Buffer | string) => {
    socket.write(`${bytes.length.toString(16)}\r\n`);
    socket.write(bytes);
    socket.write('\r\n');
  };
  chunk(opening);
  for (let count = 0; count < 11; count++) chunk(Buffer.alloc(megabyte));
  expect(await answer).toMatch(/^HTTP\/1\.1 413 .*图片不能超过 10 MB/s);
  expect(await site.keptFiles()).toBe(0);

  // the rest of the body is drained, and the connection stays usable
  chunk(Buffer.alloc(megabyte));
  const next = new Promise((resolve) => socket.once('data', (data) => resolve(data.toString())));
  socket.write('0\r\n\r\nPOST /file/upload HTTP/1.1\r\nhost: mojian\r\ncontent-length: 0\r\n\r\n');
  expect(await next).toMatch(/^HTTP\/1\.1 401 /);
});

test('a refusal reaches a client that sends the whole body first', async () => {
  const { headers, payload } = await formOf({ bytes: Buffer.alloc(9 * megabyte) });
  const answer = await fetch(`http://127.0.0.1:${port}/file/upload`, {
    method: 'POST',
    headers,
    body: new Uint8Array(payload),
  });
  expect(await answer.json()).toMatchObject({ code: 401, message: '请先登录' });
});

test('four slow uploads of one member do not block other members', async () => {
  let come = 0;
  const arrived = new Promise<void>((resolve) =>
    site.app.server.on('request', () => {
      if (++come === 4) resolve();
    }),
  );
  const dripping = Array.from({ length: 4 }, () => {
    const headers = { 'content-type': form, 'content-length': 5000, authorization: authorization() };
    const { socket } = dial(headers);
    socket.write(opening);
    const drip = setInterval(() => socket.write('a'), 20);
    socket.on('close', () => clearInterval(drip));
    return socket;
  });
  await arrived;
  for (const other of [site.ming, site.owner, site.ming])
    expect((await upload(site, other, await picture())).status).toBe(200);
  for (const socket of dripping) socket.destroy();
  expect((await upload(site, site.lin, await picture())).status).toBe(200);
});

test('an upload that breaks off leaves nothing behind, and the next one goes through', async () => {
  const headers = { 'content-type': form, 'content-length': 5000, authorization: authorization() };
  const { socket } = dial(headers);
  const closed = new Promise((resolve) => site.app.server.once('connection', (one) => one.once('close', resolve)));
  socket.write(opening);
  socket.write((await picture()).subarray(0, 40));
  await new Promise((resolve) => setImmediate(resolve));
  socket.destroy();
  await closed;
  expect(await site.keptFiles()).toBe(0);
  expect(await site.db.selectFrom('files').selectAll().execute()).toEqual([]);
  expect((await upload(site, site.lin, await picture())).status).toBe(200);
});

test('a stalled upload blocks only its own member', async () => {
  const arrived = new Promise((resolve) => site.app.server.once('request', resolve));
  const { socket } = dial({ 'content-type': form, 'content-length': 5000, authorization: authorization() });
  socket.write(opening);
  await arrived;
  expect((await upload(site, site.ming, await picture())).status).toBe(200);

  let isThrough = false;
  const second = upload(site, site.lin, await picture()).finally(() => {
    isThrough = true;
  });
  expect((await upload(site, site.owner, await picture())).status).toBe(200);
  expect(isThrough).toBe(false);
  socket.destroy();
  expect((await second).status).toBe(200);
});

test('files of one member that wait for their turn wait with their sender, but for one', async () => {
  const app = Fastify();
  await acceptFiles(app);
  const mayEnd = Promise.withResolvers<void>();
  const arriving: IncomingMessage[] = [];
  let running = 0;
  app.post('/', (request) => {
    arriving.push(request.raw);
    return receiveFile(request, { most: 4 * megabyte, name: '文件' }, async (read) => {
      const { file } = await read();
      running++;
      await mayEnd.promise;
      return { bytes: 'bytes' in file ? file.bytes.length : 0 };
    });
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const send = async () => {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(2 * megabyte)]), 'a.png');
    return (await fetch(url, { method: 'POST', body })).json();
  };
  const sent = Array.from({ length: 6 }, send);
  await expect.poll(() => [arriving.length, running]).toEqual([6, 1]);
  await setTimeout(300);
  expect(arriving.filter(({ complete }) => complete).length).toBeLessThanOrEqual(2);
  mayEnd.resolve();
  expect(await Promise.all(sent)).toEqual(sent.map(() => ({ bytes: 2 * megabyte })));
  await app.close();
});
