import { afterEach, beforeEach, expect, test } from 'vitest';
import { atOnce } from '../../../test/at-once.ts';
import { testSite, tokenOf } from '../../../test/site.ts';
import { signIn } from '../../core/sessions/sessions.ts';
import { removeArticle } from './remove-article.ts';

let site: Awaited<ReturnType<typeof testSite>>;
let articleId: number;

beforeEach(async () => {
  site = await testSite();
  articleId = await site.writes();
  await site.db.deleteFrom('outbox').execute();
});
afterEach(() => site.close());

type Viewer = typeof site.ming;

const like = (viewer: Viewer | null, wanted?: '0' | '1', id = articleId) =>
  site.as(viewer).articles.like({ query: { articleId: id, ...(wanted && { like: wanted }) } });
const collect = (viewer: Viewer | null, id = articleId) =>
  site.as(viewer).collects.collect({ query: { articleId: id } });
const uncollect = (viewer: Viewer | null, id = articleId) =>
  site.as(viewer).collects.uncollect({ query: { articleId: id } });
const mine = (viewer: Viewer, id = articleId) => site.as(viewer).articles.mine({ query: { id } });
const countsFor = (viewer: Viewer | null) => site.as(viewer).members.counts({ query: { id: site.ming.id } });
const notices = async (type: number) => (await site.as(site.lin).notices.list({ query: { type } })).records;
const counters = () =>
  site.db.selectFrom('articles').select(['likes', 'collects']).where('id', '=', articleId).executeTakeFirstOrThrow();
const effects = async (kind: string) =>
  (await site.db.selectFrom('outbox').select('payload').where('kind', '=', kind).execute()).map(({ payload }) =>
    JSON.parse(payload),
  );

/** So many members, each logged in. Their clients. */
async function crowd(size: number) {
  const person = { role: 'member', email: null, passwordHash: null, createdAt: 0 } as const;
  const rows = Array.from({ length: size }, (_, n) => ({ ...person, nickname: `路人${n}`, nicknameKey: `p${n}` }));
  const members = await site.db.insertInto('users').values(rows).returning('id').execute();
  const caller = { address: '203.0.113.7', agent: '' };
  return Promise.all(
    members.map(async ({ id }) => {
      const { token } = await signIn(site.db, { userId: id, way: 'password', caller });
      return site.withToken(token);
    }),
  );
}

test('a like is counted, notifies the author and open screens, and can be undone', async () => {
  expect(await like(site.ming)).toEqual({ liked: true, likes: 1 });
  expect(await mine(site.ming)).toEqual({ liked: true, collected: false, followed: false });
  expect(await mine(site.owner)).toMatchObject({ liked: false });
  expect(await notices(3)).toMatchObject([
    { title: '春天', link: `/article/${articleId}`, actors: [{ nickname: '阿明' }], count: 1 },
  ]);
  expect(await effects('live')).toContainEqual({
    events: [{ topic: `article:${articleId}`, type: 'likes', id: 1 }],
  });
  expect(await effects('drop-pages')).toMatchObject([
    { addedAt: expect.any(Number), tags: [`article:${articleId}`, `user:${site.lin.id}`] },
  ]);
  expect((await site.as(null).articles.info({ query: { id: articleId } })).likes).toBe(1);

  expect(await like(site.ming)).toEqual({ liked: false, likes: 0 });
  expect(await notices(3)).toEqual([]);
  expect(await counters()).toEqual({ likes: 0, collects: 0 });
});

test('an explicit like state is idempotent', async () => {
  expect(await like(site.ming, '1')).toEqual({ liked: true, likes: 1 });
  expect(await like(site.ming, '1')).toEqual({ liked: true, likes: 1 });
  expect(await like(site.ming, '0')).toEqual({ liked: false, likes: 0 });
  expect(await like(site.ming, '0')).toEqual({ liked: false, likes: 0 });
});

test('an article is collected once, listed, and removed again', async () => {
  expect(await collect(site.ming)).toEqual({ collected: true, collects: 1 });
  expect(await collect(site.ming)).toEqual({ collected: true, collects: 1 });
  expect(await mine(site.ming)).toMatchObject({ collected: true });
  expect((await effects('drop-pages'))[0].tags).toContain(`user:${site.ming.id}`);
  expect(await notices(4)).toMatchObject([{ title: '春天', count: 1 }]);
  const own = await site.as(site.ming).collects.list({ query: {} });
  expect(own).toMatchObject({ total: 1, records: [{ id: articleId, title: '春天' }] });
  expect((await site.as(site.owner).collects.list({ query: {} })).total).toBe(0);
  expect((await countsFor(site.ming)).collects).toBe(1);
  expect((await countsFor(null)).collects, 'not shown unless its owner wishes').toBe(0);

  expect(await uncollect(site.ming)).toEqual({ collected: false, collects: 0 });
  expect(await uncollect(site.ming)).toEqual({ collected: false, collects: 0 });
  expect(await notices(4)).toEqual([]);
  expect((await site.as(site.ming).collects.list({ query: {} })).records).toEqual([]);
});

test('collections are paged, newest first, without articles that are hidden now', async () => {
  const ids = [articleId];
  for (const title of ['夏天', '秋天', '冬天']) ids.push(await site.writes({ title }));
  for (const id of ids) {
    await collect(site.ming, id);
    await new Promise((resolve) => setTimeout(resolve, 2)); // the order is that of milliseconds
  }
  await removeArticle(site, ids[1] ?? 0);
  const page = (pageNo: number) => site.as(site.ming).collects.list({ query: { pageNo, pageSize: 2 } });
  expect((await page(1)).records.map(({ title }) => title)).toEqual(['冬天', '秋天']);
  expect(await page(2)).toMatchObject({ total: 3, pages: 2, records: [{ title: '春天' }] });
  expect((await countsFor(site.ming)).collects).toBe(3);
});

test('authors may like and collect their own articles without being notified', async () => {
  await like(site.lin);
  await collect(site.lin);
  expect(await counters()).toEqual({ likes: 1, collects: 1 });
  expect([await notices(3), await notices(4)]).toEqual([[], []]);
});

test('likes of fifty concurrent members, some clicking twice, are counted exactly', async () => {
  const members = await crowd(50);
  const query = { articleId };
  const clicks = members.flatMap((member, index) => (index % 5 === 0 ? [member, member] : [member]));
  await Promise.all(clicks.map(({ articles }) => articles.like({ query: { ...query, like: '1' } })));
  await Promise.all(clicks.map(({ collects }) => collects.collect({ query })));
  expect(await counters()).toEqual({ likes: 50, collects: 50 });
  expect(await notices(3)).toMatchObject([{ count: 50 }]);
  expect(await site.db.selectFrom('noticeActors').selectAll().execute()).toHaveLength(100);

  const half = members.slice(0, 25);
  await Promise.all(half.flatMap(({ articles }) => [articles.like({ query }), articles.like({ query })]));
  await Promise.all(half.map(({ collects }) => collects.uncollect({ query })));
  const rows = await site.db.selectFrom('likes').selectAll().execute();
  expect(await counters()).toEqual({ likes: rows.length, collects: 25 });
  // two clicks of one person that meet may both mean to stop
  expect((await notices(3)).map(({ count }) => count)).toEqual([rows.length]);
  expect(await notices(4)).toMatchObject([{ count: 25 }]);
});

const unseen: [what: string, make: () => Promise<number>, refusal: string][] = [
  ['what never was', async () => 99_999, 'not-found'],
  ['a draft, also one’s own', () => site.writes({ state: 'draft' }), 'not-found'],
  ['a withdrawn one', () => site.writes({ state: 'withdrawn' }), 'not-found'],
  ['a removed one', removed, 'gone'],
];

test.each(unseen)('%s is not liked or collected, and nothing is left behind', async (_, make, id) => {
  const hidden = await make();
  const acts = [() => like(site.lin, '1', hidden), () => collect(site.lin, hidden), () => uncollect(site.lin, hidden)];
  for (const act of [...acts, () => mine(site.lin, hidden)]) await expect(act()).rejects.toMatchObject({ id });
  for (const table of ['likes', 'collects', 'notices'] as const)
    expect(await site.db.selectFrom(table).selectAll().execute()).toEqual([]);
});

async function removed(): Promise<number> {
  const id = await site.writes();
  await removeArticle(site, id);
  return id;
}

test('a like concurrent with the deletion of its article leaves no row', async () => {
  const [, liking] = await atOnce(
    site,
    (trx) => trx.deleteFrom('articles').where('id', '=', articleId).execute(),
    () => like(site.ming, '1'),
  );
  expect(liking).toMatchObject({ status: 'rejected', reason: { id: 'not-found' } });
  expect(await site.db.selectFrom('likes').select('userId').execute()).toEqual([]);
});

test('visitors are asked to log in', async () => {
  const acts = [like(null), collect(null), uncollect(null), site.as(null).collects.list({ query: {} })];
  await Promise.all(acts.map((act) => expect(act).rejects.toMatchObject({ id: 'signed-out' })));
  expect(await counters()).toEqual({ likes: 0, collects: 0 });
});

test('an invalid id is refused with its field', async () => {
  const headers = { authorization: tokenOf(site.ming) };
  for (const query of ['', 'articleId=x', 'articleId=-1', `articleId=${articleId}&like=2`]) {
    const { extra } = (await site.app.inject({ url: `/v1/article/like?${query}`, headers })).json();
    expect(extra).toMatchObject({ failure: 'invalid-input', field: query.includes('like') ? 'like' : 'articleId' });
  }
});
