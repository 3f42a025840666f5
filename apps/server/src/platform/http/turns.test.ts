import { expect, test } from 'vitest';
import { Turns } from '../limits/concurrency.ts';

/** Lets callbacks that are due run. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

function queue(most: number) {
  const turns = new Turns(most);
  const inside: string[] = [];
  const ends = new Map<string, () => void>();
  const enter = (owner: string, name = owner) =>
    void turns.take(owner).then((end) => {
      inside.push(name);
      ends.set(name, end);
    });
  return { inside, enter, end: (name: string) => ends.get(name)?.() };
}

test('slots are limited, and the next task starts when one ends', async () => {
  const { inside, enter, end } = queue(2);
  for (const owner of ['a', 'b', 'c', 'd']) enter(owner);
  await nextTurn();
  expect(inside).toEqual(['a', 'b']);
  end('b');
  await nextTurn();
  expect(inside).toEqual(['a', 'b', 'c']);
  end('a');
  end('c');
  await nextTurn();
  expect(inside).toEqual(['a', 'b', 'c', 'd']);
});

test('a key runs once at a time, and a task that waits for its own key blocks no other', async () => {
  const { inside, enter, end } = queue(2);
  enter('a', 'a1');
  enter('a', 'a2');
  enter('b');
  await nextTurn();
  expect(inside).toEqual(['a1', 'b']);
  enter('c');
  end('a1');
  await nextTurn();
  expect(inside).toEqual(['a1', 'b', 'a2']);
});
