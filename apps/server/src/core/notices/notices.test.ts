import { noticeKinds } from '@mojian/contract/platform/rules';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { atOnce } from '../../../test/at-once.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { countUnread, dropOldNotices, selectNotices, selectUnread } from './notices.ts';
import { notify, withdrawNotice } from './notify.ts';

const site = freshSite();

type Reported = Partial<Parameters<typeof notify>[1]>;

/** 小林 is told that 阿明 likes an article, unless said otherwise. */
const about = (reported: Reported = {}) => ({
  userId: site.lin.id,
  kind: noticeKinds.like,
  actorId: site.ming.id,
  subject: 'article:1',
  title: '春天',
  text: '',
  link: '/article/1',
  ...reported,
});
const tells = (reported?: Reported) => site.db.transaction().execute((trx) => notify(trx, about(reported)));
const takesBack = (reported: Reported = {}) =>
  site.db
    .transaction()
    .execute((trx) => withdrawNotice(trx, { ...about(reported), actorId: reported.actorId ?? site.ming.id }));
const list = (type = 3, after?: string) => site.as(site.lin).notices.list({ query: { type, ...(after && { after }) } });
const unread = async () => (await site.as(site.lin).notices.counters()).extra;
const live = async () =>
  (await site.db.selectFrom('outbox').select('payload').where('kind', '=', 'live').execute()).flatMap(
    ({ payload }) => JSON.parse(payload).events,
  );

async function crowd(size: number) {
  const person = { role: 'member', email: null, passwordHash: null, createdAt: 0 } as const;
  const many = Array.from({ length: size }, (_, n) => ({ ...person, nickname: `路人${n}`, nicknameKey: `p${n}` }));
  return (await site.db.insertInto('users').values(many).returning('id').execute()).map(({ id }) => id);
}

/** So many notices of 小林 at once, straight into the table. */
async function fill(size: number, { kind = noticeKinds.comment as number, readAt = null as number | null } = {}) {
  const row = (n: number) => ({ userId: site.lin.id, kind, subject: `c${n}`, title: `第${n}条`, createdAt: n, readAt });
  for (let from = 0; from < size; from += 5000)
    await site.db
      .insertInto('notices')
      .values(Array.from({ length: Math.min(5000, size - from) }, (_, n) => row(from + n)))
      .execute();
}

test('a notice has actor, event and link, and is sent live to its member only', async () => {
  await tells({ text: '写得好' });
  expect((await list()).records).toMatchObject([
    {
      kind: 3,
      count: 1,
      text: '写得好',
      title: '春天',
      link: '/article/1',
      read: false,
      actors: [{ id: site.ming.id, nickname: '阿明', avatar: '' }],
    },
  ]);
  expect(await live()).toEqual([{ topic: `user:${site.lin.id}`, type: 'notice', id: expect.any(Number) }]);
  expect((await site.as(site.ming).notices.list({ query: { type: 3 } })).records).toEqual([]);
});

test('members are not notified of their own acts', async () => {
  await tells({ actorId: site.lin.id });
  expect(await unread()).toMatchObject({ like: 0 });
  expect(await live()).toEqual([]);
});

test('unread notices of one subject are merged, counting each actor once, newest first', async () => {
  const [a = 0, b = 0, c = 0] = await crowd(3);
  for (const actorId of [a, b, c, b]) {
    await tells({ actorId });
    await new Promise((resolve) => setTimeout(resolve, 2)); // the order is that of milliseconds
  }
  const { records } = await list();
  expect(records).toHaveLength(1);
  expect(records[0]).toMatchObject({ count: 3, actors: [{ id: b }, { id: c }, { id: a }] });
  expect(await unread()).toMatchObject({ like: 1 });
});

test('three of many actors are named', async () => {
  for (const actorId of await crowd(12)) await tells({ actorId });
  const [notice] = (await list()).records;
  expect(notice).toMatchObject({ count: 12 });
  expect(notice?.actors).toHaveLength(3);
});

test('other subjects, kinds and read notices are not merged', async () => {
  await tells();
  await tells({ subject: 'article:2' });
  await tells({ kind: noticeKinds.collect });
  await site.as(site.lin).notices.read({ body: { type: 3 } });
  await tells({ actorId: site.owner.id });
  expect((await list()).records.map(({ count, read }) => [count, read])).toEqual([
    [1, false],
    [1, true],
    [1, true],
  ]);
  expect((await list(4)).records).toHaveLength(1);
});

test('system notices are each their own', async () => {
  for (const text of ['甲', '乙']) await tells({ kind: noticeKinds.system, actorId: null, subject: 'site', text });
  expect((await list(0)).records).toMatchObject([
    { text: '乙', count: 0, actors: [] },
    { text: '甲', count: 0, actors: [] },
  ]);
});

test('withdrawing removes the actor, and with the last one the notice, read or not', async () => {
  await tells();
  await tells({ actorId: site.owner.id });
  await takesBack();
  expect((await list()).records).toMatchObject([{ count: 1, actors: [{ nickname: '站长' }] }]);
  await site.as(site.lin).notices.read({ body: {} });
  await takesBack({ actorId: site.owner.id });
  expect((await list()).records).toEqual([]);
  await takesBack();
  expect(await site.db.selectFrom('noticeActors').selectAll().execute()).toEqual([]);
});

test('concurrent acts of two members share one notice', async () => {
  await atOnce(
    site,
    (trx) => notify(trx, about()),
    () => tells({ actorId: site.owner.id }),
  );
  const { records } = await list();
  expect(records).toMatchObject([{ count: 2 }]);
  expect(records[0]?.actors.map(({ nickname }) => nickname).sort()).toEqual(['站长', '阿明']);
});

test('clearing keeps a notice that arrives concurrently', async () => {
  await tells();
  await atOnce(
    site,
    (trx) => trx.deleteFrom('notices').where('userId', '=', site.lin.id).execute(),
    () => tells({ actorId: site.owner.id }),
  );
  expect((await list()).records).toMatchObject([{ count: 1, actors: [{ nickname: '站长' }] }]);
  expect(await unread()).toMatchObject({ like: 1 });
  expect(await site.db.selectFrom('noticeActors').selectAll().execute()).toHaveLength(1);
});

test('marking all as read keeps a concurrent notice unread', async () => {
  await tells();
  await atOnce(
    site,
    (trx) => trx.updateTable('notices').set({ readAt: Date.now() }).where('userId', '=', site.lin.id).execute(),
    () => tells({ actorId: site.owner.id }),
  );
  expect(await unread()).toMatchObject({ like: 1 });
  expect((await list()).records.map(({ read, count }) => [read, count])).toEqual([
    [false, 1],
    [true, 1],
  ]);
});

test('a notice names event, target and why a comment concerns the member', async () => {
  await tells({ subject: 'say:1' });
  await tells({ kind: noticeKinds.comment, subject: 'comment:1', reason: 'mention' });
  await tells({ kind: noticeKinds.follow, subject: 'fans' });
  expect((await list()).records).toMatchObject([{ subject: 'say', reason: '' }]);
  expect((await list(1)).records).toMatchObject([{ subject: 'comment', reason: 'mention' }]);
  expect((await list(2)).records).toMatchObject([{ subject: '', reason: '' }]);
});

test('notices read over a year ago are deleted, unread ones are kept', async () => {
  const year = 366 * 24 * 3_600_000;
  await fill(600, { readAt: Date.now() - year });
  await fill(2, { readAt: Date.now() });
  await tells();
  await site.db.updateTable('notices').set({ createdAt: 0 }).execute();
  await dropOldNotices(site.db);
  expect((await list(1)).records).toHaveLength(2);
  expect(await unread()).toMatchObject({ like: 1, comment: 0 });
});

test('the newest two thousand notices per member are kept, and the counts are right', async () => {
  await fill(2700);
  await tells({ userId: site.ming.id, actorId: site.lin.id });
  await dropOldNotices(site.db);
  expect(await unread()).toMatchObject({ comment: 2000 });
  expect((await list(1)).records[0]).toMatchObject({ title: '第2699条' });
  const { oldest } = await site.db
    .selectFrom('notices')
    .select(({ fn }) => fn.min('createdAt').as('oldest'))
    .where('userId', '=', site.lin.id)
    .executeTakeFirstOrThrow();
  expect(oldest).toBe(700);
  expect(await live()).toContainEqual({ topic: `user:${site.lin.id}`, type: 'notice', id: 0 });
  expect((await site.as(site.ming).notices.counters()).extra).toMatchObject({ like: 1 });
  await site.db.deleteFrom('outbox').execute();
  await dropOldNotices(site.db);
  expect(await live()).toEqual([]);
});

test('a rolled back transaction notifies nobody', async () => {
  const undone = site.db.transaction().execute(async (trx) => {
    await notify(trx, about());
    throw new Error('改了主意');
  });
  await expect(undone).rejects.toThrow();
  expect((await list()).records).toEqual([]);
  expect(await live()).toEqual([]);
});

test('counters count each kind, and listing marks nothing as read', async () => {
  await tells();
  await tells({ kind: noticeKinds.comment, subject: 'comment:1' });
  await tells({ kind: noticeKinds.system, actorId: null });
  await list();
  expect(await site.as(site.lin).notices.counters()).toEqual({
    data: { system: 1, comment: 1, private: 0 },
    extra: { system: 1, comment: 1, follow: 0, like: 1, collect: 0 },
  });
});

test('one notice, a kind, or all are marked as read', async () => {
  const { notices } = site.as(site.lin);
  for (const subject of ['a', 'b', 'c']) await tells({ subject });
  await tells({ kind: noticeKinds.comment });
  const [newest] = (await list()).records;
  await notices.read({ body: { id: newest?.id ?? 0 } });
  expect(await unread()).toMatchObject({ like: 2, comment: 1 });
  await notices.read({ body: { id: newest?.id ?? 0 } });
  await notices.read({ body: { type: 3 } });
  expect(await unread()).toMatchObject({ like: 0, comment: 1 });
  await notices.read({ body: {} });
  expect(await unread()).toMatchObject({ comment: 0 });
  expect((await list()).records.every(({ read }) => read)).toBe(true);
});

test('one notice or a kind is removed', async () => {
  const { notices } = site.as(site.lin);
  for (const subject of ['a', 'b', 'c']) await tells({ subject });
  await tells({ kind: noticeKinds.comment });
  const [newest] = (await list()).records;
  await notices.remove({ query: { id: newest?.id ?? 0 } });
  expect((await list()).records).toHaveLength(2);
  await notices.remove({ query: { type: 3 } });
  await notices.remove({ query: { type: 3 } });
  expect((await list()).records).toEqual([]);
  expect((await list(1)).records).toHaveLength(1);
  expect(await site.db.selectFrom('noticeActors').selectAll().execute()).toHaveLength(1);
});

test('notices of others are neither read nor removed', async () => {
  await tells();
  const [{ id } = { id: 0 }] = (await list()).records;
  const { notices } = site.as(site.ming);
  await expect(notices.read({ body: { id } })).rejects.toMatchObject({ id: 'not-found', field: 'id' });
  await expect(notices.remove({ query: { id } })).rejects.toMatchObject({ id: 'not-found', field: 'id' });
  await notices.read({ body: {} });
  await notices.remove({ query: { type: 3 } });
  expect((await list()).records).toMatchObject([{ read: false }]);
  const visitor = site.as(null).notices;
  for (const call of [visitor.counters(), visitor.list({ query: {} }), visitor.read({ body: {} })])
    await expect(call).rejects.toMatchObject({ id: 'signed-out' });
});

test.each([
  ['type=5', 'type'],
  ['type=-1', 'type'],
  ['type=x', 'type'],
  ['after=x', 'after'],
  ['after=1-', 'after'],
  ['after=99999999999999999999-1', 'after'],
])('the list refuses %s', async (query, field) => {
  const headers = { authorization: `token-${site.lin.id}` };
  const answer = await site.app.inject({ url: `/v1/im/getMessageNotice?${query}`, headers });
  expect(answer.json()).toMatchObject({ code: 400, extra: { field } });
});

test('a call without a target removes nothing', async () => {
  await tells();
  await expect(site.as(site.lin).notices.remove({ query: {} })).rejects.toMatchObject({ id: 'invalid-input' });
  expect((await list()).records).toHaveLength(1);
});

test('new notices do not shift pages', async () => {
  await fill(45);
  const first = await list(1);
  await tells({ kind: noticeKinds.comment, subject: 'new' });
  const second = await list(1, first.next ?? '');
  const third = await list(1, second.next ?? '');
  const titles = [first, second, third].flatMap(({ records }) => records.map(({ title }) => title));
  expect(titles).toEqual(Array.from({ length: 45 }, (_, n) => `第${44 - n}条`));
  expect(third.next).toBeNull();
});

test('fifty thousand notices are listed and counted in their indexes', async () => {
  await fill(49_900, { readAt: 1 });
  await fill(100);
  await fill(10, { kind: noticeKinds.like });
  await sql`analyze`.execute(site.db);
  const page = { userId: site.lin.id, kind: 1, before: [20_000, 20_000], limit: 21 };
  const plan = JSON.stringify(await explain(selectNotices(site.db, page)));
  expect(plan).toContain('noticesNew');
  expect(plan).not.toMatch(/TEMP B-TREE|"Sort|Seq Scan/i);
  expect(JSON.stringify(await explain(selectUnread(site.db, site.lin.id)))).toContain('noticesUnread');
  expect(await unread()).toMatchObject({ comment: 100, like: 10 });
});

test('fifty thousand unread notices are counted, marked and cleared in one call', async () => {
  await fill(50_000);
  await fill(10, { kind: noticeKinds.like });
  expect(await countUnread(site.db, site.lin, true)).toMatchObject({ comment: 50_000, like: 10 });
  await site.as(site.lin).notices.read({ body: { type: 1 } });
  expect(await unread()).toMatchObject({ comment: 0, like: 10 });
  await site.as(site.lin).notices.remove({ query: { type: 1 } });
  expect(await site.db.selectFrom('notices').select('id').execute()).toHaveLength(10);
});

async function explain(query: { explain: ReturnType<typeof selectNotices>['explain'] }) {
  if (site.dialect === 'sqlite') return query.explain(undefined, sql`query plan`);
  return query.explain();
}

test('a follow notifies once and can be undone', async () => {
  const query = { userId: site.lin.id };
  await site.as(site.ming).follows.follow({ query });
  await site.as(site.ming).follows.follow({ query });
  await site.as(site.owner).follows.follow({ query });
  expect((await list(2)).records).toMatchObject([{ kind: 2, count: 2, link: '/user?tab=fans' }]);
  await site.as(site.ming).follows.unfollow({ query });
  expect((await list(2)).records).toMatchObject([{ count: 1, actors: [{ nickname: '站长' }] }]);
});
