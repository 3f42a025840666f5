import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';

const site = freshSite();

test('a visitor’s message is listed without an account, and found by the name visitors have', async () => {
  await site.as(null).board.post({ body: { text: '路过' } });
  await site.as(site.ming).board.post({ body: { text: '早' } });
  const list = (author: string) => site.office(site.owner).board.list({ query: { author } });
  expect((await list('游')).records).toMatchObject([{ text: '路过', author: { id: null, nickname: '游客' } }]);
  expect((await list('阿明')).total).toBe(1);
});

test('deleting a message deletes its reports', async () => {
  const message = await site.as(site.ming).board.post({ body: { text: '买药加我' } });
  await site.as(site.lin).board.report({ body: { id: message?.id ?? 0, reason: '广告' } });
  await site.db.deleteFrom('boardMessages').execute();
  expect(await site.db.selectFrom('reports').select('id').execute()).toEqual([]);
});
