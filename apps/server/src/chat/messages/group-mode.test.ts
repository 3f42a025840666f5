import { beforeEach, expect, test } from 'vitest';
import { chatIn, group, textOf } from '../../../test/chat.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { forgetSettings, type Settings, saveSettings } from '../../core/settings/settings.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { maySubscribeToChat } from './access.ts';

const site = freshSite();
let conversation: ReturnType<typeof chatIn>;

beforeEach(async () => {
  conversation = chatIn(site);
});

async function set(mode: Settings['chat']['group']) {
  await site.db.transaction().execute((trx) => saveSettings(trx, 'chat', { group: mode }));
  forgetSettings(site.db);
}
const count = async () => (await site.db.selectFrom('chatMessages').select('id').execute()).length;
const read = (viewer: Viewer | null) => site.as(viewer).chat.group({ query: {} });
const mays = (viewer: Viewer | null) =>
  Promise.all(['group', 'presence', 'staff'].map((topic) => maySubscribeToChat(site.db, topic, viewer)));

test('in an open group a visitor reads live what members see, and cannot write', async () => {
  await set('open');
  await conversation.say(site.lin, '大家好');
  const { records } = await read(null);
  expect(records.map(textOf)).toEqual(['大家好']);
  expect(records[0]).toMatchObject({ key: null });
  expect(Object.keys(records[0]?.sender ?? {}).toSorted()).toEqual(['avatar', 'badge', 'id', 'nickname']);
  expect(await mays(null)).toEqual([true, false, false]);
  const visitor = site.as(null).chat;
  await expect(visitor.send({ body: { roomId: group, text: '我', key: 'k' } })).rejects.toMatchObject({
    id: 'signed-out',
  });
  await expect(visitor.rooms()).rejects.toMatchObject({ id: 'signed-out' });
});

test('members: a visitor has to log in', async () => {
  await set('members');
  await conversation.say(site.lin, '大家好');
  await expect(read(null)).rejects.toMatchObject({ id: 'signed-out' });
  expect((await read(site.ming)).records).toHaveLength(1);
  expect(await mays(null)).toEqual([false, false, false]);
  expect(await mays(site.ming)).toEqual([true, true, false]);
  expect(await mays(site.owner)).toEqual([true, true, true]);
});

test('muted: only the staff writes, and the others see why they cannot', async () => {
  await set('muted');
  const closed = '公共聊天室现在只有管理员可以说话';
  await expect(conversation.say(site.lin, '大家好')).rejects.toMatchObject({ id: 'not-allowed', message: closed });
  expect(await count()).toBe(0);
  expect(await conversation.roomFor(site.lin)).toMatchObject({ closed });
  expect(await conversation.roomFor(site.owner)).toMatchObject({ closed: '' });
  await conversation.say(site.owner, '今日休息');
  expect((await read(site.lin)).records.map(textOf)).toEqual(['今日休息']);
});

test('off: nobody finds the group, not even the owner, and it returns unchanged', async () => {
  const { id } = await conversation.say(site.lin, '大家好 @阿明');
  await site.turn({ group: false });
  for (const viewer of [site.lin, site.ming, site.owner]) {
    const chat = site.as(viewer).chat;
    await expect(read(viewer)).rejects.toMatchObject({ id: 'feature-off' });
    await expect(conversation.history(viewer)).rejects.toMatchObject({ id: 'feature-off' });
    await expect(conversation.say(viewer, '有人吗')).rejects.toMatchObject({ id: 'feature-off' });
    expect(await conversation.roomFor(viewer)).toBeUndefined();
    expect((await chat.search({ query: { text: '大家好' } })).records).toEqual([]);
    expect((await chat.changes({ query: { seq: 0 } })).records).toEqual([]);
    expect((await mays(viewer))[0]).toBe(false);
    for (const call of [
      () => chat.withdraw({ body: { id } }),
      () => chat.hide({ query: { id } }),
      () => chat.report({ body: { id, reason: '广告' } }),
      () => chat.typing({ body: { roomId: group } }),
      () => chat.read({ query: { roomId: group } }),
      () => chat.mute({ body: { roomId: group, muted: true } }),
    ])
      await expect(call(), call.toString()).rejects.toMatchObject({ id: 'feature-off' });
  }
  await expect(read(null)).rejects.toMatchObject({ id: 'feature-off' });
  expect((await site.as(site.ming).notices.counters()).data.private).toBe(0);
  await site.turn({});
  expect((await read(site.ming)).records.map(textOf)).toEqual(['大家好 @阿明']);
});

test('the demo account reads the group and cannot write', async () => {
  await site.db.updateTable('users').set({ role: 'demo' }).where('id', '=', site.ming.id).execute();
  await conversation.say(site.lin, '大家好');
  expect((await read(site.ming)).records).toHaveLength(1);
  expect(await conversation.roomFor(site.ming)).toMatchObject({ closed: '演示账号只能查看' });
  await expect(conversation.say(site.ming, '我')).rejects.toMatchObject({ message: '演示模式，不允许操作' });
});

test('a stream receives only its own member’s topics', async () => {
  expect(await maySubscribeToChat(site.db, `user:${site.lin.id}`, site.lin)).toBe(true);
  expect(await maySubscribeToChat(site.db, `user:${site.lin.id}`, site.owner)).toBe(false);
  expect(await maySubscribeToChat(site.db, `user:${site.lin.id}`, null)).toBe(false);
  expect(await maySubscribeToChat(site.db, 'article:1', null)).toBe(true);
});
