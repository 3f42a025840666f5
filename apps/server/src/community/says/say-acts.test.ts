import { noticeKinds } from '@mojian/contract/platform/rules';
import { beforeEach, expect, test } from 'vitest';
import { atOnce } from '../../../test/at-once.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { deleteSays } from './says.queries.ts';

const site = freshSite();
let id: number;

beforeEach(async () => {
  id = await site.says({ text: '一二三四五六七八九十一二三四五六七八九十再多' });
  await site.db.deleteFrom('outbox').execute();
});

type Viewer = typeof site.ming | null;

const like = (viewer: Viewer, wanted?: '0' | '1', sayId = id) =>
  site.as(viewer).says.like({ query: { id: sayId, ...(wanted && { like: wanted }) } });
const remove = (viewer: Viewer, sayId = id) => site.as(viewer).says.remove({ query: { id: sayId } });
const shown = async (viewer: Viewer = null) => (await site.as(viewer).says.list({ query: {} })).records[0];
const notices = async (viewer: NonNullable<Viewer>, type: number) =>
  (await site.as(viewer).notices.list({ query: { type } })).records;
const count = async (table: 'likes' | 'comments' | 'reports' | 'notices' | 'sayTopics') =>
  (
    await site.db
      .selectFrom(table as 'likes')
      .selectAll()
      .execute()
  ).length;
const outbox = async (kind: string) =>
  (await site.db.selectFrom('outbox').select('payload').where('kind', '=', kind).orderBy('id').execute()).map(
    ({ payload }) => JSON.parse(payload),
  );

test('a like counts once, notifies the author and open screens, and can be undone', async () => {
  expect(await like(site.ming)).toEqual({ liked: true, likes: 1 });
  expect(await like(site.ming, '1')).toEqual({ liked: true, likes: 1 });
  expect(await like(site.lin)).toEqual({ liked: true, likes: 2 });
  expect(await shown(site.ming)).toMatchObject({ liked: true, likes: 2 });
  expect(await shown(site.owner)).toMatchObject({ liked: false, likes: 2 });
  expect((await shown())?.stampers.map(({ nickname }) => nickname).sort()).toEqual(['小林', '阿明'].sort());
  expect(await notices(site.lin, noticeKinds.like)).toMatchObject([
    { actors: [{ nickname: '阿明' }], title: '一二三四五六七八九十一二三四五六七八九十…', link: `/say?id=${id}` },
  ]);
  expect((await outbox('live')).flatMap(({ events }) => events)).toContainEqual({
    topic: 'says',
    type: 'say-changed',
    id,
  });
  expect((await outbox('drop-pages'))[0]).toMatchObject({
    addedAt: expect.any(Number),
    tags: ['sayCounts', `user:${site.lin.id}`],
  });
  expect(await like(site.ming)).toEqual({ liked: false, likes: 1 });
  expect(await like(site.ming, '0')).toEqual({ liked: false, likes: 1 });
  expect(await notices(site.lin, noticeKinds.like)).toEqual([]);
});

test('an invisible or missing say cannot be liked', async () => {
  const secret = await site.says({ isPublic: false });
  const held = await site.says({ state: 'held' });
  for (const one of [secret, held, 999])
    await expect(like(site.ming, '1', one)).rejects.toMatchObject({ id: 'not-found' });
  await expect(like(null)).rejects.toMatchObject({ id: 'signed-out' });
  expect(await count('likes')).toBe(0);
  expect(await like(site.lin, '1', secret)).toEqual({ liked: true, likes: 1 });
});

test('fifty concurrent likes all count, and of fifty clicks by one member the last counts', async () => {
  const people = await site.db
    .insertInto('users')
    .values(
      Array.from({ length: 50 }, (_, n) => ({
        nickname: `人${n}`,
        nicknameKey: `人${n}`,
        role: 'member' as const,
        createdAt: 0,
      })),
    )
    .returning('id')
    .execute();
  const { likeSay } = await import('./moderate-says.ts');
  const { postComment } = await import('../comments/write-comment.ts');
  const viewer = (userId: number) => ({ id: userId, role: 'member' as const, sessionId: 0, signedInAt: 0 });
  const caller = { address: '', agent: '' };
  await Promise.all([
    ...people.map((person) => likeSay(site.db, viewer(person.id), { id, like: '1' })),
    ...people.map((person) =>
      postComment(
        site,
        { ...caller, viewer: viewer(person.id) },
        { sayId: id, text: `第 ${person.id} 句`, pictures: [] },
      ),
    ),
  ]);
  expect(await shown()).toMatchObject({ likes: 50, comments: 50 });
  await Promise.all(Array.from({ length: 50 }, () => like(site.ming)));
  const { likes, liked } = (await shown(site.ming)) ?? {};
  expect(likes).toBe(liked ? 51 : 50);
  expect(await count('likes')).toBe(likes ?? 0);
});

test('the call of says and the call of comments both comment on a say', async () => {
  const said = await site.as(site.ming).says.comment({ body: { sayId: id, text: '真好', key: 'a' } });
  expect((await site.as(site.ming).comments.post({ body: { sayId: id, text: '真好', key: 'a' } })).id).toBe(said.id);
  expect(await shown()).toMatchObject({ comments: 1 });
  expect(await notices(site.lin, noticeKinds.comment)).toMatchObject([{ link: `/say?id=${id}#comment-${said.id}` }]);
  const events = (await outbox('live')).flatMap(({ events }) => events);
  expect(events).toContainEqual({ topic: `say:${id}`, type: 'comment', id: said.id });
  expect(events).toContainEqual({ topic: 'says', type: 'say-changed', id });
  await expect(site.as(site.ming).says.comment({ body: { sayId: id, text: ' ' } })).rejects.toThrow('评论不能为空');
  await expect(site.as(site.ming).says.comment({ body: { sayId: 999, text: '在吗' } })).rejects.toThrow('说说不存在');
  await expect(site.as(null).says.comment({ body: { sayId: id, text: '谁' } })).rejects.toMatchObject({
    id: 'signed-out',
  });
});

test('removing a say removes everything that belongs to it and nothing else', async () => {
  const other = await site.says({ text: '留着 #茶' });
  await site.db.updateTable('says').set({ text: '走 #雨' }).where('id', '=', id).execute();
  const said = await site.as(site.ming).comments.post({ body: { sayId: id, text: '真好' } });
  await site.as(site.owner).comments.post({ body: { sayId: id, text: '是啊', replyTo: said.id } });
  await site.as(site.lin).comments.like({ query: { id: said.id } });
  await site.as(site.owner).comments.report({ body: { id: said.id, reason: '广告' } });
  await like(site.ming);
  await like(site.ming, '1', other);
  await site.as(site.ming).comments.post({ body: { sayId: other, text: '这条留着' } });
  await site.db.deleteFrom('outbox').execute();

  await remove(site.lin);
  expect(await shown()).toMatchObject({ id: other, likes: 1, comments: 1, topics: ['茶'] });
  expect([await count('likes'), await count('comments'), await count('sayTopics')]).toEqual([1, 1, 1]);
  expect((await notices(site.lin, noticeKinds.comment)).map(({ link }) => link)).toEqual([
    expect.stringContaining(`/say?id=${other}#`),
  ]);
  expect(await notices(site.ming, noticeKinds.comment)).toEqual([]);
  expect(await notices(site.ming, noticeKinds.like)).toEqual([]);
  expect((await outbox('live')).flatMap(({ events }) => events)).toContainEqual({
    topic: 'says',
    type: 'say-gone',
    id,
  });
  expect((await outbox('drop-pages')).at(-1)).toEqual({ tags: ['says', `comments:say:${id}`] });
  await expect(remove(site.lin)).rejects.toMatchObject({ id: 'not-found' });
});

test('only the staff hides another’s say; a private one is visible to its author alone', async () => {
  const secret = await site.says({ isPublic: false });
  const held = await site.says({ state: 'held' });
  await expect(remove(site.ming)).rejects.toMatchObject({ id: 'not-allowed' });
  await expect(remove(null)).rejects.toMatchObject({ id: 'signed-out' });
  for (const viewer of [site.ming, site.owner])
    await expect(remove(viewer, secret)).rejects.toMatchObject({ id: 'not-found' });
  await expect(remove(site.ming, held)).rejects.toMatchObject({ id: 'not-found' });
  expect((await site.as(site.lin).says.list({ query: {} })).total).toBe(3);
  await remove(site.owner);
  await expect(remove(site.owner, held), 'hidden already').rejects.toMatchObject({ id: 'not-found' });
  await remove(site.lin, secret);
  const left = (await site.as(site.lin).says.list({ query: {} })).records;
  expect(left.map((say) => say.held)).toEqual([true, true]);
});

test('a like concurrent with the removal leaves nothing behind', async () => {
  const [, liking] = await atOnce(
    site,
    (trx) => deleteSays(trx, [id]),
    () => like(site.ming, '1'),
  );
  expect(liking).toMatchObject({ status: 'rejected', reason: { id: 'not-found' } });
  expect(await count('likes')).toBe(0);
});

test('a private say cannot be reported', async () => {
  const hidden = await site.says({ text: '只给自己', isPublic: false });
  const report = site.as(site.ming).says.report({ body: { id: hidden, reason: '广告' } });
  await expect(report).rejects.toMatchObject({ id: 'not-found' });
  expect(await count('reports')).toBe(0);
});
