import { expect, test } from 'vitest';
import { fewAtOnce } from './concurrency.ts';

test('running and waiting tasks are limited, and the next is refused', async () => {
  const inTurn = fewAtOnce(2, 3);
  const ends: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => ends.push(resolve));
    running -= 1;
    return 'done';
  };
  const five = [1, 2, 3, 4, 5].map(() => inTurn(work));
  await expect(inTurn(work)).rejects.toMatchObject({ id: 'too-many-requests', retryAfter: 5 });

  for (let done = 0; done < 5; done++) {
    await expect.poll(() => ends.length).toBeGreaterThan(0);
    ends.shift()?.();
  }
  expect(await Promise.all(five)).toEqual(Array(5).fill('done'));
  expect(most).toBe(2);
});

test('a failing task frees its slot', async () => {
  const inTurn = fewAtOnce(1, 10);
  const fail = () => inTurn(() => Promise.reject(new Error('停电')));
  const outcomes = await Promise.allSettled([fail(), fail(), inTurn(async () => 'done')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  expect(await inTurn(async () => 'again')).toBe('again');
});
