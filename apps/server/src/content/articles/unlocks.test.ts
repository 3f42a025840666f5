import { afterEach, beforeEach, expect, test } from 'vitest';
import { testSite } from '../../../test/site.ts';
import { articleCodeSeconds, issueArticleCode, takeArticleCode } from './unlocks.ts';

let site: Awaited<ReturnType<typeof testSite>>;

beforeEach(async () => {
  site = await testSite();
});
afterEach(() => site.close());

type Viewer = typeof site.ming;

const secret = '芝麻开门';
const writes = (readType: number) => site.writes({ readType, markdown: `开头。\n\n<!-- more -->\n\n${secret}。` });
const issue = (articleId?: number) =>
  site.db.transaction().execute((trx) => issueArticleCode(trx, 'o-follower', articleId));
const check = (viewer: Viewer | null, id: number, code: string) =>
  site.as(viewer).articles.checkCode({ query: { id, code } });
const checkAlone = (viewer: Viewer | null, code: string) => site.as(viewer).articles.checkCode({ query: { code } });
const unlocks = () => site.db.selectFrom('unlocks').selectAll().execute();

/** Whether this reader is sent the whole text, or only its opening. */
async function reads(viewer: Viewer | null, id: number, key?: string) {
  const { locked, html } = await site.as(viewer).articles.info({ query: { id, ...(key && { key }) } });
  expect(html.includes(secret)).toBe(!locked);
  return !locked;
}

async function comments(articleId: number, authorId: number, change: object = {}) {
  const comment = { articleId, authorId, text: '来过', createdAt: 0, removedAt: null, ...change };
  return site.db.insertInto('comments').values(comment).returning('id').executeTakeFirstOrThrow();
}

test('an approved comment unlocks the article for its author', async () => {
  const id = await writes(1);
  const other = await writes(1);
  const { id: commentId } = await comments(id, site.ming.id, { state: 'held' });
  expect(await reads(site.ming, id)).toBe(false);
  const change = (values: object) => site.db.updateTable('comments').set(values).where('id', '=', commentId).execute();
  await change({ state: 'shown' });
  expect(await reads(site.ming, id)).toBe(true);
  expect([await reads(null, id), await reads(site.ming, other)]).toEqual([false, false]);
  await change({ removedAt: 1 });
  expect(await reads(site.ming, id)).toBe(false);
});

test('a like unlocks the article for the member until it is undone', async () => {
  const id = await writes(2);
  const other = await writes(2);
  const like = () => site.as(site.ming).articles.like({ query: { articleId: id } });
  expect(await reads(site.ming, id)).toBe(false);
  await like();
  expect(await reads(site.ming, id)).toBe(true);
  expect([await reads(null, id), await reads(site.ming, other)]).toEqual([false, false]);
  await like();
  expect(await reads(site.ming, id)).toBe(false);
});

test('an article is unlocked only by its own kind of lock', async () => {
  const id = await writes(3);
  await site.as(site.ming).articles.like({ query: { articleId: id } });
  await comments(id, site.ming.id);
  expect(await reads(site.ming, id)).toBe(false);
});

test('a code unlocks one article for the member who enters it', async () => {
  const id = await writes(3);
  const other = await writes(3);
  const code = await issue();
  expect(await check(site.ming, id, code)).toEqual({ id, key: null });
  expect(await reads(site.ming, id)).toBe(true);
  expect([await reads(site.ming, other), await reads(null, id)]).toEqual([false, false]);
  await expect(check(site.ming, other, code)).rejects.toMatchObject({ id: 'wrong-code', field: 'code' });
  await expect(check(site.ming, id, await issue())).rejects.toMatchObject({ id: 'already-done' });
  expect(await unlocks()).toMatchObject([{ articleId: id, reader: `user:${site.ming.id}` }]);
});

test('a visitor gets a key that unlocks this article only and is stored as a hash', async () => {
  const id = await writes(3);
  const other = await writes(3);
  const { key } = await check(null, id, await issue());
  expect(key).toMatch(/^[\w-]{40,}$/);
  expect(await reads(null, id, key ?? '')).toBe(true);
  expect([await reads(null, other, key ?? ''), await reads(null, id), await reads(null, id, 'x')]).toEqual([
    false,
    false,
    false,
  ]);
  const stored = await unlocks();
  expect(stored).toHaveLength(1);
  expect(JSON.stringify(stored)).not.toContain(key);
  expect(await reads(null, id, stored[0]?.reader)).toBe(false);
});

test('one of fifty concurrent uses of a code succeeds', async () => {
  const id = await writes(3);
  const code = await issue();
  const tries = await Promise.allSettled(Array.from({ length: 50 }, () => check(null, id, code)));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await unlocks()).toHaveLength(1);
});

test('five codes entered concurrently by a member consume one code', async () => {
  const id = await writes(3);
  const codes = await Promise.all(Array.from({ length: 5 }, () => issue()));
  const tries = await Promise.allSettled(codes.map((code) => check(site.ming, id, code)));
  const refused = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused).toMatchObject(Array(4).fill({ id: 'already-done' }));
  expect(await unlocks()).toHaveLength(1);
  expect(await site.db.selectFrom('tickets').select('hash').execute()).toHaveLength(4);
});

test('a wrong, used or expired code unlocks nothing', async () => {
  const id = await writes(3);
  const used = await issue();
  await takeArticleCode(site.db, used);
  const old = await issue();
  await site.db
    .updateTable('tickets')
    .set({ expiresAt: Date.now() - articleCodeSeconds })
    .execute();
  const wrong = String((Number(old) + 1) % 1_000_000).padStart(6, '0');
  for (const code of [used, old, wrong])
    await expect(check(null, id, code)).rejects.toMatchObject({ id: 'wrong-code', field: 'code' });
  for (const code of ['', '12345', 'abcdef', '１２３４５６'])
    await expect(check(null, id, code)).rejects.toMatchObject({ id: 'invalid-input', field: 'code' });
  expect(await unlocks()).toEqual([]);
});

test('a code that unlocks nothing stays valid', async () => {
  const code = await issue();
  const draft = await site.writes({ readType: 3, state: 'draft' });
  await expect(check(site.ming, draft, code)).rejects.toMatchObject({ id: 'not-found' });
  await expect(check(site.ming, await writes(0), code)).rejects.toMatchObject({ id: 'invalid-input', field: 'id' });
  const closed = await writes(3);
  expect(await check(site.ming, closed, code)).toEqual({ id: closed, key: null });
});

test('a code without an article unlocks the article it was requested for only', async () => {
  const [id, other] = [await writes(3), await writes(3)];
  await expect(check(null, other, await issue(id))).rejects.toMatchObject({ id: 'wrong-code', field: 'code' });
  expect(await checkAlone(site.ming, await issue(id))).toEqual({ id, key: null });
  expect([await reads(site.ming, id), await reads(site.ming, other)]).toEqual([true, false]);
  const visitor = await checkAlone(null, await issue(other));
  expect(visitor).toEqual({ id: other, key: expect.any(String) });
  expect(await reads(null, other, visitor.key ?? '')).toBe(true);
  await expect(checkAlone(null, await issue(await writes(0)))).rejects.toMatchObject({ id: 'invalid-input' });
  await expect(checkAlone(null, await issue(999_999))).rejects.toMatchObject({ id: 'not-found' });
});

test('a code for no article unlocks the only locked one, and stays valid when there are several or none', async () => {
  const code = await issue();
  await expect(checkAlone(site.ming, code)).rejects.toMatchObject({ id: 'invalid-input', field: 'code' });
  const [id, other] = [await writes(3), await writes(3)];
  await site.writes({ readType: 3, state: 'draft' });
  await expect(checkAlone(site.ming, code)).rejects.toMatchObject({ id: 'invalid-input', field: 'id' });
  await expect(checkAlone(site.ming, '000000')).rejects.toMatchObject({ id: 'wrong-code' });
  await check(site.ming, other, await issue());
  expect(await checkAlone(site.ming, code)).toEqual({ id, key: null });
  expect(await unlocks()).toHaveLength(2);
});

test('after two hundred wrong codes from many addresses visitors are refused for a while, members are not', async () => {
  const id = await writes(3);
  const wrong = { name: 'article-codes of visitors', hits: 199, resetsAt: Date.now() + 600_000 };
  await site.db.insertInto('limits').values(wrong).execute();
  const code = await issue();
  const other = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  expect(await check(null, id, code)).toMatchObject({ key: expect.any(String) });
  await expect(check(null, id, other)).rejects.toMatchObject({ id: 'wrong-code' });
  const next = await issue();
  await expect(check(null, id, next)).rejects.toMatchObject({
    id: 'too-many-requests',
    message: '输错验证码的人太多，请 10 分钟后再试，或者登录之后再试',
  });
  expect(await check(site.ming, id, next)).toEqual({ id, key: null });

  await site.db.updateTable('limits').set({ resetsAt: Date.now() }).execute();
  expect(await check(null, id, await issue())).toMatchObject({ key: expect.any(String) });
});

test('wrong codes of members are limited in total as well', async () => {
  const id = await writes(3);
  const wrong = { name: 'article-codes of members', hits: 200, resetsAt: Date.now() + 600_000 };
  await site.db.insertInto('limits').values(wrong).execute();
  await expect(check(site.ming, id, await issue())).rejects.toMatchObject({ id: 'too-many-requests' });
  expect(await unlocks()).toEqual([]);
});

test('codes are limited to twenty attempts in ten minutes', async () => {
  await site.close();
  site = await testSite({ limits: true });
  const id = await writes(3);
  for (let attempt = 0; attempt < 20; attempt++)
    await expect(check(null, id, '000000')).rejects.toMatchObject({ id: 'wrong-code' });
  await expect(check(null, id, await issue())).rejects.toMatchObject({ id: 'too-many-requests' });
});
