import { Failure } from '@mojian/contract/platform/failures';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toggleOptimistically } from './toggle-optimistically.ts';

const dispatched: string[] = [];
beforeEach(() => {
  vi.stubGlobal('document', { cookie: 'token=of-a-member' });
  vi.stubGlobal('dispatchEvent', ({ type }: Event) => dispatched.push(type));
});
afterEach(() => {
  vi.unstubAllGlobals();
  dispatched.length = 0;
});

/** Presses a like of 3 whose call is answered by `send`. `shown`: the counts the screen showed. */
function press(send: () => Promise<number | null>) {
  const shown: number[] = [];
  const done = toggleOptimistically({ name: 'like', from: 3, to: 4, show: (count) => shown.push(count), send });
  return { shown, done };
}

test('a press shows at once, then what the server made of it', async () => {
  const { shown, done } = press(async () => 9);
  expect(shown).toEqual([4]);
  expect(await done).toBe(true);
  expect(shown).toEqual([4, 9]);
});

test('a failed press is rolled back, and a lost connection reported', async () => {
  const { shown, done } = press(() => Promise.reject(new Failure('unavailable')));
  expect(await done).toBe(false);
  expect(shown).toEqual([4, 3]);
  expect(dispatched).toEqual(['mojian:toast']);
});

test('a second press is ignored until the first is answered, whatever the answer is', async () => {
  const answer = Promise.withResolvers<null>();
  const first = press(() => answer.promise);
  const second = press(async () => 7);
  expect([await second.done, second.shown]).toEqual([false, []]);
  answer.reject(new Failure('not-found'));
  await first.done;
  expect(await press(async () => 7).done).toBe(true);
});

test('a visitor is asked to log in, and nothing is shown or sent', async () => {
  vi.stubGlobal('document', { cookie: '' });
  const send = vi.fn();
  const { shown, done } = press(send);
  expect([await done, shown, send.mock.calls]).toEqual([false, [], []]);
  expect(dispatched).toEqual(['mojian:signed-out']);
});
