import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { giveAccount } from '../../../test/account.ts';
import { chatIn, textOf } from '../../../test/chat.ts';
import { testSite } from '../../../test/site.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { movedColumns } from './moves.queries.ts';

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
const countsOf = async (id: number) => (await site.as(null).articles.info({ query: { id } })).likes;
const users = async () => (await site.db.selectFrom('users').select('id').orderBy('id').execute()).map(({ id }) => id);

test('every column that names a member is moved or dropped, whatever is added later', async () => {
  const { rows } =
    site.dialect === 'sqlite'
      ? await sql<{ column: string }>`select m.name || '.' || f."from" as "column" from sqlite_master as m
          join pragma_foreign_key_list(m.name) as f on f."table" = 'users' where m.type = 'table'`.execute(site.db)
      : await sql<{ column: string }>`select c.relname || '.' || a.attname as "column" from pg_constraint as k
          join pg_class as c on c.oid = k.conrelid
          join pg_attribute as a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
          where k.contype = 'f' and k.confrelid = 'users'::regclass`.execute(site.db);
  expect(rows.map(({ column }) => column).sort()).toEqual([...new Set(movedColumns)].sort());
});

test('a merge moves everything, counts duplicates once, and redirects the old page', async () => {
  const [shared, own] = [await site.writes({ title: '都赞过' }), await site.writes({ title: '只有一个' })];
  for (const who of [site.lin, site.ming]) {
    await site.as(who).articles.like({ query: { articleId: shared } });
    await site.as(who).collects.collect({ query: { articleId: shared } });
    await site.as(who).follows.follow({ query: { userId: site.owner.id } });
  }
  await site.as(site.lin).articles.like({ query: { articleId: own } });
  await site.as(site.lin).follows.follow({ query: { userId: ming } });
  await site.says();
  await site.as(site.ming).comments.post({ body: { articleId: own, text: '好' } as never });
  expect((await preview()).moves).toMatchObject({
    articles: 2,
    says: 1,
    likes: 2,
    collects: 1,
    follows: 1,
    doubles: 2,
  });
  await merge();

  expect(await users()).not.toContain(lin);
  expect([await countsOf(shared), await countsOf(own)]).toEqual([1, 1]);
  const article = await site.as(null).articles.info({ query: { id: shared } });
  expect(article).toMatchObject({ author: { id: ming, nickname: '阿明' }, collects: 1 });
  const count = (table: 'likes' | 'collects' | 'follows') =>
    site.db
      .selectFrom(table as 'likes')
      .selectAll()
      .execute();
  expect([await count('likes'), await count('collects'), await count('follows')].map(({ length }) => length)).toEqual([
    2, 1, 1,
  ]);
  expect((await site.db.selectFrom('says').select('authorId').execute())[0]?.authorId).toBe(ming);
  const moved = await site.db.selectFrom('movedPaths').select(['path', 'target']).execute();
  expect(moved).toEqual([{ path: `/user/${lin}`, target: `/user/${ming}` }]);
  const own1 = await site.db.selectFrom('noticeActors').selectAll().where('actorId', '=', ming).execute();
  const mine = await site.db.selectFrom('notices').select('id').where('userId', '=', ming).execute();
  expect(
    own1.filter(({ noticeId }) => mine.some(({ id }) => id === noticeId)),
    'told of oneself',
  ).toEqual([]);
  const acts = await site.db.selectFrom('auditLog').select(['act', 'subject', 'before']).execute();
  expect(acts).toEqual([
    { act: 'users.merge', subject: `user:${ming}`, before: JSON.stringify({ nickname: '小林', number: lin }) },
  ]);
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
  await merge({ from: ming, into: site.owner.id });
  expect(await reported()).toEqual([['小林（已并入站长）', `user:${site.owner.id}`]]);
});

test('notices about both accounts are merged', async () => {
  const articleId = await site.writes({ authorId: site.owner.id });
  for (const who of [site.lin, site.ming]) await site.as(who).articles.like({ query: { articleId } });
  await merge();
  const notices = site.db.selectFrom('notices').select(['count', 'userId']).where('kind', '=', 3);
  expect(await notices.execute()).toEqual([{ count: 1, userId: site.owner.id }]);
});

test('rooms with the same peer are joined, and the room between the two is deleted', async () => {
  const conversation = chatIn(site);
  const [mine, stored] = [
    await conversation.roomOf(site.lin, site.owner),
    await conversation.roomOf(site.ming, site.owner),
  ];
  const between = await conversation.roomOf(site.lin, site.ming);
  await conversation.say(site.lin, '春雨', mine);
  await conversation.say(site.owner, '秋霜', stored);
  await conversation.say(site.lin, '自言自语', between);
  await conversation.say(site.lin, '大家好');
  expect((await preview()).moves).toMatchObject({ rooms: 1, lost: 1 });
  await merge();
  const rooms = await site.db.selectFrom('rooms').select(['id', 'kind']).orderBy('id').execute();
  expect(rooms.map(({ id }) => id)).not.toContain(mine);
  expect(rooms.filter(({ kind }) => kind === 'private')).toHaveLength(1);
  expect((await conversation.history(site.ming, stored)).records.map(textOf).sort()).toEqual(['春雨', '秋霜'].sort());
  expect((await site.as(site.ming).chat.search({ query: { text: '春雨' } })).records).toHaveLength(1);
  expect((await conversation.history(site.owner)).records.map(({ sender }) => sender.id)).toEqual([ming]);
});

test('an account without e-mail takes the other’s with its password, and the merged one is logged out everywhere', async () => {
  const login = { email: 'lin@example.com', password: 'a long enough one' };
  await giveAccount(site, site.lin, login);
  const before = await site.db.selectFrom('users').select('createdAt').where('id', '=', lin).executeTakeFirstOrThrow();
  await site.db
    .updateTable('users')
    .set({ createdAt: before.createdAt + 9, intro: '' })
    .where('id', '=', ming)
    .execute();
  await site.db.updateTable('users').set({ intro: '写字的人' }).where('id', '=', lin).execute();
  expect(await preview()).toMatchObject({ takesEmail: true, from: { email: login.email }, into: { email: '' } });
  await merge();
  expect((await site.as(null).accounts.emailLogin({ body: login })).id).toBe(ming);
  expect(await site.db.selectFrom('users').selectAll().where('id', '=', ming).executeTakeFirst()).toMatchObject({
    nickname: '阿明',
    intro: '写字的人',
    email: login.email,
    createdAt: before.createdAt,
    role: 'member',
  });
  await expect(site.as(site.lin).sessions.list()).rejects.toMatchObject({ id: 'signed-out' });
  expect(await site.as(site.ming).sessions.list()).not.toEqual([]);
});

test('a merge without an e-mail on either side leaves the password as it was', async () => {
  await giveAccount(site, site.ming, { email: 'ming@example.com', password: 'a long enough one' });
  await site.db.updateTable('users').set({ email: null }).where('id', '=', ming).execute();
  await merge();
  await site.as(site.ming).accounts.confirm({ body: { password: 'a long enough one' } });
  expect(await site.as(site.ming).sessions.byToken({ query: {} })).toMatchObject({ email: null, hasPassword: true });
});

test('equal idempotency keys and series names of both accounts do not conflict', async () => {
  const row = { text: '好', createdAt: 1, sendKey: 'same' };
  for (const authorId of [lin, ming]) {
    await site.db
      .insertInto('says')
      .values({ authorId, ...row })
      .execute();
    await site.db.insertInto('series').values({ authorId, name: '雨', createdAt: 1, updatedAt: 1 }).execute();
    await site.db
      .insertInto('unlocks')
      .values({ articleId: await site.writes(), reader: `user:${authorId}`, createdAt: 1 })
      .execute();
  }
  await merge();
  const says = await site.db.selectFrom('says').select(['authorId', 'sendKey']).orderBy('id').execute();
  expect(says).toEqual([
    { authorId: ming, sendKey: null },
    { authorId: ming, sendKey: 'same' },
  ]);
  expect(await site.db.selectFrom('series').select('id').where('authorId', '=', ming).execute()).toHaveLength(2);
  expect(await site.db.selectFrom('unlocks').select('reader').distinct().execute()).toEqual([
    { reader: `user:${ming}` },
  ]);
});

test('of a social login both have, the merged account’s is dropped, as announced before', async () => {
  const links = [
    { userId: lin, provider: 'qq', subject: 'a' },
    { userId: lin, provider: 'github', subject: 'b' },
    { userId: ming, provider: 'qq', subject: 'c' },
  ];
  for (const link of links)
    await site.db
      .insertInto('socialLinks')
      .values({ ...link, name: '', createdAt: 1 })
      .execute();
  for (const authorId of [lin, ming])
    await site.db.insertInto('series').values({ authorId, name: '雨', createdAt: 1, updatedAt: 1 }).execute();
  await site.office(site.owner).notices.send({ body: { userId: lin, title: '给你', text: '话' } });
  expect(await preview()).toMatchObject({ ways: ['github'], lostWays: ['qq'], moves: { series: 1, renamed: 1 } });
  await merge();
  const ways = await site.db.selectFrom('socialLinks').select(['userId', 'subject']).orderBy('subject').execute();
  expect(ways).toEqual([
    { userId: ming, subject: 'b' },
    { userId: ming, subject: 'c' },
  ]);
  expect(await site.db.selectFrom('broadcasts').select('userId').execute()).toEqual([{ userId: ming }]);
});

test('merging oneself, an account with itself, one of higher rank or the last owner is refused', async () => {
  const admin = { ...site.ming, role: 'admin' } as const;
  await site.db.updateTable('users').set({ role: 'admin' }).where('id', '=', ming).execute();
  await site.writes();
  const before = await site.db.selectFrom('articles').selectAll().execute();
  const owner = site.owner.id;
  await expect(merge({ from: lin, into: lin })).rejects.toMatchObject({ id: 'invalid-input', field: 'from' });
  await expect(merge({ from: owner, into: lin })).rejects.toMatchObject({ id: 'not-allowed', field: 'from' });
  await expect(merge({ from: owner, into: lin }, admin)).rejects.toMatchObject({ id: 'not-allowed' });
  await expect(merge({ from: lin, into: owner }, admin)).rejects.toMatchObject({ id: 'not-allowed' });
  await expect(merge({ from: 999, into: lin })).rejects.toMatchObject({ id: 'not-found' });
  expect(await users()).toEqual([owner, lin, ming]);
  expect(await site.db.selectFrom('articles').selectAll().execute()).toEqual(before);
  expect(await site.db.selectFrom('auditLog').select('id').execute()).toEqual([]);
});
