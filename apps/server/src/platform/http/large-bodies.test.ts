import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { LargeBodies, readJson } from './bodies.ts';

const room = (more: object = {}) => {
  const bodies = new LargeBodies({ room: 400, roomOfOne: 200, ...more });
  const cut: string[] = [];
  const take = (owner: number, bytes = 100, received = () => 0, name = String(owner)) =>
    bodies.take({ owner, bytes, received, cut: () => cut.push(name) });
  return { take, cut };
};
const refused = { id: 'unavailable', status: 503, retryAfter: 5 };

test('a third large body of one member waits until one is answered, another member’s does not', () => {
  const { take } = room();
  const [first] = [take(1), take(1)];
  expect(() => take(1)).toThrow(expect.objectContaining(refused));
  take(2);
  first.arrived();
  expect(() => take(1)).toThrow('请等它们传完再试');
  first.end();
  take(1);
});

test('with the budget exhausted, the next body is refused with a retry time', () => {
  const { take, cut } = room();
  for (const owner of [1, 2, 3, 4]) take(owner);
  expect(() => take(5)).toThrow(expect.objectContaining({ ...refused, message: '正在接收的长内容太多，请过几秒再试' }));
  expect(cut).toEqual([]);
});

test('slow senders lose their budget to new ones, slowest first; complete bodies keep it', async () => {
  const { take, cut } = room({ graceTime: 20 });
  take(1, 100, () => 50);
  take(2, 100, () => 10);
  take(3, 100, () => 1e9);
  take(4, 100).arrived();
  expect(() => take(5)).toThrow();
  await sleep(40);
  take(5, 100, () => 1e9);
  expect(cut).toEqual(['2']);
  take(6, 100, () => 1e9);
  expect(cut).toEqual(['2', '1']);
  expect(() => take(7)).toThrow();
});

test('a body has a time limit', async () => {
  const { take, cut } = room({ timeLimit: 30 });
  take(1);
  take(2).arrived();
  await expect.poll(() => cut).toEqual(['1']);
  for (const owner of [3, 4, 5]) take(owner);
  expect(() => take(6)).toThrow();
});

test('a body larger than its sender’s budget is accepted alone', () => {
  const { take } = room();
  const whole = take(1, 1000);
  expect(() => take(2)).toThrow();
  whole.end();
  take(2);
});

test('a slow small body is aborted, and one that pauses within its time is read', async () => {
  const app = Fastify();
  app.decorateRequest('viewer', null);
  readJson(app, 500);
  app.post('/', async ({ body }) => body);
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const send = () => {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
    let said = '';
    socket.on('data', (chunk) => {
      said += chunk;
    });
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 7\r\n\r\n{"');
    return { socket, closed: new Promise((done) => socket.once('close', done)), said: () => said };
  };
  const dripping = send();
  const pausing = send();
  await sleep(50);
  pausing.socket.write('a":1}');
  await expect.poll(pausing.said).toContain('{"a":1}');
  await dripping.closed;
  expect(dripping.said()).toBe('');
  pausing.socket.destroy();
  await app.close();
});
