import { beforeEach, expect, test } from 'vitest';
import { atOnce } from '../../../test/at-once.ts';
import { chatIn, group, textOf } from '../../../test/chat.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { createSearch } from '../../platform/search/search.ts';
import { nextSeq } from './feed.ts';
import { GroupPosts } from './group-posts.ts';

const site = freshSite();
let conversation: ReturnType<typeof chatIn>;

beforeEach(async () => {
  conversation = chatIn(site);
});

const count = async () => (await site.db.selectFrom('chatMessages').select('id').execute()).length;

test('a group message is returned to its sender with the key, to others without', async () => {
  const before = Date.now();
  const sent = await site
    .as(site.lin, { address: '202.96.128.86' })
    .chat.send({ body: { roomId: group, text: '  大家好\r\n吃了吗 ', key: 'k1' } });
  expect(sent).toMatchObject({
    roomId: group,
    sender: { id: site.lin.id, nickname: '小林', badge: null },
    state: 'shown',
    pieces: [{ text: '大家好\n吃了吗' }],
    picture: null,
    quote: null,
    place: '广东',
    key: 'k1',
  });
  expect(Date.parse(sent.createdAt)).toBeGreaterThanOrEqual(before);
  const { records, older, newer, seq } = await conversation.history(site.ming);
  expect(records).toEqual([{ ...sent, key: null }]);
  expect([older, newer, seq]).toEqual([null, null, sent.seq]);
  expect((await conversation.say(site.owner, '好')).sender.badge).toBe('owner');
});

test('a repeated key stores once and returns the stored message', async () => {
  const first = await conversation.say(site.lin, '一', group, { key: 'same' });
  expect(await conversation.say(site.lin, '二', group, { key: 'same' })).toEqual(first);
  expect(await count()).toBe(1);
  expect((await conversation.say(site.ming, '三', group, { key: 'same' })).id).not.toBe(first.id);
});

test('a key sent twice concurrently stores one message', async () => {
  const all = await Promise.all(
    Array.from({ length: 8 }, () => conversation.say(site.lin, '一', group, { key: 'same' })),
  );
  expect(new Set(all.map(({ id }) => id)).size).toBe(1);
  expect(await count()).toBe(1);
});

test('messages sent at once are stored once each, numbered without a repetition', async () => {
  const people = [site.lin, site.ming, site.owner];
  const all = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      conversation.say(people[at % 3] ?? site.lin, `第${at}句`, group, { key: `k${at}` }),
    ),
  );
  expect(all.map(textOf)).toEqual(Array.from({ length: 12 }, (_, at) => `第${at}句`));
  expect(new Set(all.map(({ seq }) => seq)).size).toBe(12);
  expect(await count()).toBe(12);
});

test('a message that cannot be stored fails none of those it came with', async () => {
  const posts = new GroupPosts({ db: site.db, search: createSearch(site.dialect) });
  const message = { picture: '', quoteId: null, state: 'shown', place: '', reasons: '[]', createdAt: 1 } as const;
  const post = (senderId: number, roomId: number) =>
    posts.post({ message: { ...message, senderId, roomId, text: '你好', sendKey: 'k' }, mentionable: [] });
  const results = await Promise.allSettled([
    post(site.lin.id, group),
    post(site.ming.id, 999),
    post(site.owner.id, group),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await count()).toBe(2);
});

test('concurrent sends of two windows are serialized, and both are stored', async () => {
  const [, second] = await atOnce(site, nextSeq, () => conversation.say(site.lin, '二'));
  expect(second.status).toBe('fulfilled');
  expect(await count()).toBe(1);
});

test.each([
  ['', '消息不能为空'],
  [' \n\u200b', '消息不能为空'],
  ['字'.repeat(2001), '消息不能超过 2000 个字'],
  ['字'.repeat(10_000), '消息不能超过 2000 个字'],
  ['字'.repeat(30_000), '消息不能超过 2000 个字'],
])('%#: is refused and leaves nothing behind', async (text, message) => {
  await expect(conversation.say(site.lin, text)).rejects.toMatchObject({ id: 'invalid-input', field: 'text', message });
  expect(await count()).toBe(0);
});

test('2,000 emoji are not too long', async () => {
  expect(textOf(await conversation.say(site.lin, '😀'.repeat(2000)))).toBe('😀'.repeat(2000));
});

test('a foreign room is not found', async () => {
  const id = await conversation.roomOf(site.lin, site.ming);
  for (const roomId of [id, 999])
    await expect(conversation.say(site.owner, '我也在', roomId)).rejects.toMatchObject({
      id: 'not-found',
      field: 'roomId',
    });
  expect(await count()).toBe(0);
});

test('sender and time cannot be set by the body', async () => {
  const say = async (more: object) => {
    const payload = { roomId: group, text: '冒名', key: 'k', ...more };
    const headers = { authorization: `token-${site.ming.id}` };
    return (await site.app.inject({ method: 'POST', url: '/v1/im/chat', headers, payload })).json();
  };
  for (const field of ['senderId', 'userId', 'createdAt'])
    expect(await say({ [field]: site.lin.id })).toMatchObject({ code: 400, message: `不认识的字段：${field}` });
  const { data } = await say({});
  expect(data.sender.id).toBe(site.ming.id);
  expect(Date.parse(data.createdAt)).toBeGreaterThan(Date.now() - 60_000);
});

test('an address becomes a link', async () => {
  const { pieces } = await conversation.say(site.lin, '看 www.a.cn。');
  expect(pieces).toEqual([{ text: '看 ' }, { text: 'www.a.cn', href: 'https://www.a.cn/' }, { text: '。' }]);
});

test('markup stays text', async () => {
  const text = '<img src=x onerror=alert(1)> &amp; **粗** [a](javascript:alert(1))';
  expect((await conversation.say(site.lin, text)).pieces).toEqual([{ text }]);
});

test('a quote must be of the same room', async () => {
  const roomId = await conversation.roomOf(site.lin, site.ming);
  const requested = await conversation.say(site.lin, '吃了吗', roomId);
  const answer = await conversation.say(site.ming, '吃了', roomId, { quoteId: requested.id });
  expect(answer.quote).toMatchObject({
    id: requested.id,
    sender: '小林',
    text: '吃了吗',
    isGone: false,
    isBlocked: false,
  });

  for (const quoteId of [requested.id, 999])
    await expect(conversation.say(site.lin, '在群里', group, { quoteId })).rejects.toMatchObject({
      id: 'not-found',
      field: 'quoteId',
    });
  expect(await count()).toBe(2);
});
