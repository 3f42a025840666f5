import { expect, test } from 'vitest';
import { chatIn, textOf } from '../../../test/chat.ts';
import { freshSite } from '../../../test/fresh-site.ts';

const site = freshSite();

test('of the group only what is held or reported is listed, of private rooms nothing', async () => {
  await site.change('moderation', { hold: ['发票'] });
  const { say, roomOf, history } = chatIn(site);
  const list = (query: object = {}) => site.office(site.owner).chat.list({ query });
  const remove = (id: number) => site.office(site.owner).chat.act({ body: { ids: [id], act: 'remove' } });
  const report = (id: number) => site.as(site.ming).chat.report({ body: { id, reason: '骂人' } });

  const secret = await say(site.lin, '私下的话', await roomOf(site.lin, site.ming));
  const held = await say(site.lin, '代开发票');
  const rude = await say(site.lin, '脏话');
  await say(site.lin, '早');
  await Promise.all([report(secret.id), report(rude.id)]);
  expect((await list()).records).toMatchObject([{ id: rude.id }, { id: held.id }]);
  expect((await list({ state: 'reported' })).records).toMatchObject([{ id: rude.id }]);
  expect((await list({ text: '私下' })).total).toBe(0);
  expect((await remove(secret.id)).failed).toEqual([{ id: secret.id, why: '公共聊天室里没有这条消息' }]);
  expect(await site.db.selectFrom('auditLog').select('act').execute()).toEqual([]);

  expect((await remove(rude.id)).done).toBe(1);
  expect((await list()).records).toMatchObject([{ id: held.id }]);
  expect((await history(site.ming)).records.map(textOf), 'an empty place stays').toEqual(['', '早']);
});
