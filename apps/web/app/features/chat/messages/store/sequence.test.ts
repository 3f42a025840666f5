import { expect, test } from 'vitest';
import { createClock, createSequence } from './sequence.ts';

/** As after the list of rooms has come and the stream has opened. */
function whole(upTo: number) {
  const sequence = createSequence();
  sequence.reached(upTo);
  sequence.filled(sequence.hole());
  return sequence;
}

test('stream events in order are applied once', () => {
  const sequence = whole(10);
  expect([11, 14, 14, 11].map(sequence.heard)).toEqual([true, true, false, false]);
  expect(sequence.upTo()).toBe(14);
});

test('a reply that is faster than the stream does not hide what comes before it', () => {
  const sequence = whole(10);
  expect(sequence.notified(13)).toBe(true);
  expect([11, 12, 13, 14].map(sequence.heard)).toEqual([true, true, false, true]);
});

test('events beyond a gap do not raise the number until the gap is filled', () => {
  const sequence = whole(10);
  sequence.cut();
  const hole = sequence.hole();
  expect(sequence.heard(20)).toBe(true);
  expect(sequence.upTo()).toBe(10);
  expect([15, 20].map(sequence.notified)).toEqual([true, false]);
  sequence.reached(18);
  sequence.filled(hole);
  expect(sequence.upTo()).toBe(20);
  expect(sequence.hole()).toBeUndefined();
});

test('a hole that was torn open again is not filled by what was asked for before', () => {
  const sequence = whole(10);
  sequence.cut();
  const first = sequence.hole();
  sequence.heard(20);
  sequence.cut();
  sequence.reached(15);
  sequence.filled(first);
  expect(sequence.hole()).toBeDefined();
  expect(sequence.upTo()).toBe(15);
});

test('before anything is known there is a hole', () => {
  const sequence = createSequence();
  expect([sequence.upTo(), sequence.hole()]).toEqual([undefined, 0]);
});

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
