import { beforeEach, expect, test } from 'vitest';
import { chatIn, textOf } from '../../../test/chat.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { noise } from '../../../test/noise.ts';
import { upload } from '../../../test/upload.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

const site = freshSite();
let conversation: ReturnType<typeof chatIn>;

beforeEach(async () => {
  conversation = chatIn(site);
});

const waits = { id: 'not-allowed', message: '对方接受之前，只能说这一句' };
const count = async () => (await site.db.selectFrom('chatMessages').select('id').execute()).length;
const open = async (one: Viewer, other: Viewer) =>
  (await site.as(one).chat.addRoom({ query: { userId: other.id } })).id;
const accept = (viewer: Viewer, roomId: number) => site.as(viewer).chat.accept({ body: { roomId } });
const follow = (one: Viewer, other: Viewer) => site.as(one).follows.follow({ query: { userId: other.id } });

test('a first message to a stranger is a single chat request that names its sender', async () => {
  const room = await open(site.lin, site.ming);
  expect(await conversation.roomFor(site.lin, room)).toMatchObject({ request: null, closed: '' });
  expect(await conversation.roomFor(site.ming, room)).toBeUndefined();

  await conversation.say(site.lin, '你好，可以请教吗', room);
  expect(await conversation.roomFor(site.lin, room)).toMatchObject({ request: 'sent', closed: waits.message });
  expect(await conversation.roomFor(site.ming, room)).toMatchObject({ request: 'received', closed: '', unread: 1 });

  await expect(conversation.say(site.lin, '在吗', room)).rejects.toMatchObject(waits);
  await expect(conversation.say(site.lin, '在吗', room)).rejects.toMatchObject(waits);
  expect(await count()).toBe(1);
  expect(await conversation.roomFor(site.ming, room)).toMatchObject({ unread: 1 });
});

test('concurrent requests from several windows make one request', async () => {
  const room = await open(site.lin, site.ming);
  const sent = await Promise.allSettled(
    Array.from({ length: 6 }, (_, at) => conversation.say(site.lin, `第${at}句`, room)),
  );
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const one of sent) if (one.status === 'rejected') expect(one.reason).toMatchObject(waits);
  expect(await count()).toBe(1);
});

test.each(['看看 https://a.example/x', '加 www.example.com', 'a.cn'])('a stranger sends no link: %s', async (text) => {
  const room = await open(site.lin, site.ming);
  await expect(conversation.say(site.lin, text, room)).rejects.toMatchObject({ id: 'not-allowed', field: 'text' });
  expect(await count()).toBe(0);
  expect(await conversation.roomFor(site.lin, room)).toMatchObject({ request: null });
});

test('a chat request cannot contain a picture', async () => {
  const url = (await upload(site, site.lin, await noise(16))).data.url;
  const room = await open(site.lin, site.ming);
  await expect(conversation.say(site.lin, '', room, { picture: url })).rejects.toMatchObject({ field: 'picture' });
  expect(await count()).toBe(0);
  await conversation.say(site.ming, '来', room);
  expect((await conversation.say(site.lin, '', room, { picture: url })).picture?.url.split('?')[0]).toBe(url);
});

test('an answer accepts the request, and both may write freely', async () => {
  const room = await open(site.lin, site.ming);
  await conversation.say(site.lin, '你好', room);
  await conversation.say(site.ming, '你好呀', room);
  for (const viewer of [site.lin, site.ming])
    expect(await conversation.roomFor(viewer, room)).toMatchObject({ request: null, closed: '' });
  await conversation.say(site.lin, '看 https://a.example', room);
  await conversation.say(site.lin, '还有', room);
  expect(await count()).toBe(4);
});

test('a request is accepted without an answer too, both are notified, and accepting again does nothing', async () => {
  const room = await open(site.lin, site.ming);
  await conversation.say(site.lin, '你好', room);
  await site.db.deleteFrom('outbox').execute();
  await accept(site.ming, room);
  await accept(site.ming, room);
  const reported = await site.db.selectFrom('outbox').select('payload').where('kind', '=', 'live').execute();
  const events = [site.ming, site.lin].map(({ id }) => ({ topic: `user:${id}`, type: 'room', id: room }));
  expect(reported.map(({ payload }) => JSON.parse(payload))).toEqual([{ events }]);
  await conversation.say(site.lin, '谢谢', room);
  expect(await conversation.roomFor(site.ming, room)).toMatchObject({ request: null, unread: 2 });
});

test('a chat request can be accepted by the addressee only', async () => {
  const room = await open(site.lin, site.ming);
  await conversation.say(site.lin, '你好', room);
  await expect(accept(site.lin, room)).rejects.toMatchObject({ id: 'not-allowed' });
  await expect(accept(site.owner, room)).rejects.toMatchObject({ id: 'not-found' });
  await expect(accept(site.ming, 999)).rejects.toMatchObject({ id: 'not-found' });
  await expect(accept(site.ming, 1)).resolves.toBeNull();
  expect(await conversation.roomFor(site.lin, room)).toMatchObject({ request: 'sent' });
});

test('a member needs no request to write to somebody who follows them, a mere follower does', async () => {
  await follow(site.ming, site.lin);
  const room = await open(site.lin, site.ming);
  await conversation.say(site.lin, '看 https://a.example', room);
  await conversation.say(site.lin, '二', room);
  expect(await conversation.roomFor(site.ming, room)).toMatchObject({ request: null });

  const other = await open(site.lin, await stranger());
  await follow(site.lin, await stranger());
  await conversation.say(site.lin, '一', other);
  await expect(conversation.say(site.lin, '二', other)).rejects.toMatchObject(waits);
});

test('following the sender of a request accepts it', async () => {
  const room = await open(site.lin, site.ming);
  await conversation.say(site.lin, '一', room);
  await follow(site.ming, site.lin);
  expect(await conversation.roomFor(site.lin, room)).toMatchObject({ closed: '' });
  await conversation.say(site.lin, '二', room);
  expect(await conversation.roomFor(site.lin, room)).toMatchObject({ request: null });
});

test('the staff needs no chat request in either direction', async () => {
  for (const role of ['owner', 'admin', 'editor', 'moderator'] as const) {
    await site.db.updateTable('users').set({ role }).where('id', '=', site.owner.id).execute();
    await site.db.deleteFrom('rooms').where('kind', '=', 'private').execute();
    const room = await open(site.lin, site.owner);
    await conversation.say(site.lin, '一', room);
    await conversation.say(site.lin, '二', room);
    const other = await open(site.owner, site.ming);
    await conversation.say(site.owner, '一', other);
    await conversation.say(site.owner, '二', other);
    expect(await conversation.roomFor(site.ming, other), role).toMatchObject({ request: null, unread: 2 });
  }
});

test('withdrawing the request does not allow another one', async () => {
  const room = await open(site.lin, site.ming);
  const { id } = await conversation.say(site.lin, '一', room);
  await site.db.updateTable('chatMessages').set({ state: 'withdrawn', text: '' }).where('id', '=', id).execute();
  await expect(conversation.say(site.lin, '二', room)).rejects.toMatchObject(waits);
});

test('deleting the room refuses the request silently: its sender still waits, and the room stays deleted', async () => {
  const room = await open(site.lin, site.ming);
  await conversation.say(site.lin, '你好', room);
  await site.as(site.ming).chat.deleteRoom({ query: { roomId: room } });
  expect(await conversation.roomFor(site.ming, room)).toBeUndefined();
  expect(await conversation.roomFor(site.lin, room)).toMatchObject({ request: 'sent', closed: waits.message });
  await expect(conversation.say(site.lin, '在吗', room)).rejects.toMatchObject(waits);
  await open(site.lin, site.ming);
  await expect(conversation.say(site.lin, '在吗', room)).rejects.toMatchObject(waits);
  expect(await conversation.roomFor(site.ming, room)).toBeUndefined();
});

test('read marks of a request stay hidden until it is accepted', async () => {
  const heard: string[] = [];
  site.eventBus.onEvent(({ topic, type }) => topic === `user:${site.lin.id}` && heard.push(type));
  const room = await open(site.lin, site.ming);
  const { id } = await conversation.say(site.lin, '你好', room);
  await site.as(site.ming).chat.read({ query: { roomId: room, id } });
  await site.as(site.ming).chat.typing({ body: { roomId: room } });
  expect(await conversation.roomFor(site.lin, room)).toMatchObject({ peerReadId: null, online: null });
  expect(heard).toEqual([]);

  await accept(site.ming, room);
  await site.as(site.ming).chat.typing({ body: { roomId: room } });
  expect(await conversation.roomFor(site.lin, room)).toMatchObject({ peerReadId: id });
  expect(heard).toContain('typing');
});

test('pending requests per day are limited, and an accepted one frees a place', async () => {
  const name = `chat request ${site.lin.id}`;
  await site.db
    .insertInto('limits')
    .values({ name, hits: 19, resetsAt: Date.now() + 60_000 })
    .execute();
  const first = await open(site.lin, site.ming);
  await conversation.say(site.lin, '你好', first);
  const other = await stranger();
  const second = await open(site.lin, other);
  const refused = { id: 'too-many-requests', retryAfter: expect.any(Number) };
  await expect(conversation.say(site.lin, '你好', second)).rejects.toMatchObject(refused);
  expect(await count()).toBe(1);
  await accept(site.ming, first);
  expect(textOf(await conversation.say(site.lin, '你好', second))).toBe('你好');
});

/** Somebody else, who knows nobody. */
async function stranger(): Promise<Viewer> {
  const known = await site.db.selectFrom('users').select('id').where('nickname', '=', '路人').executeTakeFirst();
  const values = { nickname: '路人', nicknameKey: '路人', email: null, passwordHash: null, createdAt: 0 };
  const { id } =
    known ??
    (await site.db
      .insertInto('users')
      .values({ ...values, role: 'member' })
      .returning('id')
      .executeTakeFirstOrThrow());
  return { id, role: 'member', sessionId: 0, signedInAt: 0 };
}
