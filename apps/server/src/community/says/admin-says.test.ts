import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';

const site = freshSite();

const act = (id: number, name: 'hold' | 'remove') =>
  site.office(site.owner).says.act({ body: { ids: [id], act: name } });

test('a private say is neither listed for the staff nor moderated by them', async () => {
  await site.says({ text: '雨停了' });
  const own = await site.says({ text: '只给自己', isPublic: false });
  const { records } = await site.office(site.owner).says.list({ query: {} });
  expect(records).toMatchObject([{ text: '雨停了', author: { nickname: '小林' }, likes: 0, comments: 0 }]);
  expect((await act(own, 'remove')).failed).toEqual([{ id: own, why: '说说不存在或已被删除' }]);
  expect((await act(own, 'hold')).failed).toEqual([{ id: own, why: '没有正在显示的这条说说' }]);
  expect(await site.db.selectFrom('auditLog').select('act').execute()).toEqual([]);
});
