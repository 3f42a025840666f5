import { noticeKinds } from '@mojian/contract/platform/rules';
import { beforeEach, expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';

const site = freshSite();
let articleId: number;

beforeEach(async () => {
  articleId = await site.writes();
});

type Viewer = typeof site.ming | null;

const post = async (viewer: Viewer, text: string, replyTo?: number) =>
  (await site.as(viewer).comments.post({ body: { articleId, text, ...(replyTo && { replyTo }) } })).id;
const remove = (viewer: Viewer, id: number) => site.as(viewer).comments.remove({ query: { id } });
const like = (viewer: Viewer, id: number, wanted?: '0' | '1') =>
  site.as(viewer).comments.like({ query: { id, ...(wanted && { like: wanted }) } });
const list = (viewer: Viewer = null) => site.as(viewer).comments.list({ query: { articleId } });
const notices = async (viewer: NonNullable<Viewer>, type: number) =>
  (await site.as(viewer).notices.list({ query: { type } })).records;
const hold = (id: number) => site.db.updateTable('comments').set({ state: 'held' }).where('id', '=', id).execute();
/** Changes the role of 小林. */
const becomes = (role: 'admin' | 'editor' | 'moderator' | 'demo') =>
  site.db.updateTable('users').set({ role }).where('id', '=', site.lin.id).execute();
const lastEvent = async () => {
  const live = await site.db.selectFrom('outbox').select('payload').where('kind', '=', 'live').orderBy('id').execute();
  return JSON.parse(live.at(-1)?.payload ?? '{}').events;
};

test('deleting one’s own comment updates the count and withdraws its notice', async () => {
  const id = await post(site.ming, '说错了');
  await remove(site.ming, id);
  expect(await list()).toEqual({ records: [], total: 0, next: null });
  expect(await notices(site.lin, noticeKinds.comment)).toEqual([]);
  expect(await lastEvent()).toEqual([{ topic: `article:${articleId}`, type: 'comment-gone', id }]);
  expect((await site.as(null).home.show()).comments).toEqual([]);
  await expect(remove(site.ming, id)).rejects.toMatchObject({ id: 'not-found' });
  expect((await list()).total).toBe(0);
});

test('a deleted comment with replies stays as a placeholder until its last reply is deleted', async () => {
  const top = await post(site.ming, '上');
  const answer = await post(site.lin, '答', top);
  await remove(site.ming, top);
  expect(await list()).toMatchObject({
    total: 1,
    records: [{ id: top, removed: true, html: '', replies: { total: 1, first: [{ id: answer }] } }],
  });
  const further = await post(site.ming, '接着答', answer);
  await remove(site.lin, answer);
  expect((await list()).records[0]?.replies).toMatchObject({
    total: 1,
    first: [
      { id: answer, removed: true },
      { id: further, replyTo: { nickname: '小林' } },
    ],
  });
  await remove(site.ming, further);
  expect(await list()).toEqual({ records: [], total: 0, next: null });
});

test('only the staff removes another’s comment', async () => {
  const id = await post(site.ming, '阿明的');
  await expect(remove(site.lin, id)).rejects.toMatchObject({ id: 'not-allowed' });
  await expect(remove(null, id)).rejects.toMatchObject({ id: 'signed-out' });
  await expect(remove(site.owner, 999)).rejects.toMatchObject({ id: 'not-found' });
  expect((await list()).total).toBe(1);
  for (const role of ['moderator', 'admin'] as const) {
    const one = await post(site.ming, `给 ${role}`);
    await becomes(role);
    await remove(site.lin, one);
  }
  for (const role of ['editor', 'demo'] as const) {
    await becomes(role);
    await expect(remove(site.lin, id)).rejects.toMatchObject({ id: 'not-allowed' });
  }
  await remove(site.owner, id);
  expect((await list()).total).toBe(0);
});

test('a held comment is visible to its author and staff only, and deleting it changes no count', async () => {
  const id = await post(site.ming, '等着');
  await hold(id);
  await site.db.updateTable('articles').set({ comments: 0 }).execute();
  for (const act of [remove, like]) await expect(act(site.lin, id)).rejects.toMatchObject({ id: 'not-found' });
  const report = site.as(site.lin).comments.report({ body: { id, reason: '广告' } });
  await expect(report).rejects.toMatchObject({ id: 'not-found' });
  await remove(site.ming, id);
  expect(await list(site.ming)).toEqual({ records: [], total: 0, next: null });
});

test('only staff see why a comment is held and can release it', async () => {
  const id = await post(site.ming, '等着');
  const held = { state: 'held', reasons: '["链接超过 2 个"]' } as const;
  await site.db.updateTable('comments').set(held).where('id', '=', id).execute();
  await site.db.updateTable('articles').set({ comments: 0 }).execute();
  const seen = async (viewer: Viewer) =>
    (await list(viewer)).records.map(({ reasons, mayRelease }) => ({ reasons, mayRelease }));
  const release = (viewer: Viewer) => site.as(viewer).comments.release({ body: { id } });
  expect([await seen(null), await seen(site.lin)]).toEqual([[], []]);
  expect(await seen(site.ming)).toEqual([{ reasons: [], mayRelease: false }]);
  await expect(release(null)).rejects.toMatchObject({ id: 'signed-out' });
  for (const viewer of [site.ming, site.lin])
    await expect(release(viewer)).rejects.toMatchObject({ id: 'not-allowed' });
  for (const role of ['editor', 'demo'] as const) {
    await becomes(role);
    expect(await seen(site.lin)).toEqual([]);
    await expect(release(site.lin)).rejects.toMatchObject({ id: 'not-allowed' });
  }
  expect((await list()).total).toBe(0);
  for (const role of ['moderator', 'admin'] as const) {
    await becomes(role);
    expect(await seen(site.lin)).toEqual([{ reasons: ['链接超过 2 个'], mayRelease: true }]);
  }
  expect(await seen(site.owner)).toEqual([{ reasons: ['链接超过 2 个'], mayRelease: true }]);
  await release(site.lin);
  expect(await list()).toMatchObject({ total: 1, records: [{ id, held: false, reasons: [], mayRelease: false }] });
  await expect(release(site.owner)).rejects.toMatchObject({ id: 'not-found' });
});

test('a held comment is excluded from its author’s count but included in their own list', async () => {
  const commented = async (viewer: Viewer) =>
    (await site.as(viewer).members.counts({ query: { id: site.ming.id } })).comments;
  await post(site.ming, '看得见');
  const id = await post(site.ming, '等着');
  await hold(id);
  expect([await commented(null), await commented(site.ming)]).toEqual([1, 1]);
  expect((await site.as(site.ming).comments.mine({ query: {} })).records.map(({ held }) => held)).toEqual([
    true,
    false,
  ]);
});

test('the demo account can neither comment, reply, like nor report', async () => {
  const id = await post(site.ming, '好话');
  await site.db.deleteFrom('outbox').execute();
  await becomes('demo');
  const { comments } = site.as(site.lin);
  const refused = { id: 'not-allowed', message: '演示模式，不允许操作' };
  await expect(post(site.lin, '我也来')).rejects.toMatchObject(refused);
  await expect(post(site.lin, '我也来', id)).rejects.toMatchObject(refused);
  await expect(like(site.lin, id)).rejects.toMatchObject(refused);
  await expect(comments.report({ body: { id, reason: '广告' } })).rejects.toMatchObject(refused);
  expect(await list(site.lin)).toMatchObject({ total: 1, records: [{ id, likes: 0, liked: false }] });
  for (const table of ['likes', 'reports', 'outbox'] as const)
    expect(await site.db.selectFrom(table).selectAll().execute()).toEqual([]);
});

test('a like counts once, notifies the comment’s author, and can be undone', async () => {
  const id = await post(site.ming, '好话');
  expect(await like(site.lin, id)).toEqual({ liked: true, likes: 1 });
  expect(await like(site.lin, id, '1')).toEqual({ liked: true, likes: 1 });
  expect(await like(site.ming, id)).toEqual({ liked: true, likes: 2 });
  expect((await list(site.lin)).records[0]).toMatchObject({ liked: true, likes: 2 });
  expect((await list(site.owner)).records[0]).toMatchObject({ liked: false, likes: 2 });
  expect((await list()).records[0]).toMatchObject({ liked: false, likes: 2 });
  expect(await notices(site.ming, noticeKinds.like)).toMatchObject([
    { actors: [{ nickname: '小林' }], text: '好话', link: `/article/${articleId}#comment-${id}` },
  ]);
  expect(await like(site.lin, id)).toEqual({ liked: false, likes: 1 });
  expect(await like(site.lin, id, '0')).toEqual({ liked: false, likes: 1 });
  expect(await notices(site.ming, noticeKinds.like)).toEqual([]);
});

test('a removed or invisible comment can be neither liked nor reported', async () => {
  const gone = await post(site.ming, '删了');
  await remove(site.ming, gone);
  const hidden = await post(site.ming, '文章撤了');
  await site.db.updateTable('articles').set({ state: 'withdrawn' }).execute();
  for (const id of [gone, hidden, 999]) {
    await expect(like(site.lin, id)).rejects.toMatchObject({ id: 'not-found' });
    const report = site.as(site.lin).comments.report({ body: { id, reason: '广告' } });
    await expect(report).rejects.toMatchObject({ id: 'not-found' });
  }
  await expect(like(null, hidden)).rejects.toMatchObject({ id: 'signed-out' });
  expect(await site.db.selectFrom('likes').select('userId').execute()).toEqual([]);
  expect(await site.db.selectFrom('reports').select('id').execute()).toEqual([]);
});
