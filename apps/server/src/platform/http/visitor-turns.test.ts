import { expect, test } from 'vitest';
import { VisitorTurns } from './visitor-turns.ts';

const always = () => true;
const turn = () => new Promise<void>((done) => setImmediate(done));

test('one call begins per turn of the event loop, in order', async () => {
  const turns = new VisitorTurns();
  const begun: number[] = [];
  for (let n = 0; n < 5; n++) void turns.take(always).then(() => begun.push(n));
  await Promise.resolve();
  const counts: number[] = [];
  for (let n = 0; n < 6; n++) {
    counts.push(begun.length);
    await turn();
  }
  expect(counts[0]).toBeLessThanOrEqual(1);
  for (const [n, count] of counts.entries()) if (n > 0) expect(count - (counts[n - 1] ?? 0)).toBeLessThanOrEqual(1);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
});

test('calls beyond the queue are refused with a retry time', async () => {
  const turns = new VisitorTurns(3);
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => turns.take(always)));
  expect(results.map(({ status }) => status)).toEqual([...Array(4).fill('fulfilled'), ...Array(4).fill('rejected')]);
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  for (const one of refused) expect(one).toMatchObject({ id: 'unavailable', status: 503, retryAfter: 5 });
  await turns.take(always);
});

test('a disconnected caller loses its place', async () => {
  const turns = new VisitorTurns();
  let isHere = true;
  const first = turns.take(always);
  const left = turns.take(() => isHere);
  const stays = turns.take(always);
  isHere = false;
  await expect(left).rejects.toMatchObject({ id: 'unavailable' });
  await Promise.all([first, stays]);
});
