import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';

const site = freshSite();

type Viewer = Parameters<typeof site.as>[0];
const write = async (state: 'shown' | 'held' = 'shown') => {
  const message = { text: '买药加我', nickname: '阿明', authorId: site.ming.id, createdAt: 1, state };
  const { id } = await site.db.insertInto('boardMessages').values(message).returning('id').executeTakeFirstOrThrow();
  return id;
};
const report = (id: number, viewer: Viewer = site.lin, reason = ' 广告 ') =>
  site.as(viewer).board.report({ body: { id, reason } });
const stored = () =>
  site.db.selectFrom('reports').select(['messageId', 'reporterId', 'reason']).orderBy('id').execute();
const reported = async () =>
  (await site.as(site.owner).notices.list({ query: { type: 0 } })).records.map(({ text }) => text);

test('a report is stored once per reporter, and the owner is notified of the first', async () => {
  const id = await write();
  await report(id);
  await report(id, site.lin, '还是广告');
  await report(id, site.owner, '刷屏');
  expect(await stored()).toEqual([
    { messageId: id, reporterId: site.lin.id, reason: '广告' },
    { messageId: id, reporterId: site.owner.id, reason: '刷屏' },
  ]);
  expect(await reported()).toEqual(['理由：广告\n「买药加我」']);

  await site.db.updateTable('reports').set({ settledAt: 1 }).execute();
  await site.db.deleteFrom('reports').where('reporterId', '=', site.lin.id).execute();
  await report(id, site.lin, '又来了');
  expect(await reported()).toHaveLength(2);
});

test('concurrent reports make one report and one notice', async () => {
  const id = await write();
  await Promise.all([...Array.from({ length: 4 }, () => report(id)), report(id, site.owner)]);
  expect(await stored()).toHaveLength(2);
  expect(await reported()).toHaveLength(1);
});

test('a report of an invisible or own message, or without a reason, is refused and leaves nothing behind', async () => {
  const id = await write();
  await expect(report(await write('held'))).rejects.toMatchObject({ id: 'not-found' });
  await expect(report(999)).rejects.toMatchObject({ id: 'not-found' });
  await expect(report(id, site.ming)).rejects.toMatchObject({ id: 'invalid-input', field: 'id' });
  await expect(report(id, site.lin, '\u200b ')).rejects.toMatchObject({ message: '请说明理由', field: 'reason' });
  await expect(report(id, site.lin, '长'.repeat(201))).rejects.toMatchObject({ message: '理由不能超过 200 个字' });
  await expect(report(id, null)).rejects.toMatchObject({ id: 'signed-out' });
  expect(await stored()).toEqual([]);
  expect(await reported()).toEqual([]);
});

test('deleting a message deletes its reports', async () => {
  const id = await write();
  await report(id);
  await site.db.deleteFrom('boardMessages').where('id', '=', id).execute();
  expect(await stored()).toEqual([]);
});
