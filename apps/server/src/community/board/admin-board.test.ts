import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { hear } from '../../../test/hear.ts';

const site = freshSite();

const wrote = async (text: string, state: 'shown' | 'held' = 'shown') => {
  const message = { authorId: null, nickname: '游客', text, state, reasons: '["含有链接"]', createdAt: Date.now() };
  const made = site.db.insertInto('boardMessages').values(message).returning('id');
  return (await made.executeTakeFirstOrThrow()).id;
};
const list = (query: object = {}) => site.office(site.owner).board.list({ query });
const act = (ids: number[], name: 'release' | 'hold' | 'remove') =>
  site.office(site.owner).board.act({ body: { ids, act: name } });
const acts = async () =>
  (await site.db.selectFrom('auditLog').select(['act', 'subject']).orderBy('id').execute()).map(
    ({ act, subject }) => `${act} ${subject}`,
  );

test('held and shown messages are listed with reasons and reports, and found by text', async () => {
  const shown = await wrote('早');
  await wrote('看 100%_', 'held');
  await site.as(site.ming).board.report({ body: { id: shown, reason: '吵' } });
  expect((await list()).records).toMatchObject([
    { text: '看 100%_', state: 'held', reasons: ['含有链接'], author: { id: null, nickname: '游客' }, reports: 0 },
    { text: '早', state: 'shown', reports: 1 },
  ]);
  expect((await list({ state: 'held' })).total).toBe(1);
  expect((await list({ text: '0%_' })).total).toBe(1);
  expect((await list({ text: '雪' })).total).toBe(0);
});

test('a batch applies where it can, readers see it at once, and it is audited', async () => {
  const [held, shown] = [await wrote('一', 'held'), await wrote('二')];
  expect(await act([held, shown], 'release')).toEqual({
    done: 1,
    failed: [{ id: shown, why: '没有等待审核的这条留言' }],
  });
  expect(await act([shown, 999], 'remove')).toEqual({ done: 1, failed: [{ id: 999, why: '留言不存在或已被删除' }] });
  expect((await site.as(null).board.list({ query: {} })).records.map(({ text }) => text)).toEqual(['一']);
  expect(await acts()).toEqual([`board.release board:${held}`, `board.remove board:${shown}`]);
});

test('a hidden message disappears for readers until released', async () => {
  const id = await wrote('早');
  const seen = async () => (await site.as(null).board.list({ query: {} })).records.length;
  expect((await act([id], 'hold')).done).toBe(1);
  expect((await act([id], 'hold')).failed).toEqual([{ id, why: '没有正在显示的这条留言' }]);
  expect([await seen(), (await list({ state: 'held', author: '游' })).records[0]?.reasons]).toEqual([
    0,
    ['管理员隐藏了它'],
  ]);
  await act([id], 'release');
  expect([await seen(), (await list({ author: '阿明' })).total]).toEqual([1, 0]);
});

/** Hands the events that the outbox holds to the open streams, as the site does after each commit. */
async function deliver() {
  const entries = await site.db.deleteFrom('outbox').where('kind', '=', 'live').returning('payload').execute();
  for (const { payload } of entries) await site.eventBus.publish(JSON.parse(payload).events);
}

test('an open stream receives the hiding, release and removal of a message, not those of one it never showed', async () => {
  const [id, held] = [await wrote('早'), await wrote('等着', 'held')];
  const stream = await hear(await site.app.listen({ port: 0, host: '127.0.0.1' }), '?topic=board');
  await expect.poll(stream.types).toContain('hello');
  for (const name of ['hold', 'release', 'remove'] as const) await act([id], name).then(deliver);
  await act([held], 'remove').then(deliver);
  await act([await wrote('晚')], 'hold').then(deliver);
  await expect
    .poll(() => stream.data('message-gone'))
    .toEqual([id, id, held + 1].map((id) => ({ topic: 'board', id })));
  expect(stream.data('message')).toEqual([{ topic: 'board', id }]);
  await stream.leave();
});
