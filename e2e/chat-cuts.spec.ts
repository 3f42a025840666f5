import type { ChatMessage } from '@mojian/contract/chat';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiOf } from './api.ts';
import { chatClient } from './chat-client.ts';
import { cuttingProxy } from './cutting-proxy.ts';
import { newCrowd, newMember, tokenFor } from './members.ts';
import { type Site, startSite } from './site.ts';

let site: Site;
let proxy: Awaited<ReturnType<typeof cuttingProxy>>;

beforeAll(async () => {
  site = await startSite();
  proxy = await cuttingProxy(site);
});
afterAll(async () => {
  proxy.close();
  await site.remove();
});

const speakers = 25;
const each = 40;
const own = 20;

test('1,000 messages with random cuts and a restart: each arrives once, in order, and so does what is sent meanwhile', {
  timeout: 120_000,
}, async () => {
  const tokens = await newCrowd(site, speakers);
  const listener = await newMember(site);
  const token = await tokenFor(site, listener);
  const chat = chatClient(proxy.url, listener, token);
  await expect.poll(() => chat.state().rooms?.[0]).toBeDefined();
  const roomId = chat.state().rooms?.[0]?.id ?? 0;
  await chat.openRoom({ roomId });

  let isOver = false;
  const cuts = cutAtRandom(
    () => chat.state().connection === 'live',
    () => isOver,
  );
  const speaking = tokens.map((one, index) => speak(one, index, roomId));
  for (let n = 1; n <= own; n += 1) {
    chat.send({ text: `自己的第 ${n} 句` });
    await passed(250);
    if (n === own / 2) await restart();
  }
  await Promise.all(speaking);
  isOver = true;
  expect(await cuts).toBeGreaterThan(3);
  await expect.poll(() => chat.state().open?.unsent, { timeout: 30_000 }).toEqual([]);

  const all = await wholeHistory(token, roomId);
  expect(all).toHaveLength(speakers * each + own);
  const shown = () => chat.state().open?.stretch.messages.map(({ id }) => id) ?? [];
  await expect.poll(() => shown().length, { timeout: 30_000 }).toBeGreaterThanOrEqual(all.length);
  expect(shown()).toEqual(all.map(({ id }) => id));
  const ownTexts = all.filter(({ sender }) => sender.id === listener.id).map(textOf);
  expect(ownTexts).toEqual(Array.from({ length: own }, (_, index) => `自己的第 ${index + 1} 句`));
  await expect.poll(() => chat.state().rooms?.[0]?.unread).toBe(100);
  chat.seen(all.at(-1)?.id ?? 0);
  await expect.poll(async () => (await apiOf(site, { token }).chat.rooms()).data[0]?.unread).toBe(0);
  chat.leave();
});

/** One of the crowd, whose own connection is sound: what they say is said once. */
async function speak(token: string, who: number, roomId: number) {
  for (let n = 0; n < each; n += 1) {
    const body = { roomId, text: `${who} 的第 ${n} 句`, key: `${who}-${n}` };
    while (
      !(await apiOf(site, { token })
        .chat.send({ body })
        .then(
          () => true,
          () => false,
        ))
    )
      await passed(200);
    await passed(Math.random() * 200);
  }
}

/** Whenever all is well, the connection breaks a moment later; every other time the network stays away for a while. */
async function cutAtRandom(isLive: () => boolean, isOver: () => boolean) {
  let cuts = 0;
  while (!isOver()) {
    await passed(Math.random() * 400);
    if (!isLive()) continue;
    cuts += 1;
    if (cuts % 2 === 0) proxy.cut();
    else {
      proxy.down();
      await passed(Math.random() * 800);
      proxy.up();
    }
  }
  return cuts;
}

/** As when the machine is switched off and on: nobody is told. */
async function restart() {
  const { dataDir: DATA_DIR, url } = site;
  await site.kill();
  site = await startSite({ DATA_DIR, PORT: new URL(url).port });
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
