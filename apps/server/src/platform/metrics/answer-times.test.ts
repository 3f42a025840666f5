import { expect, test } from 'vitest';
import { AnswerTimes } from './answer-times.ts';

test('the summary names the middle, the slow twentieth and the slowest addresses once each', () => {
  const times = new AnswerTimes();
  expect(times.summary()).toBeUndefined();
  for (let at = 1; at <= 100; at += 1) times.note(`/article/${at % 10}?q=secret`, at);
  const summary = times.summary();
  expect(summary).toMatchObject({ count: 100, half: 50, most: 95 });
  expect(summary?.slowest[0]).toEqual(['/article/0', 100]);
  expect(new Set(summary?.slowest.map(([path]) => path)).size).toBe(5);
});

test('only the last thousand are remembered', () => {
  const times = new AnswerTimes();
  times.note('/old', 9999);
  for (let at = 0; at < 1000; at += 1) times.note('/new', 1);
  expect(times.summary()).toMatchObject({ count: 1000, most: 1, slowest: [['/new', 1]] });
});
