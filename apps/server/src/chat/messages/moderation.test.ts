import { beforeEach, expect, test } from 'vitest';
import { chatIn, group, textOf } from '../../../test/chat.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { forgetSettings, type Settings, saveSettings } from '../../core/settings/settings.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { chatFeed } from './feed.ts';
import { eraseMessages, removeGroupMessage } from './moderate-messages.ts';

const site = freshSite();
let conversation: ReturnType<typeof chatIn>;

beforeEach(async () => {
  conversation = chatIn(site);
});

async function set(rules: Partial<Settings['moderation']>) {
  await site.db.transaction().execute((trx) => saveSettings(trx, 'moderation', rules));
  forgetSettings(site.db);
}
const texts = async (viewer: Viewer) => (await conversation.history(viewer)).records.map(textOf);
const count = async () => (await site.db.selectFrom('chatMessages').select('id').execute()).length;
const release = (viewer: Viewer, id: number) => site.as(viewer).chat.release({ body: { id } });

test('words are masked in the group and in private rooms, but not in messages of staff', async () => {
  await set({ mask: ['傻瓜'] });
  const room = await conversation.roomOf(site.lin, site.ming);
  expect(textOf(await conversation.say(site.lin, '你个傻瓜'))).toBe('你个＊＊');
  expect(textOf(await conversation.say(site.lin, '傻 瓜！', room))).toBe('＊＊！');
  expect(textOf(await conversation.say(site.owner, '不要说傻瓜'))).toBe('不要说傻瓜');
  const stored = await site.db.selectFrom('chatMessages').select('text').orderBy('id').execute();
  expect(stored.map(({ text }) => text)).toEqual(['你个＊＊', '＊＊！', '不要说傻瓜']);
});

test('a group message with a held word is visible to its sender and the moderators only', async () => {
  await set({ hold: ['代开发票'] });
  const held = await conversation.say(site.lin, '代开发票 @阿明');
  expect(held).toMatchObject({ state: 'held' });
  expect(await texts(site.lin)).toEqual(['代开发票 @阿明']);
  expect(await texts(site.owner)).toEqual(['代开发票 @阿明']);
  expect(await texts(site.ming)).toEqual([]);
  expect((await site.as(site.ming).chat.search({ query: { text: '发票' } })).records).toEqual([]);
  expect((await site.as(site.ming).chat.changes({ query: { seq: 0 } })).records).toEqual([]);
  expect(await conversation.roomFor(site.ming)).toMatchObject({ last: null, unread: 0, called: false });
  await expect(conversation.say(site.ming, '什么？', 1, { quoteId: held.id })).rejects.toMatchObject({
    field: 'quoteId',
  });
});

test('a released message is shown to all as a new one, searchable, and notifies those it mentions', async () => {
  await set({ hold: ['发票'] });
  const { id, seq } = await conversation.say(site.lin, '发票 @阿明');
  for (const viewer of [site.lin, site.ming])
    await expect(release(viewer, id)).rejects.toMatchObject({ id: 'not-allowed' });
  await release(site.owner, id);
  const { records } = await site.as(site.ming).chat.changes({ query: { seq } });
  expect(records.map(({ state, seq: now }) => [state, now > seq])).toEqual([['shown', true]]);
  expect((await site.as(site.ming).chat.search({ query: { text: '发票' } })).records).toHaveLength(1);
  expect(await conversation.roomFor(site.ming)).toMatchObject({ called: true, unread: 1 });
  await expect(release(site.owner, id)).rejects.toMatchObject({ id: 'not-found' });
  await expect(release(site.owner, 999)).rejects.toMatchObject({ id: 'not-found' });
});

test('a moderator removes a held message for everybody', async () => {
  await set({ hold: ['发票'] });
  const { id } = await conversation.say(site.lin, '发票');
  await site.as(site.owner).chat.withdraw({ body: { id } });
  expect(await texts(site.lin)).toEqual(['']);
  await expect(release(site.owner, id)).rejects.toMatchObject({ id: 'not-found' });
  expect(await site.db.selectFrom('chatMessages').select(['text', 'state']).execute()).toEqual([
    { text: '', state: 'removed' },
  ]);
});

const erase = (which: 'all' | 'unseen') => () =>
  site.db.transaction().execute((trx) => eraseMessages(trx, site.search, site.lin.id, which, 10));
const endings: [who: string, state: string, end: (id: number) => Promise<unknown>][] = [
  ['its sender', 'withdrawn', (id) => site.as(site.lin).chat.withdraw({ body: { id } })],
  ['a moderator in the room', 'removed', (id) => site.as(site.owner).chat.withdraw({ body: { id } })],
  ['the back office', 'removed', (id) => removeGroupMessage(site, id)],
  ['a closed account, which keeps its writings', 'withdrawn', erase('unseen')],
  ['a closed account, which deletes its writings', 'withdrawn', erase('all')],
];

test.each(endings)(
  'a held message emptied by %s leaves a line to its sender and the staff only',
  async (_, state, end) => {
    await site.db.transaction().execute((trx) => saveSettings(trx, 'chat', { group: 'open' }));
    await set({ hold: ['发票'] });
    const before = await conversation.say(site.owner, '大家好');
    await site.as(site.ming).chat.read({ query: { roomId: group } });
    const held = await conversation.say(site.lin, '发票');
    await end(held.id);

    const [visitor, ming] = [site.as(null).chat, site.as(site.ming).chat];
    for (const page of [
      await conversation.history(site.ming),
      await conversation.history(site.ming, group, { pageNo: 1 }),
      await visitor.group({ query: {} }),
    ])
      expect(page.records.map(textOf)).toEqual(['大家好']);
    expect((await conversation.history(site.ming, group, { pageNo: 1 })).total).toBe(1);
    await expect(conversation.history(site.ming, group, { around: held.id })).rejects.toMatchObject({
      id: 'not-found',
    });
    expect((await ming.changes({ query: { seq: held.seq } })).records).toEqual([]);
    expect(await conversation.roomFor(site.ming)).toMatchObject({ last: { id: before.id, text: '大家好' }, unread: 0 });

    const feed = chatFeed(site.db);
    expect(await feed.afterFor(site.ming, held.seq, 10)).toEqual([]);
    const [entry, ...others] = await feed.after(held.seq, 10);
    expect(others).toEqual([]);
    expect(entry?.deliveries.map(({ topic }) => topic)).toEqual([`user:${site.lin.id}`, 'staff']);
    for (const viewer of [site.lin, site.owner]) {
      const seen = { id: held.id, state, pieces: [] };
      expect((await site.as(viewer).chat.changes({ query: { seq: held.seq } })).records).toMatchObject([seen]);
      expect((await conversation.history(viewer)).records.at(-1)).toMatchObject(seen);
    }
    expect(await site.db.selectFrom('chatMessages').select('text').where('id', '=', held.id).execute()).toEqual([
      { text: '' },
    ]);
  },
);

test('a message emptied after its release leaves a line to everybody', async () => {
  await set({ hold: ['发票'] });
  const { id } = await conversation.say(site.lin, '发票');
  await release(site.owner, id);
  await site.as(site.lin).chat.withdraw({ body: { id } });
  expect((await conversation.history(site.ming)).records).toMatchObject([{ id, state: 'withdrawn' }]);
});

test('a private message with a held word is refused and not stored, since staff could not release it', async () => {
  await set({ hold: ['发票'], mode: 'all' });
  const room = await conversation.roomOf(site.lin, site.ming);
  const refused = { id: 'invalid-input', field: 'text', message: '含有不能发送的词「发票」' };
  await expect(conversation.say(site.lin, '代开发票', room)).rejects.toMatchObject(refused);
  expect(await count()).toBe(0);
  expect(await conversation.say(site.lin, '早', room)).toMatchObject({ state: 'shown' });
  expect(await conversation.say(site.lin, '早', room)).toMatchObject({ state: 'shown' });
});

test('the group can hold first messages or all messages', async () => {
  await set({ mode: 'all' });
  expect(await conversation.say(site.lin, '早')).toMatchObject({ state: 'held' });
  expect(await conversation.say(site.owner, '早')).toMatchObject({ state: 'shown' });
  await set({ mode: 'first' });
  const { id } = await conversation.say(site.lin, '各位好');
  expect((await conversation.say(site.lin, '还是我')).state).toBe('held');
  await release(site.owner, id);
  expect((await conversation.say(site.lin, '第三句')).state).toBe('shown');
});

test('a repeated message is held, except short everyday ones', async () => {
  expect((await conversation.say(site.lin, '走过路过不要错过我的小店')).state).toBe('shown');
  expect((await conversation.say(site.lin, '走过，路过！不要错过 我的小店')).state).toBe('held');
  expect((await conversation.say(site.ming, '走过路过不要错过我的小店')).state).toBe('shown');
  const states: string[] = [];
  for (let times = 0; times < 6; times++) states.push((await conversation.say(site.ming, '哈哈')).state);
  expect(states).toEqual(['shown', 'shown', 'shown', 'shown', 'shown', 'held']);
});

test('markup stays text', async () => {
  const text = '<img src=x onerror=alert(1)>[a](javascript:alert(1)) **粗**';
  const message = await conversation.say(site.lin, text);
  expect(textOf(message)).toBe(text);
  expect(message.pieces.every((piece) => !('href' in piece))).toBe(true);
});

test('the limit per minute covers all devices of a member and no other member', async () => {
  const name = `chat ${site.lin.id}`;
  await site.db
    .insertInto('limits')
    .values({ name, hits: 239, resetsAt: Date.now() + 30_000 })
    .execute();
  await conversation.say(site.lin, '一');
  const refused = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => conversation.say(site.lin, `${index}`)),
  );
  for (const { status, reason } of refused as PromiseRejectedResult[]) {
    expect(status).toBe('rejected');
    expect(reason).toMatchObject({ id: 'too-many-requests', retryAfter: expect.any(Number) });
  }
  await conversation.say(site.ming, '二');
  expect(await texts(site.ming)).toEqual(['一', '二']);
});
