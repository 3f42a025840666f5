import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { isEitherBlocked, withoutBlocking } from './blocks.ts';

const site = freshSite();

const blocked = async (viewer = site.lin) => (await site.as(viewer).blocks.list()).map(({ nickname }) => nickname);
const block = (userId: number, viewer = site.lin) => site.as(viewer).blocks.block({ query: { userId } });
const unblock = (userId: number, viewer = site.lin) => site.as(viewer).blocks.unblock({ query: { userId } });

test('a blocked member is listed once, newest first, in the blocker’s list only', async () => {
  expect(await blocked()).toEqual([]);
  await block(site.ming.id);
  await block(site.ming.id);
  await new Promise((resolve) => setTimeout(resolve, 2));
  await block(site.owner.id);
  expect(await site.as(site.lin).blocks.list()).toEqual([
    { id: site.owner.id, nickname: '站长', avatar: '', badge: 'owner' },
    { id: site.ming.id, nickname: '阿明', avatar: '', badge: null },
  ]);
  expect(await blocked(site.ming)).toEqual([]);
});

test('unblocking undoes it, and does nothing where nobody was blocked', async () => {
  await block(site.ming.id);
  await unblock(site.ming.id);
  await unblock(site.ming.id);
  await unblock(999);
  expect(await blocked()).toEqual([]);
});

test('blocking oneself, an unknown or a deleted member, or as a visitor is refused', async () => {
  await expect(block(site.lin.id)).rejects.toMatchObject({ id: 'invalid-input', field: 'userId' });
  await expect(block(999)).rejects.toMatchObject({ id: 'not-found', field: 'userId' });
  await expect(block(0)).rejects.toMatchObject({ id: 'invalid-input' });
  await site.db.updateTable('users').set({ closesAt: 0 }).where('id', '=', site.ming.id).execute();
  await expect(block(site.ming.id)).rejects.toMatchObject({ id: 'gone' });
  const visitor = site.as(null).blocks;
  await expect(visitor.block({ query: { userId: site.ming.id } })).rejects.toMatchObject({ id: 'signed-out' });
  await expect(visitor.list()).rejects.toMatchObject({ id: 'signed-out' });
  expect(await site.db.selectFrom('blocks').selectAll().execute()).toEqual([]);
});

test('blocking the same one many times at once keeps one', async () => {
  await Promise.all(Array.from({ length: 8 }, () => block(site.ming.id)));
  expect(await blocked()).toEqual(['阿明']);
});

test('blocking notifies the member’s own screens, not the blocked member', async () => {
  await block(site.ming.id);
  await block(site.ming.id);
  const reported = await site.db.selectFrom('outbox').select('payload').where('kind', '=', 'live').execute();
  const event = { topic: `user:${site.lin.id}`, type: 'room', id: 0 };
  expect(reported.map(({ payload }) => JSON.parse(payload))).toEqual([{ events: [event] }]);
});

test('members who blocked somebody are left out, and a block separates both sides', async () => {
  await block(site.ming.id);
  const everybody = [site.owner.id, site.lin.id, site.ming.id];
  expect(await withoutBlocking(site.db, everybody, site.ming.id)).toEqual([site.owner.id, site.ming.id]);
  expect(await withoutBlocking(site.db, everybody, site.lin.id)).toEqual(everybody);
  expect(await withoutBlocking(site.db, [], site.lin.id)).toEqual([]);
  expect(await isEitherBlocked(site.db, site.lin.id, site.ming.id)).toBe(true);
  expect(await isEitherBlocked(site.db, site.ming.id, site.lin.id)).toBe(true);
  expect(await isEitherBlocked(site.db, site.ming.id, site.owner.id)).toBe(false);
});

test('what a blocked member does is told to nobody who blocked them; they learn nothing of it', async () => {
  const id = await site.writes();
  await block(site.ming.id);
  const ming = site.as(site.ming);
  const say = await site.says();
  await ming.comments.post({ body: { articleId: id, text: '又来了 @小林' } });
  await ming.comments.post({ body: { sayId: say, text: '还来' } });
  await ming.articles.like({ query: { articleId: id, like: '1' } });
  await ming.collects.collect({ query: { articleId: id } });
  await ming.follows.follow({ query: { userId: site.lin.id } });
  expect(await site.db.selectFrom('notices').select('userId').where('userId', '=', site.lin.id).execute()).toEqual([]);
  const replies = site.db.selectFrom('outbox').select('payload').where('kind', '=', 'mail-replies');
  expect(await replies.execute()).toEqual([]);

  const fans = async (viewer: typeof site.lin) =>
    (await site.as(viewer).follows.list({ query: { userId: site.lin.id, kind: 'fans' } })).records.map(
      ({ nickname }) => nickname,
    );
  expect(await fans(site.lin)).toEqual([]);
  expect(await fans(site.ming)).toEqual(['阿明']);
  expect((await site.as(site.lin).sessions.byToken({ query: {} })).blocked).toEqual([site.ming.id]);
  expect((await ming.sessions.byToken({ query: {} })).blocked).toEqual([]);

  const named = await site.as(site.lin).comments.mentionable({ query: { articleId: id, prefix: '' } });
  expect(named.map(({ nickname }) => nickname)).not.toContain('阿明');

  await unblock(site.ming.id);
  await ming.articles.like({ query: { articleId: id, like: '0' } });
  await ming.articles.like({ query: { articleId: id, like: '1' } });
  expect(await site.db.selectFrom('notices').select('userId').where('userId', '=', site.lin.id).execute()).toHaveLength(
    1,
  );
});

test('words and acts of the staff reach those who blocked them', async () => {
  const id = await site.writes();
  await block(site.owner.id);
  await site.as(site.owner).articles.like({ query: { articleId: id, like: '1' } });
  expect(await site.db.selectFrom('notices').select('userId').where('userId', '=', site.lin.id).execute()).toHaveLength(
    1,
  );
  expect((await site.as(site.lin).sessions.byToken({ query: {} })).blocked).toEqual([]);
});
