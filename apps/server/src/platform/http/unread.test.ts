import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '@mojian/contract/platform/failures';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readJson } from './bodies.ts';
import { Drain, drainConnections } from './drain.ts';
import { handleErrors, refuseUnreadable } from './errors.ts';

const piece = 'x'.repeat(40 * 1024);
const pieces = 10;
const drain = new Drain();
let app: FastifyInstance;
let port: number;

beforeAll(async () => {
  app = Fastify({ clientErrorHandler: refuseUnreadable });
  handleErrors(app);
  drainConnections(app, drain);
  app.decorateRequest('viewer', null);
  readJson(app);
  const refuse = async () => Promise.reject(new Failure('signed-out'));
  app.post('/members', { onRequest: refuse }, async () => ({}));
  app.post('/anybody', async () => ({}));
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => app.close());

/** Sends each piece once the one before has left, as browsers do, and goes on after an answer that came early. */
async function send(head: string, most = pieces) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let [text, sent] = ['', 0];
  socket.setEncoding('utf8').on('data', (data) => {
    text += data;
  });
  socket.on('error', () => {}); // keeps what had come by then
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(head);
  for (; sent < most && !socket.destroyed; sent++)
    await new Promise((resolve) => socket.write(piece, () => setTimeout(resolve, 1)));
  socket.end();
  await closed;
  const [lines = '', body = ''] = text.split('\r\n\r\n');
  return { sent, status: Number(lines.split(' ')[1]), body };
}

const headers = 'GET / HTTP/1.1\r\nhost: mojian\r\ncookie: ';
const bodyFor = (path: string, connection: string) =>
  `POST ${path} HTTP/1.1\r\nhost: mojian\r\nconnection: ${connection}\r\ncontent-type: application/json\r\ncontent-length: ${pieces * piece.length}\r\n\r\n`;

test.each([
  ['headers that are too long', headers, 431],
  ['bytes that only members may send, on a connection for one request,', bodyFor('/members', 'close'), 401],
  ['bytes that are too many, on a connection for one request,', bodyFor('/anybody', 'close'), 413],
])('%s are refused after all was sent, and the refusal is read', async (_name, head, status) => {
  for (let times = 0; times < 20; times++) {
    const answer = await send(head);
    expect(answer).toMatchObject({ sent: pieces, status });
    expect(JSON.parse(answer.body)).toMatchObject({ code: status });
  }
});

test('while the process drains, a body is refused after all of it was sent', async () => {
  drain.isDraining = true;
  expect(await send(bodyFor('/anybody', 'keep-alive'))).toMatchObject({ sent: pieces, status: 413 });
  drain.isDraining = false;
});

test('who never stops to send headers is cut off, be it fast or slowly', async () => {
  const fast = await send(headers, Number.POSITIVE_INFINITY);
  expect(fast.sent * piece.length).toBeLessThan(8 * 1024 * 1024); // a megabyte, and what connections hold

  const begun = performance.now();
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {});
  const closed = new Promise((resolve) => socket.resume().once('close', resolve));
  socket.write(headers + piece);
  while (!socket.destroyed) {
    socket.write('x');
    await sleep(50);
  }
  await closed;
  expect(performance.now() - begun).toBeGreaterThan(900);
});
