import { afterEach, beforeEach, expect, test } from 'vitest';
import { testSite } from '../../test/site.ts';

let site: Awaited<ReturnType<typeof testSite>>;
let articleId: number;

beforeEach(async () => {
  site = await testSite();
  articleId = await site.writes();
});
afterEach(() => site.close());

const says = async (text: string, state: 'shown' | 'held' = 'shown') => {
  const row = { articleId, authorId: site.ming.id, text, state, createdAt: Date.now(), removedAt: null };
  const { id } = await site.db
    .insertInto('comments')
    .values({ ...row, sayId: null, parentId: null, replyToId: null, sendKey: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};
const list = (query: object = {}) => site.office(site.owner).comments.list({ query });
const act = (ids: number[], name: 'release' | 'remove') =>
  site.office(site.owner).comments.act({ body: { ids, act: name } });
const acts = () => site.db.selectFrom('auditLog').select(['actor', 'act', 'subject']).orderBy('id').execute();

test('all are listed, the newest first, and filtered by state and words', async () => {
  await says('雨停了');
  await says('100%_对', 'held');
  expect((await list()).records.map(({ text, state }) => [text, state])).toEqual([
    ['100%_对', 'held'],
    ['雨停了', 'shown'],
  ]);
  expect((await list({ state: 'held' })).records).toHaveLength(1);
  expect((await list({ text: '0%_' })).total).toBe(1);
  expect((await list({ text: '%' })).total).toBe(1);
  expect((await list({ text: '雪' })).total).toBe(0);
});

test('a batch does what it can, says why not of the rest, and is written down', async () => {
  const [held, shown] = [await says('一', 'held'), await says('二')];
  expect(await act([held, shown, held, 999], 'release')).toEqual({
    done: 1,
    failed: [
      { id: shown, why: '没有等待审核的这条评论' },
      { id: 999, why: '没有等待审核的这条评论' },
    ],
  });
  expect(await act([shown], 'remove')).toEqual({ done: 1, failed: [] });
  expect((await list({ state: 'removed' })).records.map(({ id }) => id)).toEqual([shown]);
  expect(await acts()).toEqual([
    { actor: '站长', act: 'comments.release', subject: `comment:${held}` },
    { actor: '站长', act: 'comments.remove', subject: `comment:${shown}` },
  ]);
});

test.each([
  [{ ids: [], act: 'remove' }, '请选择要处理的'],
  [{ ids: Array.from({ length: 101 }, (_, at) => at + 1), act: 'remove' }, '一次最多处理 100 个'],
  [{ ids: [1], act: 'praise' }, '没有这种处理'],
])('%j is refused', async (body, words) => {
  await expect(site.office(site.owner).comments.act({ body: body as never })).rejects.toThrow(words);
});
