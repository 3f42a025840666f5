import type { ChatMessage } from '@mojian/contract/chat/messages';
import { beforeEach, expect, test } from 'vitest';
import { atOnce } from '../../../test/at-once.ts';
import { chatIn, group, textOf } from '../../../test/chat.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { chatFeed } from './feed.ts';

const site = freshSite();
let conversation: ReturnType<typeof chatIn>;

beforeEach(async () => {
  conversation = chatIn(site);
});

const block = (one: Viewer, other: Viewer) => site.as(one).blocks.block({ query: { userId: other.id } });
const count = async () => (await site.db.selectFrom('chatMessages').select('id').execute()).length;
const texts = async (viewer: Viewer, roomId = group) =>
  (await conversation.history(viewer, roomId)).records.map(textOf);

test('a blocked member cannot write and learns no reason', async () => {
  const room = await conversation.roomOf(site.lin, site.ming);
  await conversation.say(site.lin, '你好', room);
  await block(site.ming, site.lin);
  const refused = { id: 'not-allowed', message: '对方暂时不接收你的消息' };
  await expect(conversation.say(site.lin, '在吗', room)).rejects.toMatchObject(refused);
  expect(await count()).toBe(1);
  expect(await conversation.roomFor(site.lin, room)).toMatchObject({
    closed: refused.message,
    blocked: false,
    online: null,
  });
  expect((await conversation.list(site.lin)).extra.blocked).toEqual([]);
  expect(await conversation.roomFor(site.ming, room)).toMatchObject({ unread: 1 });
});

test('a blocker cannot write and sees why; unblocking reopens the room', async () => {
  const room = await conversation.roomOf(site.lin, site.ming);
  await block(site.lin, site.ming);
  const closed = '你已拉黑对方，解除后才能说话';
  await expect(conversation.say(site.lin, '在吗', room)).rejects.toMatchObject({ message: closed });
  expect(await conversation.roomFor(site.lin, room)).toMatchObject({ closed, blocked: true });
  expect((await conversation.list(site.lin)).extra.blocked).toEqual([site.ming.id]);
  await site.as(site.lin).blocks.unblock({ query: { userId: site.ming.id } });
  expect(await conversation.roomFor(site.lin, room)).toMatchObject({ closed: '', blocked: false });
  await conversation.say(site.ming, '在', room);
  expect(await texts(site.lin, room)).toEqual(['在']);
});

test('a room with somebody who blocked one opens, and says why nothing can be written', async () => {
  await block(site.ming, site.lin);
  const room = await site.as(site.lin).chat.addRoom({ query: { userId: site.ming.id } });
  expect(room).toMatchObject({ closed: '对方暂时不接收你的消息', blocked: false });
  await expect(conversation.say(site.lin, '你好', room.id)).rejects.toMatchObject({ id: 'not-allowed' });
  expect(await conversation.roomFor(site.ming, room.id)).toBeUndefined();
});

test('a block that comes while a message is under way stops it', async () => {
  const room = await conversation.roomOf(site.lin, site.ming);
  const [, sent] = await atOnce(
    site,
    async (trx) => {
      await trx.updateTable('chatSequence').set({ seq: 5 }).execute();
      await trx.insertInto('blocks').values({ userId: site.ming.id, blockedId: site.lin.id, createdAt: 0 }).execute();
    },
    () => conversation.say(site.lin, '你好', room),
  );
  expect(sent).toMatchObject({ status: 'rejected', reason: { id: 'not-allowed' } });
  expect(await count()).toBe(0);
});

test('a blocked member’s group messages are hidden from the blocker only', async () => {
  await conversation.say(site.owner, '开茶');
  await conversation.say(site.lin, '绿茶');
  await block(site.ming, site.lin);
  const { id } = await conversation.say(site.lin, '@阿明 红茶');
  expect(await texts(site.ming)).toEqual(['开茶']);
  expect(await texts(site.owner)).toEqual(['开茶', '绿茶', '@阿明 红茶']);
  expect(await conversation.roomFor(site.ming)).toMatchObject({ unread: 1, called: false, last: { text: '开茶' } });
  const changes = await site.as(site.ming).chat.changes({ query: { seq: 0 } });
  expect(changes.records.map(textOf)).toEqual(['开茶']);
  const found = (viewer: Viewer) => site.as(viewer).chat.search({ query: { text: '红茶' } });
  expect((await found(site.ming)).records).toEqual([]);
  expect((await found(site.owner)).records).toHaveLength(1);
  expect((await site.as(site.ming).notices.counters()).data).toEqual({ system: 0, comment: 0, private: 0 });
  await expect(conversation.history(site.ming, group, { around: id })).rejects.toMatchObject({ id: 'not-found' });

  await site.as(site.ming).blocks.unblock({ query: { userId: site.lin.id } });
  expect(await texts(site.ming)).toEqual(['开茶', '绿茶', '@阿明 红茶']);
});

test('quotes of a blocked member’s group message are withheld from the blocker, also live', async () => {
  const tea = await conversation.say(site.lin, '绿茶');
  const answer = await conversation.say(site.owner, '我也喝', group, { quoteId: tea.id });
  await block(site.ming, site.lin);
  const hidden = { id: tea.id, senderId: site.lin.id, sender: '', text: '', isGone: false, isBlocked: true };
  const asMing = site.as(site.ming).chat;
  for (const reported of [
    (await conversation.history(site.ming)).records,
    (await asMing.changes({ query: { seq: 0 } })).records,
    (await asMing.search({ query: { text: '我也喝' } })).records,
    (await chatFeed(site.db).afterFor(site.ming, 0, 10)).map(({ data }) => data as ChatMessage),
  ]) {
    expect(reported.map(({ id }) => id)).toEqual([answer.id]);
    expect(reported[0]?.quote).toMatchObject(hidden);
    expect(JSON.stringify(reported)).not.toMatch(/绿茶|小林/);
  }
  const heard = { senderId: site.lin.id, sender: '小林', text: '绿茶', isBlocked: false };
  for (const other of [site.owner, site.lin])
    expect((await conversation.history(other)).records.at(-1)?.quote).toMatchObject(heard);

  // in their own room nothing is hidden: what it answers stands there too
  const room = await conversation.roomOf(site.lin, site.owner);
  const own = await conversation.say(site.lin, '私下', room);
  await conversation.say(site.owner, '嗯', room, { quoteId: own.id });
  await block(site.owner, site.lin);
  expect((await conversation.history(site.owner, room)).records.at(-1)?.quote).toMatchObject({
    text: '私下',
    isBlocked: false,
  });
});

test('blocked pairs see no typing, receipts or presence of each other', async () => {
  const room = await conversation.roomOf(site.lin, site.ming);
  const { id } = await conversation.say(site.lin, '你好', room);
  const heard: string[] = [];
  site.eventBus.onEvent(({ type }) => heard.push(type));
  await block(site.ming, site.lin);
  for (const viewer of [site.lin, site.ming]) {
    await site.as(viewer).chat.typing({ body: { roomId: room } });
    await site.as(viewer).chat.read({ query: { roomId: room, id } });
    expect(await conversation.roomFor(viewer, room)).toMatchObject({ online: null, peerReadId: null });
  }
  expect(new Set(heard)).toEqual(new Set(['read-own']));
});
