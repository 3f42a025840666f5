import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';

const site = freshSite();

const info = (userId: number, viewer: typeof site.ming | null = null) =>
  site.as(viewer).members.info({ query: { userId } });
const counts = (id: number) => site.as(null).members.counts({ query: { id } });
const like = (table: 'articles' | 'says', id: number, likes: number) =>
  site.db.updateTable(table).set({ likes }).where('id', '=', id).execute();

test('everybody sees the public fields of a member and no others', async () => {
  const profile = {
    avatar: '/files/a.webp',
    cover: '/files/b.webp',
    intro: '写字的人',
    website: 'https://lin.example/',
    place: '杭州',
  };
  await site.db
    .updateTable('users')
    .set({ ...profile, email: 'lin@example.com', passwordHash: '$argon2id$secret', createdAt: 0 })
    .where('id', '=', site.lin.id)
    .execute();
  const shown = { id: site.lin.id, nickname: '小林', ...profile, role: 'member', joinedAt: '1970-01-01T00:00:00.000Z' };
  for (const viewer of [null, site.ming, site.owner])
    expect(await info(site.lin.id, viewer)).toEqual({ ...shown, guest: false, followed: false });
});

test('whether a member is followed is shown to the follower only', async () => {
  await site.as(site.ming).follows.follow({ query: { userId: site.lin.id } });
  expect(await info(site.lin.id, site.ming)).toMatchObject({ followed: true });
  expect(await info(site.lin.id, site.owner)).toMatchObject({ followed: false });
  expect(await info(site.lin.id, site.lin)).toMatchObject({ followed: false });
  expect(await info(site.lin.id)).toMatchObject({ followed: false });
  expect(await info(site.ming.id, site.lin)).toMatchObject({ followed: false });
});

test('all counts of a new member are zero', async () => {
  await site.writes();
  const none = { articles: 0, says: 0, collects: 0, comments: 0, follows: 0, fans: 0, likes: 0 };
  expect(await counts(site.ming.id)).toEqual(none);
});

test('counts include visible writings only', async () => {
  const article = await site.writes();
  await like('articles', article, 3);
  const draft = await site.writes({ state: 'draft' });
  await like('articles', draft, 50);
  const removed = await site.writes();
  await like('articles', removed, 70);
  await site.db.updateTable('articles').set({ removedAt: 1 }).where('id', '=', removed).execute();
  await like('articles', await site.writes({ authorId: site.ming.id }), 90);
  await like('says', await site.says(), 4);
  await like('says', await site.says({ isPublic: false }), 110);
  const comment = { articleId: article, authorId: site.lin.id, text: '好', createdAt: 0 };
  await site.db
    .insertInto('comments')
    .values([
      { ...comment, removedAt: null },
      { ...comment, removedAt: 1 },
    ])
    .execute();
  for (const fan of [site.ming, site.owner]) await site.as(fan).follows.follow({ query: { userId: site.lin.id } });
  await site.as(site.lin).follows.follow({ query: { userId: site.owner.id } });

  expect(await counts(site.lin.id)).toEqual({
    articles: 1,
    says: 1,
    collects: 0,
    comments: 1,
    follows: 1,
    fans: 2,
    likes: 7,
  });
});

test('an unknown member is not found, a closed account is gone', async () => {
  const requested = async (id: number) => [
    await info(id).catch((failure) => failure),
    await counts(id).catch((failure) => failure),
  ];
  for (const failure of await requested(99)) expect(failure).toMatchObject({ id: 'not-found', message: '用户不存在' });

  const closing = (closesAt: number) =>
    site.db.updateTable('users').set({ closesAt }).where('id', '=', site.lin.id).execute();
  await closing(Date.now() + 60_000);
  expect(await info(site.lin.id)).toMatchObject({ nickname: '小林' });
  for (const over of [Date.now() - 1, 0]) {
    await closing(over);
    for (const failure of await requested(site.lin.id))
      expect(failure).toMatchObject({ id: 'gone', message: '该用户已注销' });
  }
});

test('the pages of a member are made from what may change them', async () => {
  const tagsOf = async (name: string, query: object) =>
    (await site.calls.answer(name, { query }, { viewer: null, address: '', agent: '' })).tags;
  expect(await tagsOf('GET /v1/user/info', { userId: 2 })).toEqual(['user:2']);
  expect(await tagsOf('GET /v1/user/getUserCount', { id: 2 })).toEqual([
    'user:2',
    'articles',
    'says',
    'comments',
    'people',
  ]);
});
