import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FollowedList, type Heard, type LiveList, missing, nothingHeard } from './follow-list.ts';
import { NewestAnswers } from './newest-answers.ts';

type Row = { id: number };
const events = { fresh: 'say', gone: 'say-gone', changed: 'say-changed' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A list with these rows; each look waits for `answer`. */
function follow(ids: number[], options: Partial<LiveList<Row[]>> = {}) {
  const waiting: PromiseWithResolvers<Row[]>[] = [];
  const notified: string[] = [];
  let heard: Heard = nothingHeard;
  const answers = new NewestAnswers();
  const list: LiveList<Row[]> = {
    topic: 'says',
    events,
    pause: () => 300,
    inserts: false,
    knows: (id) => ids.includes(id),
    look: () => {
      const look = Promise.withResolvers<Row[]>();
      waiting.push(look);
      return look.promise;
    },
    onLooked: (rows) => {
      notified.push(`looked ${rows.map(({ id }) => id)}`);
      return {
        fresh: rows.filter(({ id }) => id > Math.max(...ids)).map(({ id }) => id),
        gone: missing(
          ids.map((id) => ({ id })),
          rows,
          () => true,
        ),
      };
    },
    onGone: (id) => void notified.push(`gone ${id}`),
    onChanged: (id) => void notified.push(`changed ${id}`),
    ...options,
  };
  const followed = new FollowedList({ list: () => list, answers, onHeard: (now) => (heard = now) });
  return {
    notified,
    answers,
    hear: (type: string, id = 0) => followed.hear({ type, id }),
    pass: () => vi.advanceTimersByTimeAsync(300),
    looks: () => waiting.length,
    answer: async (at: number, ...found: number[]) => {
      waiting[at]?.resolve(found.map((id) => ({ id })));
      await vi.advanceTimersByTimeAsync(0);
    },
    fresh: () => [...heard.fresh],
    gone: () => [...heard.gone],
    clear: () => followed.clear(),
    stop: () => followed.stop(),
  };
}

test('new rows are gathered and offered, without those that went meanwhile', async () => {
  const list = follow([1, 2]);
  list.hear('say', 3);
  list.hear('say', 4);
  list.hear('say-gone', 4);
  expect(list.fresh()).toEqual([]);
  await list.pass();
  expect([list.fresh(), list.looks()]).toEqual([[3], 0]);
  list.hear('say-gone', 3);
  expect(list.fresh()).toEqual([]);
  list.hear('say', 5);
  await list.pass();
  list.clear();
  expect(list.fresh()).toEqual([]);
});

test('a list that inserts looks once for several new rows, one that went comes back with its release', async () => {
  const list = follow([1, 2], { inserts: true });
  for (const id of [3, 4, 5]) list.hear('say', id);
  await list.pass();
  expect(list.looks()).toBe(1);
  await list.answer(0, 1, 2, 3, 4, 5);
  list.hear('say-gone', 4);
  expect(list.gone()).toEqual([4]);
  list.hear('say', 4);
  await list.pass();
  expect([list.gone(), list.looks()]).toEqual([[], 2]);
});

test('a changed row is notified once for many events, one not shown not at all', async () => {
  const list = follow([1, 2]);
  for (const id of [2, 2, 2, 9]) list.hear('say-changed', id);
  list.hear('say', 1);
  list.hear('likes', 2);
  await list.pass();
  expect([list.notified, list.fresh()]).toEqual([['changed 2', 'changed 1'], []]);
});

test('each opening of the stream looks again: missed rows are offered, those that went vanish', async () => {
  const list = follow([1, 2, 3]);
  list.hear('resumed');
  await list.pass();
  await list.answer(0, 1, 3, 4);
  expect(list.notified).toEqual(['looked 1,3,4', 'gone 2']);
  expect([list.fresh(), list.gone()]).toEqual([[4], [2]]);
});

test('an older answer never replaces a newer one', async () => {
  const list = follow([1, 2]);
  list.hear('resumed');
  await list.pass();
  list.hear('resumed');
  await list.pass();
  await list.answer(1, 1, 2, 3);
  await list.answer(0, 1);
  expect([list.notified, list.fresh()]).toEqual([['looked 1,2,3'], [3]]);
});

test('a list that changed during a look is asked for again', async () => {
  const list = follow([1, 2]);
  list.hear('resumed');
  await list.pass();
  list.hear('say-gone', 2);
  await list.answer(0, 1, 2);
  expect([list.notified, list.looks()]).toEqual([['gone 2'], 2]);
  list.answers.change(); // the reader's own
  await list.answer(1, 1, 2);
  await list.answer(2, 1);
  expect(list.notified).toEqual(['gone 2', 'looked 1', 'gone 2']);
});

test('an answer after the list was left changes nothing', async () => {
  const list = follow([1, 2]);
  list.hear('resumed');
  await list.pass();
  list.stop();
  await list.answer(0, 1);
  expect(list.notified).toEqual([]);
});

test('a failed question that was asked again meanwhile is no failure', async () => {
  const answers = new NewestAnswers();
  const failing = answers.ask('page', () => Promise.reject(new Error('offline')));
  const newer = answers.ask('page', async () => 'newer');
  expect([await failing, await newer]).toEqual([undefined, 'newer']);
  await expect(answers.ask('page', () => Promise.reject(new Error('offline')))).rejects.toThrow('offline');
});
