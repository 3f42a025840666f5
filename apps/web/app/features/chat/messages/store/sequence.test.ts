import { expect, test } from 'vitest';
import { createClock, createSequence } from './sequence.ts';

/** As after the list of rooms has come and the stream has opened. */
function whole(upTo: number) {
  const sequence = createSequence();
  sequence.completeUpTo(upTo);
  sequence.closeGap(sequence.gap());
  return sequence;
}

test('stream events in order are applied once', () => {
  const sequence = whole(10);
  expect([11, 14, 14, 11].map(sequence.acceptLive)).toEqual([true, true, false, false]);
  expect(sequence.upTo()).toBe(14);
});

test('a reply that overtakes the stream does not hide earlier events', () => {
  const sequence = whole(10);
  expect(sequence.acceptReply(13)).toBe(true);
  expect([11, 12, 13, 14].map(sequence.acceptLive)).toEqual([true, true, false, true]);
});

test('events beyond a gap do not raise the number until the gap is filled', () => {
  const sequence = whole(10);
  sequence.openGap();
  const gap = sequence.gap();
  expect(sequence.acceptLive(20)).toBe(true);
  expect(sequence.upTo()).toBe(10);
  expect([15, 20].map(sequence.acceptReply)).toEqual([true, false]);
  sequence.completeUpTo(18);
  sequence.closeGap(gap);
  expect(sequence.upTo()).toBe(20);
  expect(sequence.gap()).toBeUndefined();
});

test('a gap that opened again is not closed by an earlier request', () => {
  const sequence = whole(10);
  sequence.openGap();
  const first = sequence.gap();
  sequence.acceptLive(20);
  sequence.openGap();
  sequence.completeUpTo(15);
  sequence.closeGap(first);
  expect(sequence.gap()).toBeDefined();
  expect(sequence.upTo()).toBe(15);
});

test('after a restart lower numbers are new again', () => {
  const sequence = whole(10);
  sequence.acceptReply(12);
  sequence.restart();
  expect([sequence.upTo(), sequence.gap()]).toEqual([undefined, 1]);
  expect([5, 12, 5].map(sequence.acceptLive)).toEqual([true, true, false]);
});

test('a new sequence has a gap', () => {
  const sequence = createSequence();
  expect([sequence.upTo(), sequence.gap()]).toEqual([undefined, 0]);
});

const hour = 3_600_000;
const server = Date.UTC(2026, 0, 1, 12);
const at = (time: number) => new Date(time).toISOString();

test.each([
  ['an hour slow', -hour],
  ['an hour fast', hour],
])('a device clock %s is corrected by one’s own new message', (_, skew) => {
  const clock = createClock(() => server + skew);
  clock.madeNow(at(server));
  expect(clock.now()).toBe(server);
});

test('a message from the future corrects the clock, an old one does not', () => {
  const clock = createClock(() => server - hour);
  clock.seen(at(server - 5 * hour));
  expect(clock.now()).toBe(server - hour);
  clock.seen(at(server - 60_000));
  expect(clock.now()).toBe(server - 60_000);
});

test('network delay does not count as a wrong clock', () => {
  const clock = createClock(() => server);
  clock.madeNow(at(server - 900));
  expect(clock.now()).toBe(server);
});
