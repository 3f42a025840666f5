import type { ChatMessage } from '@mojian/contract/chat/messages';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { apiOf } from './api.ts';
import { changeSettings } from './arrange.ts';
import { chatClient } from './chat-client.ts';
import { cuttingProxy } from './cutting-proxy.ts';
import { isLong } from './long.ts';
import { type Member, newCrowd, newMember, tokenFor } from './members.ts';
import { openSite } from './stage.ts';

const { site, startAgain } = openSite({ SAMPLE_CONTENT: '0' });
let proxy: Awaited<ReturnType<typeof cuttingProxy>>;

beforeAll(async () => {
  // before anybody asks: settings are known for a while
  await changeSettings(site, { chat: { group: 'open' } });
  proxy = await cuttingProxy(site);
});
afterAll(() => proxy.close());

const opened: ReturnType<typeof chatClient>[] = [];
afterEach(() => {
  vi.unstubAllGlobals();
  for (const chat of opened.splice(0)) chat.leave();
});

/** Opens a connected chat client of a member. */
async function windowOf(member: Member | null, url = site.url) {
  const token = member ? await tokenFor(site, member) : undefined;
  const chat = chatClient(url, member, token);
  opened.push(chat);
  await expect.poll(() => chat.state().rooms && chat.state().connection).toBe('live');
  const open = () => chat.state().open;
  return { chat, token, open, said: () => open()?.timeline.messages.map(textOf), group: () => chat.state().rooms?.[0] };
}

test('a private talk shows request, answer, unread counts, read marks, typing and withdrawals', async () => {
  const [lin, ming] = [await newMember(site), await newMember(site)];
  const [one, other] = [await windowOf(lin), await windowOf(ming)];
  await one.chat.openRoom({ userId: ming.id });
  one.chat.send({ text: '在吗' });
  const room = () => other.chat.state().rooms?.find(({ peer }) => peer?.id === lin.id);
  await expect.poll(room).toMatchObject({ unread: 1, request: 'received', last: { text: '在吗' } });

  await other.chat.openRoom({ userId: lin.id });
  expect(other.open()?.unreadFrom).toBe(other.open()?.timeline.messages[0]?.id);
  other.chat.seen(other.open()?.timeline.messages[0]?.id ?? 0);
  expect(room()?.unread).toBe(0);

  other.chat.send({ text: '在的' });
  await expect.poll(one.said).toEqual(['在吗', '在的']);
  await expect
    .poll(() => one.open()?.room)
    .toMatchObject({ request: null, online: true, peerReadId: expect.any(Number) });
  one.chat.typing();
  await expect.poll(() => other.open()?.typing.map(({ id }) => id)).toEqual([lin.id]);
  one.chat.send({ text: '喝茶去' });
  await expect.poll(other.said).toEqual(['在吗', '在的', '喝茶去']);
  expect(other.open()?.typing).toEqual([]);

  const [mine] = one.open()?.timeline.messages ?? [];
  if (!mine) throw new Error('nothing was said');
  expect(await one.chat.withdraw(mine)).toBe(true);
  await expect.poll(() => other.open()?.timeline.messages[0]?.state).toBe('withdrawn');
  expect(other.said()).toEqual(['', '在的', '喝茶去']);
});

test('a refused message stays with its reason, later ones are sent, and a dropped one is gone', async () => {
  const lin = await windowOf(await newMember(site));
  await lin.chat.openRoom({ roomId: lin.group()?.id ?? 0 });
  const before = lin.said()?.length ?? 0;
  for (const text of ['第一句', '字'.repeat(2001), '第二句']) lin.chat.send({ text });
  expect(lin.open()?.unsent.map(({ state }) => state)).toEqual(['sending', 'sending', 'sending']);
  await expect.poll(() => lin.said()?.slice(before)).toEqual(['第一句', '第二句']);
  const [refused] = lin.open()?.unsent ?? [];
  expect(refused).toMatchObject({ state: 'failed', why: '消息不能超过 2000 个字', mayRetry: false });
  lin.chat.drop(refused?.key ?? '');
  expect(lin.open()?.unsent).toEqual([]);
});

test('a message dropped during a retry that still arrives is withdrawn for everybody', async () => {
  const [lin, ming] = [await windowOf(await newMember(site)), await windowOf(await newMember(site))];
  const roomId = lin.group()?.id ?? 0;
  await Promise.all([lin, ming].map(({ chat }) => chat.openRoom({ roomId })));
  const [begun, dropped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let tries = 0;
  const real = globalThis.fetch;
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    if (!String(request[0]).endsWith('/v1/im/chat')) return real(...request);
    tries += 1;
    if (tries === 1) throw new TypeError('no network');
    begun.resolve();
    await dropped.promise;
    return real(...request);
  });
  lin.chat.send({ text: '还是不说了' });
  await begun.promise;
  expect(lin.open()?.unsent).toMatchObject([{ state: 'waiting' }]);
  lin.chat.drop(lin.open()?.unsent[0]?.key ?? '');
  dropped.resolve();
  for (const { open } of [lin, ming])
    await expect.poll(() => open()?.timeline.messages.at(-1)?.state, { timeout: 20_000 }).toBe('withdrawn');
  expect(lin.open()?.unsent).toEqual([]);
  expect(tries).toBe(2);
});

test('two windows of one member show the same messages and read marks', async () => {
  const [lin, ming] = [await newMember(site), await newMember(site)];
  const [one, two, other] = [await windowOf(lin), await windowOf(lin), await windowOf(ming)];
  const roomId = one.group()?.id ?? 0;
  await Promise.all([one, two, other].map(({ chat }) => chat.openRoom({ roomId })));
  one.chat.send({ text: '这扇窗' });
  two.chat.send({ text: '那扇窗' });
  for (const { said } of [one, two, other])
    await expect.poll(() => said()?.slice(-2).sort()).toEqual(['这扇窗', '那扇窗']);
  expect([...(one.open()?.unsent ?? []), ...(two.open()?.unsent ?? [])]).toEqual([]);

  other.chat.send({ text: '两扇都看到吗' });
  await expect.poll(() => [one, two].map(({ group }) => group()?.last?.text)).toEqual(['两扇都看到吗', '两扇都看到吗']);
  expect(two.group()?.unread).toBeGreaterThan(0);
  one.chat.seen(one.group()?.last?.id ?? 0);
  await expect.poll(() => two.group()?.unread).toBe(0);
});

test('jumping to an old message only counts new ones, and the loaded pages join without a gap', async () => {
  const [lin, ming] = [await newMember(site), await newMember(site)];
  await crowdSays(90);
  const one = await windowOf(lin);
  const roomId = one.group()?.id ?? 0;
  const all = await wholeHistory(one.token ?? '', roomId);
  const sought = all.at(-70)?.id ?? 0;
  await one.chat.openRoom({ roomId }, sought);
  expect(one.open()).toMatchObject({ sought, timeline: { hasOlder: true, hasNewer: true } });
  const { unread = 0 } = one.group() ?? {};
  const other = await windowOf(ming);
  await other.chat.openRoom({ roomId });
  other.chat.send({ text: '新的' });
  await expect.poll(() => one.group()?.last?.text).toBe('新的');
  expect(one.group()?.unread).toBe(Math.min(100, unread + 1));
  expect(one.said()).not.toContain('新的');
  while (one.open()?.timeline.hasNewer) await one.chat.loadNewer();
  while (one.open()?.timeline.hasOlder) await one.chat.loadOlder();
  expect(one.said()).toEqual([...all.map(textOf), '新的']);

  await one.chat.seek(sought - 100_000);
  expect(one.said()).toHaveLength(all.length + 1);
});

test("a blocked member's messages are hidden in the group until unblocked; deleted messages are gone", async () => {
  const [lin, ming] = [await newMember(site), await newMember(site)];
  const [one, other] = [await windowOf(lin), await windowOf(ming)];
  const roomId = one.group()?.id ?? 0;
  await Promise.all([one, other].map(({ chat }) => chat.openRoom({ roomId })));
  other.chat.send({ text: '烦人的话' });
  await expect.poll(() => one.said()?.at(-1)).toBe('烦人的话');
  expect(await one.chat.block(ming.id)).toBe(true);
  expect(one.said()).not.toContain('烦人的话');
  expect(await one.chat.unblock(ming.id)).toBe(true);
  const message = one.open()?.timeline.messages.at(-1);
  expect(message && textOf(message)).toBe('烦人的话');
  if (message) expect(await one.chat.hide(message)).toBe(true);
  expect(one.said()).not.toContain('烦人的话');
  await one.chat.openRoom({ roomId });
  expect(one.said()).not.toContain('烦人的话');
});

test('a visitor reads an open group and receives new messages', async () => {
  const [visitor, lin] = [await windowOf(null), await windowOf(await newMember(site))];
  await visitor.chat.openRoom(undefined);
  await lin.chat.openRoom({ roomId: lin.group()?.id ?? 0 });
  lin.chat.send({ text: '路过的人也听得到' });
  await expect.poll(() => visitor.said()?.at(-1)).toBe('路过的人也听得到');
  expect(visitor.said()).toEqual(lin.said()?.slice(-(visitor.said()?.length ?? 0)));
});

test('a visitor who was cut off keeps the messages they were reading, and gets those they missed', async () => {
  await crowdSays(40);
  const visitor = await windowOf(null, proxy.url);
  await visitor.chat.openRoom(undefined);
  await visitor.chat.loadOlder();
  const known = visitor.said() ?? [];
  expect(known.length).toBeGreaterThan(30);
  proxy.down();
  await expect.poll(() => visitor.chat.state().connection).toBe('lost');
  await crowdSays(35);
  proxy.up();
  const missed = Array.from({ length: 35 }, (_, n) => `第 ${n} 句`);
  await expect.poll(visitor.said, { timeout: 40_000 }).toEqual([...known, ...missed]);
  expect(visitor.open()?.timeline).toMatchObject({ hasNewer: false, isLoading: null });
});

test('a visitor sees the group when the stream opens before the answers to the first calls', async () => {
  const isLive = Promise.withResolvers<void>();
  const real = globalThis.fetch;
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    const answer = await real(...request);
    if (String(request[0]).includes('/v1/im/')) await isLive.promise;
    return answer;
  });
  const chat = chatClient(site.url, null, undefined);
  opened.push(chat);
  const opening = chat.openRoom(undefined);
  await expect.poll(() => chat.state().connection).toBe('live');
  isLive.resolve();
  await opening;
  await expect.poll(() => chat.state().open?.timeline.isLoading).toBeNull();
});

const speakers = isLong ? 125 : 25;
const rounds = 8;

test('hundreds of messages with random disconnects and a restart arrive once and in order, as do those sent meanwhile', {
  timeout: 120_000,
}, async () => {
  const tokens = await newCrowd(site, speakers);
  const { chat, token = '', group } = await windowOf(await newMember(site), proxy.url);
  const roomId = group()?.id ?? 0;
  await chat.openRoom({ roomId });
  while (chat.state().open?.timeline.hasOlder) await chat.loadOlder();
  const known = chat.state().open?.timeline.messages.length ?? 0;
  const own = Array.from({ length: rounds * 2 }, (_, n) => `自己的第 ${n} 句`);

  for (let round = 0; round < rounds; round += 1) {
    const speaking = tokens.map((one, who) => speak(one, roomId, `${who} 在第 ${round} 轮`));
    for (const text of own.slice(round * 2, round * 2 + 2)) chat.send({ text });
    await passed(Math.random() * 300);
    await hinder[round % hinder.length]?.();
    await Promise.all(speaking);
    await expect.poll(() => chat.state().connection, { timeout: 40_000 }).toBe('live');
  }

  await expect.poll(() => chat.state().open?.unsent, { timeout: 40_000 }).toEqual([]);
  const all = await wholeHistory(token, roomId);
  expect(all).toHaveLength(known + speakers * rounds + own.length);
  const shown = () => chat.state().open?.timeline.messages.map(({ id }) => id) ?? [];
  await expect.poll(() => shown().length, { timeout: 40_000 }).toBeGreaterThanOrEqual(all.length);
  expect(shown()).toEqual(all.map(({ id }) => id));
  expect(all.map(textOf).filter((text) => own.includes(text))).toEqual(own);

  await expect.poll(() => group()?.unread).toBe(100);
  chat.seen(all.at(-1)?.id ?? 0);
  await expect.poll(async () => (await apiOf(site, { token }).chat.rooms()).data[0]?.unread).toBe(0);
});

/** Sends once as one of the crowd, retrying over restarts of the site. */
async function speak(token: string, roomId: number, text: string) {
  const { chat } = apiOf(site, { token });
  const say = () => chat.send({ body: { roomId, text, key: text } });
  while (
    !(await say().then(
      () => true,
      () => false,
    ))
  )
    await passed(200);
}

/** Disturbances of the client's connection, in turn. */
const hinder = [
  async () => proxy.cut(),
  async () => {
    proxy.down();
    await passed(Math.random() * 1500);
    proxy.up();
  },
  async () => {
    proxy.cut();
    await passed(Math.random() * 700);
    proxy.cut();
  },
  restart,
];

let hasRestarted = false;

/** Once, as when the machine is switched off and on: nobody is told. */
async function restart() {
  if (hasRestarted) return proxy.cut();
  hasRestarted = true;
  await site.kill();
  await startAgain();
}

/** Many say something, a little each: there is a limit to what one may say in a minute. */
async function crowdSays(messages: number) {
  const tokens = await newCrowd(site, Math.ceil(messages / 10));
  const roomId = (await apiOf(site, { token: tokens[0] }).chat.rooms()).data[0]?.id ?? 0;
  for (let n = 0; n < messages; n += 1) {
    const body = { roomId, text: `第 ${n} 句`, key: crypto.randomUUID() };
    await apiOf(site, { token: tokens[n % tokens.length] }).chat.send({ body });
  }
}

async function wholeHistory(token: string, roomId: number) {
  const { chat } = apiOf(site, { token });
  const pages: ChatMessage[][] = [];
  for (let before: string | undefined; ; ) {
    const { records, older } = await chat.history({ query: { roomId, ...(before && { before }) } });
    pages.unshift(records);
    if (older === null) return pages.flat();
    before = older;
  }
}

function textOf({ pieces }: ChatMessage) {
  return pieces.map(({ text }) => text).join('');
}

function passed(milliseconds: number) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
