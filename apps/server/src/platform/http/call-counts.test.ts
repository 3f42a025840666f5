import { expect, test, vi } from 'vitest';
import { CallCounts } from './rate-limit.ts';

function counting() {
  const counts = new CallCounts();
  const call = (key: string, timeWindow = 60_000) => {
    let current = 0;
    counts.incr(key, (_error, reported) => (current = reported?.current ?? 0), timeWindow);
    return current;
  };
  return { counts, call };
}

test('concurrent calls each get a distinct count', () => {
  const { call } = counting();
  expect(Array.from({ length: 5 }, () => call('a'))).toEqual([1, 2, 3, 4, 5]);
  expect(call('b')).toBe(1);
});

test('a flood of addresses evicts itself, not counted callers', () => {
  const { call } = counting();
  for (let n = 0; n < 3; n++) call('guesser');
  for (let n = 0; n < 50_000; n++) call(`crowd ${n}`);
  expect(call('guesser')).toBe(4);
  expect(call('crowd 1')).toBe(1);
});

test('when the time is over the count begins anew', async () => {
  const { call } = counting();
  call('a', 20);
  expect(call('a', 20)).toBe(2);
  await expect.poll(() => call('a', 20)).toBe(1);
});

test('each route counts for itself', () => {
  const { counts, call } = counting();
  call('a');
  let current = 0;
  counts.child().incr('a', (_error, reported) => (current = reported?.current ?? 0), 60_000);
  expect(current).toBe(1);
});

test('keys whose time is over are forgotten while others come', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const counts = new CallCounts();
  const call = (key: string) => counts.incr(key, () => {}, 60_000);
  for (let n = 0; n < 1000; n++) call(`early ${n}`);
  for (let n = 0; n < 500; n++) call(`early ${n}`); // again, still within their time
  vi.advanceTimersByTime(60_001);
  for (let n = 0; n < 200; n++) call(`late ${n}`);
  expect(counts.size).toBe(200);
  vi.useRealTimers();
});
