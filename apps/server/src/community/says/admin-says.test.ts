import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';

const site = freshSite();

const list = (query: object = {}) => site.office(site.owner).says.list({ query });
const act = (ids: number[], name: 'release' | 'hold' | 'remove') =>
  site.office(site.owner).says.act({ body: { ids, act: name } });
const hold = (id: number) =>
  site.db.updateTable('says').set({ state: 'held', reasons: '["含有链接"]' }).where('id', '=', id).execute();
const acts = async () =>
  (await site.db.selectFrom('auditLog').select(['act', 'subject']).orderBy('id').execute()).map(
    ({ act, subject }) => `${act} ${subject}`,
  );

test('public says are listed, held or shown; private ones are not', async () => {
  await site.says({ text: '雨停了' });
  await hold(await site.says({ text: '来看 https://a.cn' }));
  const own = await site.says({ text: '只给自己', isPublic: false });
  expect((await list()).records).toMatchObject([
    { text: '来看 https://a.cn', state: 'held', reasons: ['含有链接'], author: { nickname: '小林' } },
    { text: '雨停了', state: 'shown', likes: 0, comments: 0 },
  ]);
  expect((await list({ state: 'held' })).total).toBe(1);
  expect((await list({ text: 'HTTPS' })).total).toBe(1);
  expect(await act([own], 'remove')).toEqual({ done: 0, failed: [{ id: own, why: '说说不存在或已被删除' }] });
  expect(await acts()).toEqual([]);
});

test('a batch releases or removes says, readers see it at once, and it is audited', async () => {
  const [held, shown] = [await site.says({ text: '一' }), await site.says({ text: '二' })];
  await hold(held);
  expect(await act([held, shown], 'release')).toEqual({
    done: 1,
    failed: [{ id: shown, why: '没有等待审核的这条说说' }],
  });
  expect(await act([shown], 'remove')).toEqual({ done: 1, failed: [] });
  expect((await site.as(null).says.list({ query: {} })).records.map(({ text }) => text)).toEqual(['一']);
  expect(await acts()).toEqual([`says.release say:${held}`, `says.remove say:${shown}`]);
});

test('a hidden say disappears for readers until released; private ones cannot be moderated', async () => {
  const id = await site.says({ text: '早' });
  const own = await site.says({ text: '只给自己', isPublic: false });
  const seen = async () => (await site.as(null).says.list({ query: {} })).records.length;
  expect(await act([id, own], 'hold')).toEqual({ done: 1, failed: [{ id: own, why: '没有正在显示的这条说说' }] });
  expect([await seen(), (await list({ state: 'held', author: '小' })).records[0]?.reasons]).toEqual([
    0,
    ['管理员隐藏了它'],
  ]);
  await act([id], 'release');
  expect([await seen(), (await list({ author: '阿明' })).total]).toEqual([1, 0]);
});
