import { beforeEach, expect, test } from 'vitest';
import { chatIn, group, textOf } from '../../../test/chat.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { finishClosing } from './close-account.ts';

const site = freshSite();
let conversation: ReturnType<typeof chatIn>;

beforeEach(async () => {
  conversation = chatIn(site);
});

/** Runs the job for a member whose account was closed two weeks ago. */
async function pass(viewer: Viewer, writings: 'keep' | 'remove') {
  const closed = { closesAt: Date.now() - 1, keepWritings: Number(writings === 'keep') };
  await site.db.updateTable('users').set(closed).where('id', '=', viewer.id).execute();
  await finishClosing(site);
}

const shown = async (roomId: number) =>
  (await conversation.history(site.ming, roomId)).records.map((message) => [message.sender.nickname, textOf(message)]);
const countOf = async (table: 'rooms' | 'chatMessages' | 'blocks') =>
  (
    await site.db
      .selectFrom(table as 'rooms')
      .selectAll()
      .execute()
  ).length;

test('deleting all writings withdraws every message, in private rooms as well', async () => {
  const room = await conversation.roomOf(site.lin, site.ming);
  await conversation.say(site.lin, '我的地址是……', room);
  await conversation.say(site.ming, '记下了', room);
  await conversation.say(site.lin, '大家好 @阿明');
  const { seq } = await conversation.history(site.ming);
  await pass(site.lin, 'remove');
  expect(await shown(room)).toEqual([
    ['已注销用户', ''],
    ['阿明', '记下了'],
  ]);
  expect(await shown(group)).toEqual([['已注销用户', '']]);
  const { records } = await site.as(site.ming).chat.changes({ query: { seq } });
  expect(records.map(({ state }) => state)).toEqual(['withdrawn', 'withdrawn']);
  expect((await site.as(site.ming).chat.search({ query: { text: '大家好' } })).records).toEqual([]);
  const texts = await site.db.selectFrom('chatMessages').select('text').orderBy('id').execute();
  expect(texts.map(({ text }) => text)).toEqual(['', '记下了', '']);
});

test('kept writings lose their author’s name; those awaiting review are deleted in any case', async () => {
  const room = await conversation.roomOf(site.lin, site.ming);
  await conversation.say(site.lin, '再见', room);
  const { id } = await conversation.say(site.lin, '待审');
  await site.db.updateTable('chatMessages').set({ state: 'held' }).where('id', '=', id).execute();
  await pass(site.lin, 'keep');
  expect(await shown(room)).toEqual([['已注销用户', '再见']]);
  const held = site.db.selectFrom('chatMessages').select('text').where('id', '=', id);
  expect(await held.executeTakeFirst()).toEqual({ text: '' });
  expect(await conversation.roomFor(site.ming, room)).toMatchObject({
    name: '已注销用户',
    closed: '对方已注销',
    peerReadId: null,
    online: null,
  });
  await expect(conversation.say(site.ming, '还在吗', room)).rejects.toMatchObject({ id: 'not-allowed' });
});

test('an erased member is in no room, and their blocks are deleted in both directions', async () => {
  await conversation.say(site.lin, '大家好');
  await site.as(site.lin).blocks.block({ query: { userId: site.ming.id } });
  await site.as(site.owner).blocks.block({ query: { userId: site.lin.id } });
  await pass(site.lin, 'keep');
  expect(await countOf('blocks')).toBe(0);
  expect(await conversation.roomFor(site.ming)).toMatchObject({ members: 2 });
  const rooms = site.db.selectFrom('roomMembers').select('roomId').where('userId', '=', site.lin.id);
  expect(await rooms.execute()).toEqual([]);
});

test('a private room is erased once both members left, other rooms stay', async () => {
  const room = await conversation.roomOf(site.lin, site.ming);
  const other = await conversation.roomOf(site.owner, site.ming);
  await conversation.say(site.lin, '你好', room);
  await conversation.say(site.ming, '你好', other);
  await pass(site.lin, 'keep');
  expect(await countOf('chatMessages')).toBe(2);
  await pass(site.ming, 'keep');
  expect(await site.db.selectFrom('rooms').select('id').orderBy('id').execute()).toEqual([
    { id: group },
    { id: other },
  ]);
  expect(await countOf('chatMessages')).toBe(1);
  expect((await conversation.history(site.owner, other)).records.map(textOf)).toEqual(['你好']);
});

test('a report outlives the account it is about', async () => {
  const { id } = await conversation.say(site.lin, '广告');
  await site.as(site.ming).chat.report({ body: { id, reason: '广告' } });
  await pass(site.lin, 'remove');
  const [report] = await site.db.selectFrom('reports').select('excerpt').execute();
  expect(report?.excerpt).toContain('广告');
});
