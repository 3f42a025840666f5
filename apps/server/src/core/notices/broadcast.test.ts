import { afterEach, beforeEach, expect, test } from 'vitest';
import { testSite } from '../../../test/site.ts';
import { Outbox } from '../../platform/outbox/outbox.ts';
import { sendBroadcast, sendBroadcastEffect } from './broadcast.ts';

let site: Awaited<ReturnType<typeof testSite>>;

beforeEach(async () => {
  site = await testSite();
});
afterEach(() => site.close());

const words = { title: '今晚维护', text: '十点起，约半小时。', link: '/about' };
const office = () => site.office(site.owner).notices;
const send = (change: object = {}) => office().send({ body: { ...words, ...change } });
const reported = async (viewer = site.ming) =>
  (await site.as(viewer).notices.list({ query: { type: 0 } })).records.map(({ title, text, link, actors }) => ({
    title,
    text,
    link,
    actors: actors.length,
  }));
const list = async () => (await office().list({ query: {} })).records;

/** The half minute is over, and everything is sent. */
async function wait() {
  const effects = {
    [sendBroadcastEffect]: (step: Parameters<typeof sendBroadcast>[1]) => sendBroadcast(site.db, step),
  };
  await site.db.deleteFrom('outbox').where('kind', '<>', sendBroadcastEffect).execute();
  const outbox = new Outbox({
    db: site.db,
    now: () => Date.now() + 31_000,
    effects: { ...effects, live: async () => {} },
  });
  await outbox.run();
  await outbox.close();
}

test('a notice to all is delivered to each once after half a minute', async () => {
  const crowd = Array.from({ length: 250 }, (_, at) => ({
    nickname: `人${at}`,
    createdAt: 1,
    role: 'member' as const,
  }));
  await site.db
    .insertInto('users')
    .values(crowd.map((one) => ({ ...one, nicknameKey: one.nickname, email: null, passwordHash: null })))
    .execute();
  await site.db.updateTable('users').set({ closesAt: 1 }).where('nickname', '=', '人0').execute();
  expect(await office().audience({ query: {} })).toEqual({ count: 252, to: null });
  const { id } = await send();
  expect(await reported()).toEqual([]);
  expect(await list()).toMatchObject([{ id, state: 'waiting', told: 0, actor: '站长', to: null }]);
  await wait();
  expect(await reported()).toEqual([{ ...words, actors: 0 }]);
  expect(await reported(site.owner)).toHaveLength(1);
  const { count } = await site.db
    .selectFrom('notices')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(252);
  expect(await list()).toMatchObject([{ state: 'sent', told: 252 }]);
  await sendBroadcast(site.db, { id, after: 0 });
  expect(await reported()).toHaveLength(1);
  // a crash after the deed has it done again
  await site.db.updateTable('broadcasts').set({ state: 'sending' }).execute();
  await sendBroadcast(site.db, { id, after: 0 });
  expect(await list()).toMatchObject([{ told: 252 }]);
});

test('a notice to one member is delivered by nickname', async () => {
  const { to } = await office().audience({ query: { nickname: '阿明' } });
  expect(to).toEqual({ id: site.ming.id, nickname: '阿明' });
  await send({ userId: site.ming.id });
  await wait();
  expect([(await reported()).length, (await reported(site.lin)).length]).toEqual([1, 0]);
  expect(await list()).toMatchObject([{ state: 'sent', told: 1, to: { nickname: '阿明' } }]);
});

test('a notice to a role is delivered to that role only', async () => {
  expect(await office().audience({ query: { role: 'member' } })).toEqual({ count: 2, to: null });
  expect(await office().audience({ query: { role: 'editor' } })).toEqual({ count: 0, to: null });
  await send({ role: 'member' });
  await wait();
  expect([(await reported()).length, (await reported(site.lin)).length, (await reported(site.owner)).length]).toEqual([
    1, 1, 0,
  ]);
  expect(await list()).toMatchObject([{ state: 'sent', told: 2, to: null, role: 'member' }]);
});

test('a notice undone before delivery reaches nobody; a delivered one stays', async () => {
  const { id } = await send();
  await office().undo({ body: { id } });
  await wait();
  expect(await reported()).toEqual([]);
  expect(await list()).toMatchObject([{ state: 'undone', told: 0 }]);
  const { id: next } = await send();
  await wait();
  for (const one of [id, next, 999])
    await expect(office().undo({ body: { id: one } })).rejects.toMatchObject({ id: 'already-done' });
  const acts = await site.db.selectFrom('auditLog').select('act').orderBy('id').execute();
  expect(acts.map(({ act }) => act)).toEqual(['notices.send', 'notices.undo', 'notices.send']);
});

test.each([
  [{ title: ' ' }, 'title', '请输入标题'],
  [{ text: '' }, 'text', '请输入内容'],
  [{ text: '字'.repeat(501) }, 'text', '内容不能超过 500 个字'],
  [{ link: 'https://a.cn' }, 'link', '请输入本站的地址，如 /article/1'],
  [{ link: '//a.cn' }, 'link', '请输入本站的地址，如 /article/1'],
  [{ userId: 999 }, 'userId', '没有这个用户'],
  [{ role: 'king' }, 'role', '没有这个角色'],
])('%j is refused and leaves nothing behind', async (change, field, message) => {
  await expect(send(change)).rejects.toMatchObject({ field, message });
  expect(await list()).toEqual([]);
  expect(await site.db.selectFrom('auditLog').select('id').execute()).toEqual([]);
  await expect(office().audience({ query: { nickname: '无此人' } })).rejects.toMatchObject({ id: 'not-found' });
});
