import { setTimeout as pause } from 'node:timers/promises';
import type { ChatMessage } from '@mojian/contract/chat/messages';
import { beforeEach, expect, test } from 'vitest';
import { chatIn, group, textOf } from '../../../test/chat.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { forgetSettings, saveSettings } from '../../core/settings/settings.ts';
import type { FeedEntry } from '../../platform/stream/feed.ts';
import { chatFeed } from './feed.ts';

const site = freshSite();
let conversation: ReturnType<typeof chatIn>;
let feed: ReturnType<typeof chatFeed>;

beforeEach(async () => {
  conversation = chatIn(site);
  feed = chatFeed(site.db);
});

const reportedIn = (entry: FeedEntry | undefined) =>
  Object.fromEntries((entry?.deliveries ?? []).map(({ topic, data }) => [topic, data as ChatMessage]));

test('a feed starts empty and follows new messages', async () => {
  expect([await feed.latest(), await feed.after(0, 10)]).toEqual([0, []]);
  const said = await conversation.say(site.lin, '一');
  expect(await feed.latest()).toBe(said.seq);
  expect((await feed.after(0, 10)).map(({ seq }) => seq)).toEqual([said.seq]);
  expect(await feed.after(said.seq, 10)).toEqual([]);
});

test('the sender gets the event first and with the key, the group without it', async () => {
  const said = await conversation.say(site.lin, '一', group, { key: 'k' });
  const [entry] = await feed.after(0, 10);
  expect(entry).toEqual({
    seq: said.seq,
    deliveries: [
      { topic: `user:${site.lin.id}`, data: said },
      { topic: 'group', data: { ...said, key: null } },
    ],
  });
});

test('private messages are published to the two members only', async () => {
  const roomId = await conversation.roomOf(site.lin, site.ming);
  const said = await conversation.say(site.lin, '悄悄话', roomId);
  const [entry] = await feed.after(0, 10);
  expect(reportedIn(entry)).toEqual({
    [`user:${site.lin.id}`]: said,
    [`user:${site.ming.id}`]: { ...said, key: null },
  });
});

test('a held message is published to its sender and the staff, and to the group once released', async () => {
  await site.db.transaction().execute((trx) => saveSettings(trx, 'moderation', { hold: ['茶叶'] }));
  forgetSettings(site.db);
  const held = await conversation.say(site.lin, '卖茶叶');
  expect(Object.keys(reportedIn((await feed.after(0, 10))[0]))).toEqual([`user:${site.lin.id}`, 'staff']);
  expect(await feed.afterFor(site.ming, 0, 10)).toEqual([]);
  expect(await feed.afterFor(site.owner, 0, 10)).toHaveLength(1);
  await site.as(site.owner).chat.release({ body: { id: held.id } });
  const [entry] = await feed.after(held.seq, 10);
  expect(reportedIn(entry).group).toMatchObject({ id: held.id, state: 'shown', pieces: [{ text: '卖茶叶' }] });
});

test('a withdrawal is published without the text', async () => {
  const said = await conversation.say(site.lin, '说错了');
  await site.as(site.lin).chat.withdraw({ body: { id: said.id } });
  const entries = await feed.after(0, 10);
  expect(entries).toHaveLength(1);
  expect(reportedIn(entries[0]).group).toMatchObject({ id: said.id, state: 'withdrawn', pieces: [] });
  expect(JSON.stringify([entries, await feed.afterFor(site.ming, 0, 10)])).not.toContain('说错了');
});

test('a returning member receives only their rooms’ messages, in order and up to the limit', async () => {
  const roomId = await conversation.roomOf(site.lin, site.ming);
  await conversation.say(site.lin, '群一');
  await conversation.say(site.ming, '私一', roomId);
  await conversation.say(site.owner, '群二');
  await conversation.say(site.lin, '私二', roomId);
  const heard = async (viewer: typeof site.lin, since = 0, limit = 10) =>
    (await feed.afterFor(viewer, since, limit)).map(({ data }) => textOf(data as ChatMessage));
  expect(await heard(site.ming)).toEqual(['群一', '私一', '群二', '私二']);
  expect(await heard(site.ming, 0, 2)).toEqual(['群一', '私一']);
  expect(await heard(site.owner)).toEqual(['群一', '群二']);
  const keys = (await feed.afterFor(site.ming, 0, 10)).map(({ data }) => (data as ChatMessage).key !== null);
  expect(keys).toEqual([false, true, false, false]);
});

test('changes come 200 at a time, and the last page says how far it is', async () => {
  for (let n = 0; n < 205; n++) await conversation.say(site.lin, String(n));
  const requested = (seq: number) => site.as(site.ming).chat.changes({ query: { seq } });
  const first = await requested(0);
  const rest = await requested(first.seq);
  expect([first.records.length, first.more, rest.records.length, rest.more]).toEqual([200, true, 5, false]);
  expect([...first.records, ...rest.records].map(textOf)).toEqual(Array.from({ length: 205 }, (_, n) => String(n)));
  expect(await requested(rest.seq)).toEqual({ records: [], seq: rest.seq, more: false });
  expect(rest.seq).toBe(await feed.latest());
});

test('a reader receives 200 messages committed at once, each once, in order and without a gap', async () => {
  const roomId = await conversation.roomOf(site.lin, site.ming);
  const heard: number[] = [];
  let isDone = false;
  const reading = (async () => {
    for (let last = 0, rest = false; !rest; ) {
      rest = isDone;
      const entries = await feed.after(last, 50);
      heard.push(...entries.map(({ seq }) => seq));
      last = entries.at(-1)?.seq ?? last;
      if (entries.length > 0) rest = false;
      await pause(1);
    }
  })();
  const speakers = [site.lin, site.ming, site.owner];
  const said = await Promise.all(
    Array.from({ length: 200 }, (_, n) => {
      const speaker = speakers[n % 3] ?? site.lin;
      return conversation.say(speaker, `第 ${n} 句`, speaker === site.owner || n % 2 ? group : roomId);
    }),
  );
  isDone = true;
  await reading;
  expect(heard).toEqual(said.map(({ seq }) => seq).toSorted((a, b) => a - b));
  expect(heard).toEqual(Array.from({ length: 200 }, (_, n) => n + 1));
  const inOrder = said.toSorted((a, b) => a.seq - b.seq).map(({ id }) => id);
  expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b));
});
