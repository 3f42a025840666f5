import { beforeEach, expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { eraseComments } from './moderate-comments.ts';

const site = freshSite();
let articleId: number;

beforeEach(async () => {
  articleId = await site.writes();
});

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
const act = (ids: number[], name: 'release' | 'hold' | 'remove' | 'restore' | 'pin' | 'unpin') =>
  site.office(site.owner).comments.act({ body: { ids, act: name } });
const acts = () => site.db.selectFrom('auditLog').select(['actor', 'act', 'subject']).orderBy('id').execute();

test('a reply is listed with its parent and its target', async () => {
  const top = await site.as(site.ming).comments.post({ body: { articleId, text: '哪里卖？' } });
  await site.as(site.lin).comments.post({ body: { articleId, text: '巷口。', replyTo: top.id } });
  const [reply, first] = (await list()).records;
  expect(reply).toMatchObject({
    answers: { nickname: '阿明', text: '哪里卖？' },
    target: { kind: 'article', id: articleId },
  });
  expect(reply?.path).toBe(`/article/${articleId}#comment-${reply?.id}`);
  expect(first?.answers).toBeNull();
});

test('a comment on a private say is listed without the text of the say', async () => {
  const sayId = await site.says({ text: '只写给自己', isPublic: false });
  await site.as(site.lin).comments.post({ body: { sayId, text: '补一句' } });
  expect((await list()).records).toMatchObject([{ text: '补一句', target: { kind: 'say', id: sayId, title: '' } }]);
});

test('disabling the author is offered only where it would not be refused', async () => {
  const now = Date.now();
  const roleOf = (id: number, change: object) =>
    site.db.updateTable('users').set(change).where('id', '=', id).execute();
  await says('阿明的');
  for (const viewer of [site.owner, site.lin])
    await site.as(viewer).comments.post({ body: { articleId, text: `${viewer.id} 的` } });
  const offered = async (viewer = site.owner) => {
    const { records } = await site.office(viewer).comments.list({ query: {} });
    return records.filter(({ mayDisable }) => mayDisable).map(({ author }) => author.id);
  };
  expect(await offered()).toEqual([site.lin.id, site.ming.id]);
  await roleOf(site.lin.id, { role: 'admin' });
  expect(await offered(site.lin)).toEqual([site.ming.id]);
  await roleOf(site.lin.id, { role: 'moderator' });
  expect(await offered(site.lin)).toEqual([]);
  for (const change of [{ disabledAt: now }, { closesAt: 1 }, { isGuest: 1 }]) {
    await roleOf(site.ming.id, { disabledAt: null, closesAt: null, isGuest: 0, ...change });
    expect(await offered(), JSON.stringify(change)).toEqual([site.lin.id]);
  }
  await roleOf(site.ming.id, { isGuest: 0, closesAt: now + 60_000 });
  expect(await offered()).toEqual([site.lin.id, site.ming.id]);
});

test('a comment of one’s own that was removed in the back office is restored as any other', async () => {
  const { id } = await site.as(site.owner).comments.post({ body: { articleId, text: '站长写的' } });
  expect((await act([id], 'remove')).done).toBe(1);
  expect((await list()).records).toMatchObject([{ state: 'removed', mayRestore: true }]);
  expect(await act([id], 'restore')).toEqual({ done: 1, failed: [] });
  await site.as(site.owner).comments.remove({ query: { id } });
  expect((await list()).records).toMatchObject([{ state: 'removed', mayRestore: false }]);
});

test('a removed comment that was emptied with its author’s account is not offered to be restored', async () => {
  const top = await site.as(site.ming).comments.post({ body: { articleId, text: '上' } });
  await site.as(site.lin).comments.post({ body: { articleId, text: '下', replyTo: top.id } });
  await act([top.id], 'remove');
  await site.db.transaction().execute((trx) => eraseComments(trx, site.ming.id, 10));
  expect((await list({ state: 'removed' })).records).toMatchObject([{ id: top.id, text: '', mayRestore: false }]);
  expect((await act([top.id], 'restore')).done).toBe(0);
});

test('a hidden or removed comment disappears for readers and is restored unchanged', async () => {
  const top = await site.as(site.ming).comments.post({ body: { articleId, text: '上' } });
  const reply = await site.as(site.lin).comments.post({ body: { articleId, text: '下', replyTo: top.id } });
  const seen = async () => {
    const { records, total } = await site.as(null).comments.list({ query: { articleId } });
    return [total, records.filter(({ removed }) => !removed).length, records[0]?.replies.total];
  };
  const whole = await seen();
  for (const [away, back] of [
    ['hold', 'release'],
    ['remove', 'restore'],
  ] as const) {
    expect((await act([reply.id], away)).done).toBe(1);
    expect(await seen()).toEqual([1, 1, 0]);
    expect((await act([reply.id, top.id], back)).failed).toHaveLength(1);
    expect(await seen()).toEqual(whole);
  }
  const acted = (await acts()).map(({ act }) => act);
  expect(acted).toEqual(['comments.hold', 'comments.release', 'comments.remove', 'comments.restore']);
});

test('a comment with replies cannot be hidden, but removing it keeps the replies', async () => {
  const top = await site.as(site.ming).comments.post({ body: { articleId, text: '上' } });
  await site.as(site.lin).comments.post({ body: { articleId, text: '下', replyTo: top.id } });
  expect((await act([top.id], 'hold')).failed).toEqual([
    { id: top.id, why: '下面有人回复，不能隐藏；删除会留下它的位置' },
  ]);
  expect((await list({ state: 'held' })).total).toBe(0);
  expect(await acts()).toEqual([]);
  expect((await act([top.id], 'remove')).done).toBe(1);
  const { records } = await site.as(null).comments.list({ query: { articleId } });
  expect(records).toMatchObject([{ removed: true, replies: { total: 1 } }]);
});

test('a comment is pinned and unpinned; a reply, a held and a removed one are not', async () => {
  const top = await site.as(site.ming).comments.post({ body: { articleId, text: '上' } });
  const reply = await site.as(site.lin).comments.post({ body: { articleId, text: '下', replyTo: top.id } });
  const [held, gone] = [await says('待审核', 'held'), await says('删除')];
  await act([gone], 'remove');
  await says('更新的');
  expect(await act([top.id, reply.id, held, gone], 'pin')).toEqual({
    done: 1,
    failed: [
      { id: reply.id, why: '回复不能置顶，只有单独的评论可以' },
      { id: held, why: '没有公开的这条评论' },
      { id: gone, why: '没有公开的这条评论' },
    ],
  });
  const seen = async () => (await site.as(null).comments.list({ query: { articleId } })).records.map((one) => one.id);
  expect((await seen())[0]).toBe(top.id);
  expect((await list({ text: '上' })).records).toMatchObject([{ pinned: true }]);
  expect((await act([top.id], 'unpin')).done).toBe(1);
  expect((await seen())[0]).not.toBe(top.id);
  expect((await acts()).map(({ act }) => act)).toEqual(['comments.remove', 'comments.pin', 'comments.unpin']);
});

test('a comment deleted by its author cannot be restored, nor can a reply to a deleted one', async () => {
  const { id: own } = await site.as(site.ming).comments.post({ body: { articleId, text: '我不要了' } });
  await site.as(site.ming).comments.remove({ query: { id: own } });
  expect((await list({ state: 'removed' })).records).toMatchObject([{ id: own, mayRestore: false }]);
  const [failure] = (await act([own], 'restore')).failed;
  expect(failure?.why).toBe('只能恢复管理员删除的评论');

  const top = await site.as(site.ming).comments.post({ body: { articleId, text: '上' } });
  const reply = await site.as(site.lin).comments.post({ body: { articleId, text: '下', replyTo: top.id } });
  await act([reply.id, top.id], 'remove');
  expect((await act([reply.id], 'restore')).failed).toEqual([{ id: reply.id, why: '它回复的评论已经不在了' }]);
  expect((await site.as(null).comments.list({ query: { articleId } })).total).toBe(0);
  expect((await list({ state: 'removed', text: '下' })).records).toMatchObject([{ mayRestore: true }]);
});

test.each([
  [{ ids: [], act: 'remove' }, '请选择要处理的'],
  [{ ids: Array.from({ length: 101 }, (_, at) => at + 1), act: 'remove' }, '一次最多处理 100 个'],
  [{ ids: [1], act: 'praise' }, '没有这种处理'],
])('%j is refused', async (body, words) => {
  await expect(site.office(site.owner).comments.act({ body: body as never })).rejects.toThrow(words);
});
