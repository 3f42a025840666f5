import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LargeBodies } from './bodies.ts';

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

test('a body is on its way for so long at the most', async () => {
  const { take, cut } = room({ timeLimit: 30 });
  take(1);
  take(2).arrived();
  await expect.poll(() => cut).toEqual(['1']);
  for (const owner of [3, 4, 5]) take(owner);
  expect(() => take(6)).toThrow();
});

test('one that is larger than all the room there is for its sender is taken alone', () => {
  const { take } = room();
  const whole = take(1, 1000);
  expect(() => take(2)).toThrow();
  whole.end();
  take(2);
});
