import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';

const site = freshSite();

type Viewer = typeof site.ming;

const follow = (viewer: Viewer | null, userId: number) => site.as(viewer).follows.follow({ query: { userId } });
const unfollow = (viewer: Viewer | null, userId: number) => site.as(viewer).follows.unfollow({ query: { userId } });
const rows = () => site.db.selectFrom('follows').select(['followerId', 'followedId']).execute();
const list = (userId: number, kind: 'follows' | 'fans', viewer: Viewer | null = null, page: object = {}) =>
  site.as(viewer).follows.list({ query: { userId, kind, ...page } });
const dropped = async () =>
  (await site.db.selectFrom('outbox').select('payload').where('kind', '=', 'drop-pages').execute()).map(
    ({ payload }) => JSON.parse(payload).tags,
  );

/** So many members more. Returns their ids. */
async function crowd(size: number) {
  const person = { role: 'member', email: null, passwordHash: null, createdAt: 0 } as const;
  const rows = await site.db
    .insertInto('users')
    .values(
      Array.from({ length: size }, (_, index) => ({ ...person, nickname: `路人${index}`, nicknameKey: `p${index}` })),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

test('following is seen from both sides, and taken back', async () => {
  const { lin, ming } = site;
  await site.db.updateTable('users').set({ avatar: '/files/a.webp', intro: '写字' }).where('id', '=', lin.id).execute();
  expect(await follow(ming, lin.id)).toBeNull();
  expect(await list(ming.id, 'follows')).toMatchObject({
    records: [{ id: lin.id, nickname: '小林', avatar: '/files/a.webp', intro: '写字', followed: false }],
    total: 1,
  });
  expect((await list(lin.id, 'fans')).records.map(({ id }) => id)).toEqual([ming.id]);
  expect((await list(lin.id, 'follows')).records).toEqual([]);
  expect((await list(ming.id, 'fans')).records).toEqual([]);

  expect(await unfollow(ming, lin.id)).toBeNull();
  expect(await rows()).toEqual([]);
});

test('each viewer sees whom of the list they follow themselves', async () => {
  const { lin, ming, owner } = site;
  await follow(ming, lin.id);
  await follow(owner, lin.id);
  await follow(ming, owner.id);
  const followed = async (viewer: Viewer | null) =>
    Object.fromEntries(
      (await list(lin.id, 'fans', viewer)).records.map(({ nickname, ...one }) => [nickname, one.followed]),
    );
  expect(await followed(ming)).toEqual({ 阿明: false, 站长: true });
  expect(await followed(lin)).toEqual({ 阿明: false, 站长: false });
  expect(await followed(null)).toEqual({ 阿明: false, 站长: false });
});

test('following or unfollowing twice is no error and counts once', async () => {
  await follow(site.ming, site.lin.id);
  await follow(site.ming, site.lin.id);
  expect(await rows()).toHaveLength(1);
  await unfollow(site.ming, site.lin.id);
  await unfollow(site.ming, site.lin.id);
  expect(await rows()).toEqual([]);
  const both = [`user:${site.ming.id}`, `user:${site.lin.id}`];
  expect(await dropped()).toEqual([both, both]);
});

test('fifty concurrent follows by one member count once, by fifty members fifty times', async () => {
  await Promise.all(Array.from({ length: 50 }, () => follow(site.ming, site.lin.id)));
  expect(await rows()).toHaveLength(1);
  expect(await dropped()).toHaveLength(1);

  const people = await crowd(50);
  const { follow: begin } = await import('./follows.ts');
  await Promise.all(people.map((id) => begin(site.db, { ...site.ming, id }, site.lin.id)));
  expect(await list(site.lin.id, 'fans')).toMatchObject({ total: 51, pages: 6 });
  expect(await site.as(null).members.counts({ query: { id: site.lin.id } })).toMatchObject({ fans: 51 });
});

test('follows are grouped into one notice, and unfollowing withdraws it', async () => {
  const reported = async () => (await site.as(site.lin).notices.list({ query: { type: 2 } })).records;
  await follow(site.ming, site.lin.id);
  await follow(site.ming, site.lin.id);
  expect(await reported()).toMatchObject([
    { kind: 2, count: 1, link: '/user?tab=fans', actors: [{ nickname: '阿明' }] },
  ]);
  const people = await crowd(50);
  const { follow: begin, unfollow: end } = await import('./follows.ts');
  await Promise.all(people.map((id) => begin(site.db, { ...site.owner, id }, site.lin.id)));
  expect(await reported()).toMatchObject([{ count: 51 }]);
  await Promise.all(people.slice(0, 20).map((id) => end(site.db, { ...site.owner, id }, site.lin.id)));
  expect(await reported()).toMatchObject([{ count: 31 }]);
  await site.as(site.lin).notices.read({ body: { type: 2 } });
  await unfollow(site.ming, site.lin.id);
  expect(await reported()).toMatchObject([{ count: 30, read: true }]);
});

test('following oneself or an unknown member is refused', async () => {
  await expect(follow(site.ming, site.ming.id)).rejects.toMatchObject({
    id: 'invalid-input',
    field: 'userId',
    message: '不能关注自己',
  });
  await expect(follow(site.ming, 99)).rejects.toMatchObject({ id: 'not-found', field: 'userId' });
  await expect(unfollow(site.ming, 99)).rejects.toMatchObject({ id: 'not-found', field: 'userId' });
  await expect(list(99, 'fans')).rejects.toMatchObject({ id: 'not-found', field: 'userId' });
  await site.db.updateTable('users').set({ closesAt: 0 }).where('id', '=', site.lin.id).execute();
  await expect(follow(site.ming, site.lin.id)).rejects.toMatchObject({ id: 'gone', field: 'userId' });
  await expect(list(site.lin.id, 'fans')).rejects.toMatchObject({ id: 'gone' });
  expect(await rows()).toEqual([]);
  expect(await dropped()).toEqual([]);
});

test.each(['', '0', '-1', 'abc', '1.5', '99999999999', '1&userId=2'])('%j is nobody’s number', async (userId) => {
  const headers = { authorization: `token-${site.ming.id}` };
  for (const [method, path] of [
    ['POST', 'insertFollowed'],
    ['DELETE', 'deleteFollowed'],
  ] as const)
    expect(
      (await site.app.inject({ method, url: `/v1/followed/${path}?userId=${userId}`, headers })).json(),
    ).toMatchObject({ code: 400, extra: { failure: 'invalid-input', field: 'userId' } });
  expect(await rows()).toEqual([]);
});

test('visitors can neither follow nor unfollow', async () => {
  await follow(site.ming, site.lin.id);
  await expect(follow(null, site.lin.id)).rejects.toMatchObject({ id: 'signed-out' });
  await expect(unfollow(null, site.lin.id)).rejects.toMatchObject({ id: 'signed-out' });
  await unfollow(site.owner, site.lin.id);
  expect(await rows()).toEqual([{ followerId: site.ming.id, followedId: site.lin.id }]);
});

test('follows are paged newest first', async () => {
  const people = await crowd(7);
  for (const [index, followerId] of people.entries())
    await site.db
      .insertInto('follows')
      .values({ followerId, followedId: site.lin.id, createdAt: index < 4 ? index : 9 })
      .execute();
  const pages = await Promise.all(
    [1, 2, 3, 4].map((pageNo) => list(site.lin.id, 'fans', null, { pageNo, pageSize: 3 })),
  );
  const [a, b, c, d, e, f, g] = people;
  expect(pages.map(({ records }) => records.map(({ id }) => id))).toEqual([[g, f, e], [d, c, b], [a], []]);
  expect(pages[0]).toMatchObject({ total: 7, pages: 3 });
});

test('the kept numbers are those of the rows, whoever writes them', async () => {
  const { lin, ming, owner, db } = site;
  const [first = 0, second = 0, third = 0] = await crowd(3);
  for (const id of [lin.id, first, second, third]) await follow(ming, id);
  await follow(lin, ming.id);
  await follow(owner, first);
  await expectRightCounts();
  await db.updateTable('follows').set({ followedId: third }).where('followerId', '=', owner.id).execute();
  await expectRightCounts();
  await db
    .updateTable('follows')
    .set({ followerId: second })
    .where('followerId', '=', ming.id)
    .where('followedId', 'in', [lin.id, first])
    .execute();
  await expectRightCounts();
  await db.deleteFrom('users').where('id', 'in', [first, second]).execute();
  await expectRightCounts();
  await db.deleteFrom('follows').execute();
  expect(await db.selectFrom('followCounts').selectAll().execute()).toEqual([]);
});

async function expectRightCounts() {
  const follows = await rows();
  const ids = new Set(follows.flatMap(({ followerId, followedId }) => [followerId, followedId]));
  const counted = Array.from(ids, (userId) => ({
    userId,
    follows: follows.filter(({ followerId }) => followerId === userId).length,
    fans: follows.filter(({ followedId }) => followedId === userId).length,
  }));
  const stored = await site.db.selectFrom('followCounts').selectAll().orderBy('userId').execute();
  expect(stored).toEqual(counted.sort((one, other) => one.userId - other.userId));
}
