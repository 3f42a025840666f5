import type { Role } from '@mojian/contract/platform/permissions';
import { expect, test } from 'vitest';
import { chatIn } from '../../../test/chat.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

const site = freshSite();

const give = async (viewer: Viewer, role: Role) => {
  await site.db.updateTable('users').set({ role }).where('id', '=', viewer.id).execute();
  viewer.role = role;
};
const acts = async () =>
  (await site.db.selectFrom('auditLog').select(['act', 'subject', 'before']).orderBy('id').execute()).map(
    Object.values,
  );
const comment = async (author: Viewer, text = '写得真好') => {
  const articleId = await site.writes();
  await site.as(author).comments.post({ body: { articleId, text } });
  return (await site.db.selectFrom('comments').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id;
};
const inGroup = async (viewer: Viewer, text: string) => (await chatIn(site).say(viewer, text)).id;
const above = { id: 'not-allowed', message: '写它的人级别比你高，你不能处理' };

test('an editor cannot delete says of others by a reader’s call, and nothing is audited', async () => {
  await give(site.ming, 'editor');
  for (const author of [site.lin, site.owner]) {
    const id = await site.says({ authorId: author.id });
    await expect(site.as(site.ming).says.remove({ query: { id } })).rejects.toMatchObject({ id: 'not-allowed' });
    const shown = (await site.as(site.ming).says.list({ query: { id } })).records[0];
    expect(shown).toMatchObject({ mayDelete: false });
  }
  expect(await acts()).toEqual([]);
});

test('deleting another’s say as a moderator hides it, is audited and can be undone', async () => {
  await give(site.ming, 'moderator');
  const id = await site.says({ text: '卖茶叶' });
  await site.as(site.ming).says.remove({ query: { id } });
  expect((await site.as(null).says.list({ query: {} })).records).toEqual([]);
  expect(await acts()).toEqual([['says.hold', `say:${id}`, JSON.stringify({ text: '卖茶叶' })]]);
  await site.office(site.ming).says.act({ body: { ids: [id], act: 'release' } });
  expect((await site.as(null).says.list({ query: {} })).records).toMatchObject([{ id }]);
});

test('deleting one’s own say is final and not audited', async () => {
  await give(site.ming, 'moderator');
  const id = await site.says({ authorId: site.ming.id });
  await site.as(site.ming).says.remove({ query: { id } });
  expect(await site.db.selectFrom('says').select('id').execute()).toEqual([]);
  expect(await acts()).toEqual([]);
});

test('deleting another’s comment as a moderator is audited and can be undone', async () => {
  await give(site.ming, 'moderator');
  const id = await comment(site.lin, '加微信');
  await site.as(site.ming).comments.remove({ query: { id } });
  expect(await acts()).toEqual([['comments.remove', `comment:${id}`, JSON.stringify({ text: '加微信' })]]);
  await site.office(site.ming).comments.act({ body: { ids: [id], act: 'restore' } });
  expect(await site.db.selectFrom('comments').select('removedAt').execute()).toEqual([{ removedAt: null }]);
});

test('a release by the staff through a reader’s call is audited', async () => {
  await give(site.ming, 'moderator');
  const id = await comment(site.lin);
  await site.db.updateTable('comments').set({ state: 'held' }).where('id', '=', id).execute();
  await site.as(site.ming).comments.release({ body: { id } });
  expect(await acts()).toEqual([['comments.release', `comment:${id}`, JSON.stringify({ text: '写得真好' })]]);
});

test('a moderator cannot remove the owner’s writings by any call', async () => {
  await give(site.ming, 'moderator');
  const [say, remark, said] = [
    await site.says({ authorId: site.owner.id }),
    await comment(site.owner),
    await inGroup(site.owner, '大家好'),
  ];
  await site.as(site.owner).board.post({ body: { text: '站长到此' } });
  const { id: entry } = await site.db.selectFrom('boardMessages').select('id').executeTakeFirstOrThrow();
  await site.as(site.lin).says.report({ body: { id: say, reason: '不喜欢' } });
  const { id: report } = await site.db.selectFrom('reports').select('id').executeTakeFirstOrThrow();
  const mod = site.as(site.ming);
  const office = site.office(site.ming);

  await expect(mod.says.remove({ query: { id: say } })).rejects.toMatchObject(above);
  await expect(mod.comments.remove({ query: { id: remark } })).rejects.toMatchObject(above);
  await expect(mod.chat.withdraw({ body: { id: said } })).rejects.toMatchObject(above);
  for (const act of ['hold', 'remove'] as const) {
    const failed = (id: number) => ({ done: 0, failed: [{ id, why: above.message }] });
    expect(await office.says.act({ body: { ids: [say], act } })).toEqual(failed(say));
    expect(await office.comments.act({ body: { ids: [remark], act } })).toEqual(failed(remark));
    expect(await office.board.act({ body: { ids: [entry], act } })).toEqual(failed(entry));
  }
  expect((await office.chat.act({ body: { ids: [said], act: 'remove' } })).done).toBe(0);
  expect((await office.reports.act({ body: { ids: [report], act: 'remove' } })).failed).toMatchObject([
    { why: above.message },
  ]);
  expect(await acts()).toEqual([]);
  expect((await site.as(null).says.list({ query: {} })).records).toHaveLength(1);
});

test('a removal from the group by a moderator is audited', async () => {
  await give(site.ming, 'moderator');
  const id = await inGroup(site.lin, '代开发票');
  await site.as(site.ming).chat.withdraw({ body: { id } });
  expect(await acts()).toEqual([['chat.remove', `chat:${id}`, JSON.stringify({ text: '代开发票' })]]);
});
