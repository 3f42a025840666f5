import { afterEach, beforeEach, expect, test } from 'vitest';
import { atOnce } from '../../../test/at-once.ts';
import { chatIn, group, textOf } from '../../../test/chat.ts';
import { testSite } from '../../../test/site.ts';
import type { LiveEvent } from '../../platform/stream/event-bus.ts';
import { nextSeq } from '../messages/feed.ts';
import { clearFor, lockRoom } from './room-rows.ts';

let site: Awaited<ReturnType<typeof testSite>>;
let conversation: ReturnType<typeof chatIn>;
type Viewer = typeof site.lin;

beforeEach(async () => {
  site = await testSite();
  conversation = chatIn(site);
});
afterEach(() => site.close());

const add = (viewer: Viewer, userId: number) => site.as(viewer).chat.addRoom({ query: { userId } });
const read = (viewer: Viewer, query: object) => site.as(viewer).chat.read({ query: query as { roomId: number } });
const rooms = () => site.db.selectFrom('rooms').select('id').where('kind', '=', 'private').execute();
const counters = async (viewer: Viewer) => (await site.as(viewer).notices.counters()).data.private;

/** Collects the events of an act. */
async function heardWhile(act: () => Promise<unknown>) {
  const heard: LiveEvent[] = [];
  let isOver = false;
  site.eventBus.onEvent((event) => void (isOver || heard.push(event)));
  await act();
  isOver = true;
  return heard;
}

/** Events in the outbox, the newest last. */
async function toTell() {
  const rows = await site.db.selectFrom('outbox').select('payload').where('kind', '=', 'live').orderBy('id').execute();
  return rows.flatMap(({ payload }) => (JSON.parse(payload) as { events: LiveEvent[] }).events);
}

test('a new site has the group and nothing else', async () => {
  const { data, extra } = await conversation.list(site.lin);
  expect(data).toEqual([
    {
      id: group,
      kind: 'group',
      name: '墨笺聊天室',
      peer: null,
      online: null,
      last: null,
      unread: 0,
      readId: 0,
      peerReadId: null,
      called: false,
      request: null,
      blocked: false,
      muted: false,
      closed: '',
      members: 3,
      present: 0,
    },
  ]);
  expect(extra).toEqual({ seq: 0, blocked: [], preferences: { receipts: true, typing: true, presence: true } });
});

test('a private room is created once by either member, and listed for the one who opened it', async () => {
  const made = await add(site.lin, site.ming.id);
  expect(made).toMatchObject({
    kind: 'private',
    name: '阿明',
    last: null,
    unread: 0,
    request: null,
    muted: false,
    closed: '',
    peer: { id: site.ming.id, nickname: '阿明' },
  });
  expect((await add(site.lin, site.ming.id)).id).toBe(made.id);
  expect((await conversation.list(site.ming)).data.map(({ id }) => id)).toEqual([group]);
  expect((await add(site.ming, site.lin.id)).id).toBe(made.id);
  expect(await rooms()).toHaveLength(1);
});

test('two concurrent requests to each other create one room', async () => {
  const both = await Promise.all([
    add(site.lin, site.ming.id),
    add(site.ming, site.lin.id),
    add(site.lin, site.ming.id),
  ]);
  expect(new Set(both.map(({ id }) => id)).size).toBe(1);
  expect(await rooms()).toHaveLength(1);
});

test('no room is created with oneself, an unknown member or a closed account', async () => {
  await site.db.updateTable('users').set({ closesAt: Date.now() }).where('id', '=', site.ming.id).execute();
  for (const [userId, message] of [
    [site.lin.id, '不能和自己私聊'],
    [999, '用户不存在'],
    [site.ming.id, '对方已注销账号'],
  ] as const)
    await expect(add(site.lin, userId)).rejects.toMatchObject({ message, field: 'userId' });
  expect(await rooms()).toEqual([]);
});

test('rooms are sorted by latest message after the group, with last line and unread count', async () => {
  const withLin = await conversation.roomOf(site.ming, site.lin);
  const withOwner = await conversation.roomOf(site.ming, site.owner);
  await conversation.say(site.lin, '第一句\n换行', withLin);
  await conversation.say(site.owner, '第二句', withOwner);
  const third = await conversation.say(site.lin, '第三句', withLin);
  await conversation.say(site.lin, '大家好');
  const { data } = await conversation.list(site.ming);
  expect(data.map(({ id, unread }) => [id, unread])).toEqual([
    [group, 1],
    [withLin, 2],
    [withOwner, 1],
  ]);
  expect(data[1]?.last).toEqual({
    id: third.id,
    sender: '小林',
    text: '第三句',
    own: false,
    createdAt: third.createdAt,
  });
  await site.as(site.lin).chat.withdraw({ body: { id: third.id } });
  expect((await conversation.roomFor(site.ming, withLin))?.last?.text).toBe('小林 撤回了一条消息');
  expect((await conversation.roomFor(site.lin, withLin))?.last?.text).toBe('你撤回了一条消息');
  expect((await conversation.roomFor(site.ming, withLin))?.unread).toBe(1);
});

test('read messages are not counted, and the read position never moves back', async () => {
  const roomId = await conversation.roomOf(site.lin, site.ming);
  const ids: number[] = [];
  for (const text of ['一', '二', '三']) ids.push((await conversation.say(site.lin, text, roomId)).id);
  await conversation.say(site.ming, '自己的', roomId);
  const unread = async () => (await conversation.roomFor(site.ming, roomId))?.unread;
  expect(await unread()).toBe(3);
  await read(site.ming, { roomId, id: ids[1] });
  expect(await unread()).toBe(1);
  await read(site.ming, { roomId, id: ids[0] });
  expect(await unread()).toBe(1);
  await read(site.ming, { userId: site.lin.id });
  expect(await unread()).toBe(0);
  expect((await conversation.roomFor(site.lin, roomId))?.peerReadId).toBeGreaterThan(ids[2] ?? 0);
});

test('unread counts stop at a hundred', async () => {
  const roomId = await conversation.roomOf(site.lin, site.ming);
  const rows = Array.from({ length: 130 }, (_, n) => ({ seq: n + 1, sendKey: String(n), text: '话', createdAt: 1 }));
  for (const where of [roomId, group])
    await site.db
      .insertInto('chatMessages')
      .values(
        rows
          .map((row) => ({ ...row, seq: row.seq + where * 1000, sendKey: `${where} ${row.sendKey}` }))
          .map((row) => ({ ...row, roomId: where, senderId: site.lin.id, createdAt: Date.now() })),
      )
      .execute();
  await site.db.updateTable('rooms').set({ lastId: 1000 }).execute();
  await site.db.updateTable('roomMembers').set({ listed: 1 }).execute();
  expect([
    (await conversation.roomFor(site.ming, roomId))?.unread,
    (await conversation.roomFor(site.ming))?.unread,
  ]).toEqual([100, 100]);
});

test('only group messages after registration are unread', async () => {
  const before = await conversation.say(site.lin, '旧的');
  await site.db.updateTable('chatMessages').set({ createdAt: 1000 }).where('id', '=', before.id).execute();
  await site.db.updateTable('users').set({ createdAt: 2000 }).where('id', '=', site.ming.id).execute();
  await conversation.say(site.lin, '新的');
  expect(await conversation.roomFor(site.ming)).toMatchObject({ unread: 1, readId: before.id });
  await site.as(site.ming).chat.mute({ body: { roomId: group, muted: true } });
  expect(await conversation.roomFor(site.ming)).toMatchObject({ unread: 1, readId: before.id, muted: true });
  await read(site.ming, { roomId: group });
  expect(await conversation.roomFor(site.ming)).toMatchObject({ unread: 0, members: 3 });
});

test('read marks are sent to one’s other windows, and to the peer if both share receipts', async () => {
  const roomId = await conversation.roomOf(site.lin, site.ming);
  const say = async () => (await conversation.say(site.lin, '话', roomId)).id;
  const show = (viewer: Viewer, receipts: boolean) => site.as(viewer).chat.preferences({ body: { receipts } });
  const own = (id: number) => ({ topic: `user:${site.ming.id}`, type: 'read-own', id, of: roomId });

  const first = await say();
  const toPeer = { topic: `user:${site.lin.id}`, type: 'read', id: first, of: roomId };
  expect(await heardWhile(() => read(site.ming, { roomId, id: first }))).toEqual([own(first), toPeer]);
  expect(await heardWhile(() => read(site.ming, { roomId, id: first }))).toEqual([]);
  for (const who of [site.lin, site.ming]) {
    await show(who, false);
    const id = await say();
    expect(await heardWhile(() => read(site.ming, { roomId, id }))).toEqual([own(id)]);
    expect((await conversation.roomFor(site.lin, roomId))?.peerReadId).toBeNull();
    await show(who, true);
  }
  expect((await conversation.roomFor(site.lin, roomId))?.peerReadId).toBeGreaterThan(first);
});

test('typing is shown if both members share it and neither blocked the other', async () => {
  const roomId = await conversation.roomOf(site.lin, site.ming);
  const type = (where = roomId) => heardWhile(() => site.as(site.lin).chat.typing({ body: { roomId: where } }));
  const event = { type: 'typing', id: site.lin.id };
  expect(await type()).toEqual([{ topic: `user:${site.ming.id}`, ...event, of: roomId }]);
  expect(await type(group)).toEqual([{ topic: 'group', ...event, of: group }]);
  for (const who of [site.lin, site.ming]) {
    await site.as(who).chat.preferences({ body: { typing: false } });
    expect(await type()).toEqual([]);
    await site.as(who).chat.preferences({ body: { typing: true } });
    const other = who === site.lin ? site.ming : site.lin;
    await site.as(who).blocks.block({ query: { userId: other.id } });
    expect(await type()).toEqual([]);
    await site.as(who).blocks.unblock({ query: { userId: other.id } });
  }
  expect(await type()).toHaveLength(1);
});

test('a room deleted by one member stays for the other, and returns empty with the next message', async () => {
  const roomId = await conversation.roomOf(site.lin, site.ming);
  const old = await conversation.say(site.lin, '旧的', roomId);
  await site.as(site.ming).chat.deleteRoom({ query: { roomId } });
  expect(await toTell()).toContainEqual({ topic: `user:${site.ming.id}`, type: 'room', id: roomId });
  expect(await conversation.roomFor(site.ming, roomId)).toBeUndefined();
  expect(await counters(site.ming)).toBe(0);
  expect((await conversation.history(site.ming, roomId)).records).toEqual([]);
  expect((await conversation.history(site.lin, roomId)).records.map(textOf)).toEqual(['旧的']);
  expect((await site.as(site.ming).chat.changes({ query: { seq: 0 } })).records).toEqual([]);
  await expect(conversation.say(site.ming, '引用', roomId, { quoteId: old.id })).rejects.toMatchObject({
    id: 'not-found',
  });

  await conversation.say(site.lin, '新的', roomId);
  expect(await conversation.roomFor(site.ming, roomId)).toMatchObject({ unread: 1, last: { text: '新的' } });
  expect((await conversation.history(site.ming, roomId)).records.map(textOf)).toEqual(['新的']);
});

test('a deleted room that is opened again is empty', async () => {
  const roomId = await conversation.roomOf(site.lin, site.ming);
  await conversation.say(site.lin, '旧的', roomId);
  await site.as(site.lin).chat.deleteRoom({ query: { roomId } });
  expect(await add(site.lin, site.ming.id)).toMatchObject({ id: roomId, last: null, unread: 0 });
  expect(await conversation.roomFor(site.lin, roomId)).toBeDefined();
});

test('deleting a room during a send does not lose the next message', async () => {
  const roomId = await conversation.roomOf(site.lin, site.ming);
  await conversation.say(site.lin, '旧的', roomId);
  await atOnce(
    site,
    async (trx) => {
      await nextSeq(trx);
      await trx.updateTable('rooms').set({ lastId: 2 }).where('id', '=', roomId).execute();
      await trx
        .insertInto('chatMessages')
        .values({ seq: 9, roomId, senderId: site.lin.id, text: '新的', sendKey: 'x', createdAt: Date.now() })
        .execute();
    },
    () => site.as(site.ming).chat.deleteRoom({ query: { roomId } }),
  );
  expect((await conversation.history(site.ming, roomId)).records).toEqual([]);
  await conversation.say(site.lin, '还在吗', roomId);
  expect((await conversation.history(site.ming, roomId)).records.map(textOf)).toEqual(['还在吗']);
});

test('a message sent while the peer deletes the room restores it', async () => {
  const roomId = await conversation.roomOf(site.lin, site.ming);
  await conversation.say(site.lin, '旧的', roomId);
  await atOnce(
    site,
    async (trx) => clearFor(trx, site.ming.id, { roomId, lastId: await lockRoom(trx, roomId) }),
    () => conversation.say(site.lin, '新的', roomId),
  );
  expect(await conversation.roomFor(site.ming, roomId)).toMatchObject({ unread: 1, last: { text: '新的' } });
});

test('the group cannot be deleted', async () => {
  await expect(site.as(site.lin).chat.deleteRoom({ query: { roomId: group } })).rejects.toMatchObject({
    id: 'not-allowed',
    message: '公共聊天室不能删除',
  });
  expect(await conversation.roomFor(site.lin)).toBeDefined();
});

test('the bell counts unread messages of unmuted private rooms and mentions in the group', async () => {
  const roomId = await conversation.roomOf(site.lin, site.ming);
  await conversation.say(site.lin, '一', roomId);
  await conversation.say(site.lin, '二', roomId);
  await conversation.say(site.lin, '群里的，不算');
  await conversation.say(site.lin, '@阿明 算');
  expect(await counters(site.ming)).toBe(3);
  await site.as(site.ming).chat.mute({ body: { roomId, muted: true } });
  expect(await counters(site.ming)).toBe(1);
  await read(site.ming, { roomId: group });
  expect(await counters(site.ming)).toBe(0);
  await site.as(site.ming).chat.mute({ body: { roomId, muted: false } });
  expect([await counters(site.ming), await counters(site.lin), await counters(site.owner)]).toEqual([2, 0, 0]);
});

test('no call reaches a room of others or changes it', async () => {
  const roomId = await conversation.roomOf(site.lin, site.ming);
  const { id } = await conversation.say(site.lin, '悄悄话', roomId);
  const { chat } = site.as(site.owner);
  const calls = [
    () => read(site.owner, { roomId }),
    () => read(site.owner, { userId: site.lin.id }),
    () => chat.deleteRoom({ query: { roomId } }),
    () => chat.mute({ body: { roomId, muted: true } }),
    () => chat.typing({ body: { roomId } }),
    () => chat.accept({ body: { roomId } }),
    () => chat.report({ body: { id, reason: '骚扰' } }),
    () => read(site.owner, { roomId: group, id }),
  ];
  const members = () => site.db.selectFrom('roomMembers').selectAll().orderBy('userId').execute();
  const before = await members();
  for (const call of calls) await expect(call()).rejects.toMatchObject({ id: 'not-found' });
  expect(await members()).toEqual(before);
});

test('each preference changes by itself', async () => {
  const set = (body: object) => site.as(site.lin).chat.preferences({ body });
  expect(await set({ receipts: false })).toEqual({ receipts: false, typing: true, presence: true });
  expect(await set({ presence: false })).toEqual({ receipts: false, typing: true, presence: false });
  expect(await set({})).toEqual({ receipts: false, typing: true, presence: false });
  await expect(set({ typing: 'no' })).rejects.toMatchObject({ id: 'invalid-input', field: 'typing' });
  expect((await conversation.list(site.lin)).extra.preferences).toEqual({
    receipts: false,
    typing: true,
    presence: false,
  });
  expect((await conversation.list(site.ming)).extra.preferences.receipts).toBe(true);
});
