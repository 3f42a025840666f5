import type { Role } from '@mojian/contract/platform/permissions';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { giveAccount } from '../../../test/account.ts';
import { chatIn } from '../../../test/chat.ts';
import { noise } from '../../../test/noise.ts';
import { callsThatSay } from '../../../test/read-everything.ts';
import { testSite } from '../../../test/site.ts';
import { upload } from '../../../test/upload.ts';
import { findMoved } from '../../content/slugs/moved.ts';
import { findOrAddGuest } from '../../core/guest-rows/guest-rows.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { finishClosing } from '../accounts/close-account.ts';
import type { Pair } from './merges.ts';

let site: Awaited<ReturnType<typeof testSite>>;
let lin: number;
let ming: number;
beforeEach(async () => {
  site = await testSite();
  [lin, ming] = [site.lin.id, site.ming.id];
});
afterEach(() => site.close());

/** 小林's account goes into 阿明's. */
const merge = (pair = { from: lin, into: ming }, by: Viewer = site.owner) =>
  site.office(by).merges.merge({ body: pair });
const preview = (pair = { from: lin, into: ming }) => site.office(site.owner).merges.preview({ query: pair });
const users = async () => (await site.db.selectFrom('users').select('id').orderBy('id').execute()).map(({ id }) => id);

/** Word of all texts that only their author, or whom they chose, may read. */
const secret = '暗号';

async function fillWithSecrets() {
  const conversation = chatIn(site);
  const room = await conversation.roomOf(site.lin, site.owner);
  await conversation.say(site.lin, `私聊的${secret}`, room);
  const between = await conversation.roomOf(site.lin, site.ming);
  await conversation.say(site.lin, '说给阿明', between);
  for (const [state, readType] of hiddenArticles)
    await site.writes({
      title: state === 'published' ? '锁着的' : secret,
      markdown: `开头。\n\n${secret}`,
      summary: '开头',
      state,
      readType,
    });
  await site.says({ text: `私密的${secret}`, isPublic: false });
  await site.says({ text: `待审的${secret}`, state: 'held' });
  await site.as(site.lin).feedback.send({ body: { type: 1, title: secret, content: secret } } as never);
  return { room, between };
}

const hiddenArticles = [
  ['draft', 0],
  ['private', 0],
  ['pending', 0],
  ['withdrawn', 0],
  ['published', 1],
  ['published', 2],
  ['published', 3],
] as const;

/** Calls by which its author reads the secrets: the walk must be able to find them. */
const found = ['/v1/article/selectMyArticles', '/v1/im/selectUserImHistory', '/v1/im/search', '/v1/say/getSayList'];

test('a merge moves what everybody reads, and closes the other account with all that is private', async () => {
  const [free, shared] = [await site.writes({ title: '公开' }), await site.writes({ title: '有改动' })];
  await site.says({ text: '雨' });
  await site.as(site.lin).comments.post({ body: { articleId: free, text: '好' } });
  await site.as(site.owner).follows.follow({ query: { userId: lin } });
  await site.db.insertInto('drafts').values({ articleId: shared, title: secret, savedAt: 1, content: '{}' }).execute();
  const { room } = await fillWithSecrets();
  const before = await callsThatSay(secret, site, site.lin, { text: secret, rows: 16 });
  expect(before, 'what the walk finds').toEqual(expect.arrayContaining(found));
  expect((await preview()).moves).toMatchObject({ articles: 2, says: 1, comments: 1, fans: 1 });
  await merge();

  const titles = await site.db
    .selectFrom('articles')
    .select('title')
    .where('authorId', '=', ming)
    .orderBy('id')
    .execute();
  expect(titles.map(({ title }) => title)).toEqual(['公开', '有改动']);
  expect(await site.db.selectFrom('drafts').select('articleId').where('articleId', '=', shared).execute()).toEqual([]);
  const says = await site.db.selectFrom('says').select('text').where('authorId', '=', ming).execute();
  expect(says).toEqual([{ text: '雨' }]);
  expect(await site.db.selectFrom('comments').select('text').where('authorId', '=', ming).execute()).toEqual([
    { text: '好' },
  ]);
  expect(await callsThatSay(secret, site, site.ming, { text: secret, rows: 16 })).toEqual([]);
  await expect(chatIn(site).history(site.ming, room)).rejects.toMatchObject({ id: 'not-found' });
  await expect(site.as(site.lin).sessions.list()).rejects.toMatchObject({ id: 'signed-out' });
});

test('whoever logs in to the merged account within two weeks has all that is private again', async () => {
  const login = { email: 'lin@example.com', password: 'a long enough one' };
  await giveAccount(site, site.lin, login);
  const { room } = await fillWithSecrets();
  await merge();
  await expect(site.as(null).accounts.emailLogin({ body: login })).resolves.toMatchObject({ id: lin });
  const back = await site.db.selectFrom('users').select('closesAt').where('id', '=', lin).executeTakeFirst();
  expect(back?.closesAt).toBeNull();
  const members = await site.db.selectFrom('roomMembers').select('userId').where('roomId', '=', room).execute();
  expect(members.map(({ userId }) => userId)).toContain(lin);
});

test('no way to log in moves: the e-mail, password, passkeys and linked accounts of the merged one open nothing else', async () => {
  const login = { email: 'lin@example.com', password: 'a long enough one' };
  await giveAccount(site, site.lin, login);
  const link = { userId: lin, provider: 'github', subject: 'b', name: '', createdAt: 1 };
  await site.db.insertInto('socialLinks').values(link).execute();
  await merge();
  expect((await site.as(null).accounts.emailLogin({ body: login })).id).toBe(lin);
  expect(await site.db.selectFrom('socialLinks').select('userId').execute()).toEqual([{ userId: lin }]);
  expect(await site.db.selectFrom('users').select('email').where('id', '=', ming).executeTakeFirst()).toEqual({
    email: null,
  });
});

test('both members are told by notice and mail', async () => {
  await giveAccount(site, site.lin, { email: 'lin@example.com', password: null });
  await giveAccount(site, site.ming, { email: 'ming@example.com', password: null });
  await merge();
  const notices = await site.db.selectFrom('notices').select(['userId', 'title']).orderBy('userId').execute();
  expect(notices).toEqual([
    { userId: lin, title: '你的账号并入了另一个账号' },
    { userId: ming, title: '另一个账号并入了你的账号' },
  ]);
  expect((await site.letters()).map(({ to, subject }) => [to, subject])).toEqual([
    ['lin@example.com', '你的账号并入了另一个账号'],
    ['ming@example.com', '另一个账号并入了你的账号'],
  ]);
});

test('once the merged account is erased its page leads to the other', async () => {
  await merge();
  await site.db.updateTable('users').set({ closesAt: 1 }).where('id', '=', lin).execute();
  await finishClosing(site);
  await expect(site.as(null).members.info({ query: { userId: lin } })).rejects.toMatchObject({ id: 'gone' });
  expect(await findMoved(site.db, `/user/${lin}`)).toBe(`/user/${ming}`);
});

const pictureOf = async (viewer: Viewer, side: number) => (await upload(site, viewer, await noise(side))).data.url;

test('pictures of moved texts stay public, others private', async () => {
  const [shown, hidden] = [await pictureOf(site.lin, 20), await pictureOf(site.lin, 21)];
  await site.writes({ markdown: `![](${shown})` });
  await site.writes({ markdown: `![](${hidden})`, state: 'draft' });
  await merge();
  expect((await site.app.inject(shown)).statusCode).toBe(200);
  expect((await site.app.inject(hidden)).statusCode).toBe(404);
});

test('a series goes with its public articles, and what stays behind leaves it', async () => {
  const series = { authorId: lin, name: '雨', createdAt: 1, updatedAt: 1 };
  const { id } = await site.db.insertInto('series').values(series).returning('id').executeTakeFirstOrThrow();
  const hidden = { authorId: lin, name: '还没公开', createdAt: 1, updatedAt: 1 };
  await site.db.insertInto('series').values(hidden).execute();
  await site.db
    .insertInto('series')
    .values({ ...series, authorId: ming })
    .execute();
  const [open, draft] = [await site.writes(), await site.writes({ state: 'draft' })];
  await site.db.updateTable('articles').set({ seriesId: id }).where('id', 'in', [open, draft]).execute();
  expect((await preview()).moves).toMatchObject({ series: 1, renamed: 1 });
  await merge();
  const rows = await site.db.selectFrom('series').select(['authorId', 'name']).orderBy('id').execute();
  expect(rows).toEqual([
    { authorId: ming, name: `雨（${id}）` },
    { authorId: lin, name: '还没公开' },
    { authorId: ming, name: '雨' },
  ]);
  const [left] = await site.db.selectFrom('articles').select('seriesId').where('id', '=', draft).execute();
  expect(left?.seriesId).toBeNull();
});

test('equal idempotency keys of both accounts do not conflict', async () => {
  for (const authorId of [lin, ming])
    await site.db.insertInto('says').values({ authorId, text: '好', createdAt: 1, sendKey: 'same' }).execute();
  await merge();
  const says = await site.db.selectFrom('says').select(['authorId', 'sendKey']).orderBy('id').execute();
  expect(says).toEqual([
    { authorId: ming, sendKey: null },
    { authorId: ming, sendKey: 'same' },
  ]);
});

test('a follower whom a block keeps from the remaining account does not follow it', async () => {
  await site.as(site.owner).follows.follow({ query: { userId: lin } });
  await site.db.insertInto('blocks').values({ userId: ming, blockedId: site.owner.id, createdAt: 1 }).execute();
  await merge();
  expect(await site.db.selectFrom('follows').select('followedId').execute()).toEqual([{ followedId: lin }]);
});

const rankless: [string, () => Pair, Role, string, string, Role?][] = [
  ['an account with itself', () => ({ from: lin, into: lin }), 'owner', 'invalid-input', 'from'],
  ['one’s own account into another', () => ({ from: site.owner.id, into: lin }), 'owner', 'not-allowed', 'from'],
  ['another owner', () => ({ from: ming, into: site.owner.id }), 'owner', 'not-allowed', 'from', 'owner'],
  ['a member into another owner', () => ({ from: lin, into: ming }), 'owner', 'not-allowed', 'into', 'owner'],
  ['another admin', () => ({ from: ming, into: lin }), 'admin', 'not-allowed', 'from', 'admin'],
  ['a member into another admin', () => ({ from: lin, into: ming }), 'admin', 'not-allowed', 'into', 'admin'],
  ['somebody unknown', () => ({ from: 999, into: lin }), 'owner', 'not-found', 'id'],
];

test.each(rankless)(
  'merging %s is refused and changes nothing',
  async (_who, pair, role, id, field, rank = 'member') => {
    await site.db.updateTable('users').set({ role }).where('id', '=', site.owner.id).execute();
    await site.db.updateTable('users').set({ role: rank }).where('id', '=', ming).execute();
    await site.writes();
    const before = await site.db.selectFrom('articles').selectAll().execute();
    await expect(merge(pair())).rejects.toMatchObject({ id, field });
    expect(await users()).toEqual([site.owner.id, lin, ming]);
    expect(await site.db.selectFrom('articles').selectAll().execute()).toEqual(before);
    expect(await site.db.selectFrom('auditLog').select('id').execute()).toEqual([]);
  },
);

test('an account that its member is closing is not merged', async () => {
  await site.db
    .updateTable('users')
    .set({ closesAt: Date.now() + 60_000 })
    .where('id', '=', lin)
    .execute();
  await expect(merge()).rejects.toMatchObject({ id: 'not-allowed', field: 'from' });
});

test('a guest’s unpublished texts are merged by the owner only', async () => {
  const person = { name: '远客', email: '', website: '', createdAt: 1 };
  const guest = await site.db.transaction().execute((trx) => findOrAddGuest(trx, person));
  await site.writes({ authorId: guest, state: 'draft' });
  await site.db.updateTable('users').set({ role: 'admin' }).where('id', '=', ming).execute();
  const admin = { ...site.ming, role: 'admin' } as const;
  await expect(merge({ from: guest, into: lin }, admin)).rejects.toMatchObject({ id: 'not-allowed', field: 'from' });
  await merge({ from: guest, into: lin });
  expect(await site.db.selectFrom('articles').select('authorId').execute()).toEqual([{ authorId: lin }]);
  expect(await users()).not.toContain(guest);
});

test('the audit log of a merged account names both and links the remaining one', async () => {
  await site.office(site.owner).members.addNote({ body: { id: lin, text: '常来' } });
  const reported = async () => {
    const { records } = await site.office(site.owner).audit.list({ query: { subject: `user:${lin}` } });
    return records.map(({ title, now }) => [title, now]);
  };
  expect(await reported()).toEqual([['小林', `user:${lin}`]]);
  await merge();
  expect(await reported()).toEqual([['小林（已并入阿明）', `user:${ming}`]]);
  await site.db.updateTable('users').set({ role: 'admin' }).where('id', '=', ming).execute();
  await merge({ from: ming, into: site.owner.id });
  expect(await reported()).toEqual([['小林（已并入站长）', `user:${site.owner.id}`]]);
});
