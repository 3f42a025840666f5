import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createWordBook, suggest } from './suggest.ts';

/** Turns of the event loop that others have until the work is done. */
async function turnsDuring(work: () => Promise<unknown>) {
  let isDone = false;
  let turns = 0;
  const done = work().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await nextTurn();
    turns++;
  }
  await done;
  return turns;
}

test('the first misspelling of a large site leaves turns to others all along', async () => {
  const character = (at: number) => String.fromCodePoint(0x4e00 + (at % 5000));
  const titles = Array.from({ length: 2000 }, (_, at) => `${character(at)}${character(3 * at)}的备份与恢复`);
  let book = await createWordBook({ names: ['备份'], titles: [], texts: [] });
  expect(
    await turnsDuring(async () => {
      book = await createWordBook({ names: [], titles, texts: [] });
    }),
  ).toBeGreaterThanOrEqual(2000 / 50);
  expect(
    await turnsDuring(async () => {
      expect(await suggest('背份', book)).toBe('备份');
    }),
  ).toBeGreaterThanOrEqual(20);
});
