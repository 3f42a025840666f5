import { beforeEach, expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';

const site = freshSite();
let id: number;

beforeEach(async () => {
  await site.as(site.ming).feedback.send({ body: { type: 2, title: '图片打不开', content: '第三张' } });
  ({ id } = await site.db.selectFrom('feedback').select('id').executeTakeFirstOrThrow());
});

const office = () => site.office(site.owner).feedback;
const list = async (query: object = {}) => (await office().list({ query })).records;
const answer = (words: string, settles: boolean, version = 0) =>
  office().answer({ body: { id, version, answer: words, settles } });
const reported = async () =>
  (await site.as(site.ming).notices.list({ query: { type: 0 } })).records.map(({ text }) => text);

test('open feedback is listed and filtered by kind and text', async () => {
  expect(await list()).toMatchObject([{ id, type: 2, title: '图片打不开', author: { nickname: '阿明' }, answer: '' }]);
  expect(await list({ type: '1' })).toEqual([]);
  expect(await list({ text: '第三' })).toHaveLength(1);
  expect(await list({ state: 'settled' })).toEqual([]);
});

test('an answer reaches the author, and settling it is optional', async () => {
  await answer('在看了', false);
  expect(await list()).toMatchObject([{ answer: '在看了', settledAt: null, version: 1 }]);
  await answer('修好了', true, 1);
  expect(await list()).toEqual([]);
  expect(await list({ state: 'settled' })).toMatchObject([{ answer: '修好了' }]);
  expect(await reported()).toEqual(['「图片打不开」\n修好了', '「图片打不开」\n在看了']);
  const acts = await site.db.selectFrom('auditLog').select(['act', 'subject']).execute();
  expect(acts).toEqual(Array(2).fill({ act: 'feedback.answer', subject: `feedback:${id}` }));
});

test('a batch settles feedback without an answer or reopens it, each once', async () => {
  const act = (name: 'settle' | 'reopen') => office().act({ body: { ids: [id, 999], act: name } });
  expect(await act('settle')).toEqual({ done: 1, failed: [{ id: 999, why: '没有这条反馈' }] });
  expect((await act('settle')).done).toBe(0);
  expect(await reported()).toEqual(['「图片打不开」已经解决了，谢谢你告诉我们。']);
  expect((await act('reopen')).done).toBe(1);
  expect(await list()).toHaveLength(1);
  expect(await reported()).toHaveLength(1);
});

test('the second of two concurrent answers is a conflict, and an empty answer is not stored', async () => {
  await answer('一', false);
  await expect(answer('二', true)).rejects.toMatchObject({ id: 'stale' });
  await expect(answer(' ', false, 1)).rejects.toMatchObject({ id: 'invalid-input', field: 'answer' });
  await expect(answer('字'.repeat(1001), false, 1)).rejects.toMatchObject({ field: 'answer' });
  expect(await list()).toMatchObject([{ answer: '一', settledAt: null }]);
  expect(await reported()).toHaveLength(1);
});

test('the demo account reads no feedback', async () => {
  await site.db.updateTable('users').set({ role: 'demo' }).where('id', '=', site.lin.id).execute();
  const shown = JSON.stringify(await site.office(site.lin).feedback.list({ query: {} }));
  expect(shown).not.toMatch(/图片|第三/);
});
