import { api } from '@mojian/contract/all';
import { Failure } from '@mojian/contract/platform/failures';
import { expect, test, vi } from 'vitest';
import { Calls } from '../http/calls.ts';
import { ReplyCache, VisitorApi } from './visitor-api.ts';

const tag = { id: 1, name: '雨', articles: 2, initial: 'Y' };

function open(list: () => Promise<unknown>, { now = (): number => 0 } = {}) {
  const calls = new Calls();
  calls.serve(api.tags, { list: { tags: ['articles'], handle: list as () => Promise<(typeof tag)[]> } });
  const replies = new ReplyCache(now);
  const errors: unknown[] = [];
  const visitor = new VisitorApi(calls, replies, (error) => errors.push(error));
  const ask = async () => {
    const tags = new Set<string>();
    const reply = await visitor.collect(tags, () => visitor.client.tags.list());
    return { reply, tags: [...tags] };
  };
  return { ask, replies, errors, drop: (changed: string) => replies.drop((tags) => tags.includes(changed)) };
}

test('nothing that the declared shape leaves out reaches a page', async () => {
  const { ask } = open(async () => [{ ...tag, secret: 'x' }]);
  expect((await ask()).reply).toEqual([tag]);
});

test('pages share a reply and each gets its tags, until what it was made from changes', async () => {
  let answered = 0;
  const { ask, drop } = open(async () => [{ ...tag, articles: ++answered }]);
  const both = await Promise.all([ask(), ask()]);
  expect(both.map(({ tags }) => tags)).toEqual([['articles'], ['articles']]);
  expect(answered).toBe(1);
  drop('says');
  await ask();
  expect(answered).toBe(1);
  drop('articles');
  expect((await ask()).reply).toMatchObject([{ articles: 2 }]);
});

test('a reply begun before a change is not shared after it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let answered = 0;
  const { ask, drop } = open(async () => {
    const articles = ++answered;
    if (articles === 1) await promise;
    return [{ ...tag, articles }];
  });
  const before = ask();
  await new Promise(setImmediate);
  drop('articles');
  const after = await ask();
  resolve();
  expect([(await before).reply, after.reply, (await ask()).reply]).toMatchObject([
    [{ articles: 1 }],
    [{ articles: 2 }],
    [{ articles: 2 }],
  ]);
});

test('a shared reply ages, cannot be changed by a page, and a refusal is not kept', async () => {
  let now = 0;
  let answered = 0;
  const { ask } = open(
    async () => {
      if (++answered === 2) throw new Failure('unavailable');
      return [{ ...tag, articles: answered }];
    },
    { now: () => now },
  );
  const { reply } = await ask();
  expect(() => reply.pop()).toThrow(TypeError);
  now = 10_000;
  await expect(ask()).rejects.toMatchObject({ id: 'unavailable' });
  expect((await ask()).reply).toMatchObject([{ articles: 3 }]);
});

test('a reply of yesterday is not shared today', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-28T23:59:59+08:00') });
  let answered = 0;
  const { ask } = open(async () => [{ ...tag, articles: ++answered }]);
  await ask();
  await ask();
  expect(answered).toBe(1);
  vi.setSystemTime(Date.parse('2026-11-29T00:00:00+08:00'));
  expect((await ask()).reply).toMatchObject([{ articles: 2 }]);
  vi.useRealTimers();
});
