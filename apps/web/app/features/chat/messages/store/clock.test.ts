import { expect, test } from 'vitest';
import { createClock } from './clock.ts';

const hour = 3_600_000;
const server = Date.UTC(2026, 0, 1, 12);
const at = (time: number) => new Date(time).toISOString();

test.each([
  ['an hour slow', -hour],
  ['an hour fast', hour],
])('a device clock %s is seen through by one’s own new message', (_, skew) => {
  const clock = createClock(() => server + skew);
  clock.madeNow(at(server));
  expect(clock.now()).toBe(server);
});

test('nobody speaks from the future; from what is old nothing follows', () => {
  const clock = createClock(() => server - hour);
  clock.seen(at(server - 5 * hour));
  expect(clock.now()).toBe(server - hour);
  clock.seen(at(server - 60_000));
  expect(clock.now()).toBe(server - 60_000);
});

test('the way a message takes is no fault of the clock', () => {
  const clock = createClock(() => server);
  clock.madeNow(at(server - 900));
  expect(clock.now()).toBe(server);
});
