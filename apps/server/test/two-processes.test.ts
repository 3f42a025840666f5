import { createClient } from '@mojian/client';
import { sendByFetch } from '@mojian/client/fetch';
import { api } from '@mojian/contract/all';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createApi } from '../src/api.ts';
import { streamDeps } from '../src/app.ts';
import { createVisits } from '../src/core/visits/visits.ts';
import { openDatabase } from '../src/platform/db/open.ts';
import { handleErrors } from '../src/platform/http/errors.ts';
import { mountCalls } from '../src/platform/http/mount.ts';
import type { Viewer } from '../src/platform/http/viewer.ts';
import { Outbox } from '../src/platform/outbox/outbox.ts';
import { pushByPostgres, pushInProcess } from '../src/platform/push/push.ts';
import { EventBus, type LiveEvent } from '../src/platform/stream/event-bus.ts';
import { LivePresence } from '../src/platform/stream/presence.ts';
import { streamRoutes } from '../src/platform/stream/stream.routes.ts';
import { freshSite } from './fresh-site.ts';
import { hear } from './hear.ts';
import { tokenOf } from './site.ts';

/** Two processes of one site: each has its own connections. On SQLite there is one process, which must do the same. */
const site = freshSite();
let processes: Awaited<ReturnType<typeof startProcess>>[];
const onError = (error: unknown) => expect.fail(String(error));

beforeEach(async () => {
  const first = await startProcess();
  processes = [first, site.dialect === 'postgres' ? await startProcess() : first];
});
afterEach(async () => {
  for (const one of new Set(processes)) await one.close();
});

async function startProcess() {
  const db = openDatabase(site.url);
  const push = site.dialect === 'postgres' ? await pushByPostgres(site.url, () => {}) : pushInProcess();
  const eventBus = new EventBus(push);
  const streams = streamDeps(db);
  const presence = new LivePresence({ push, ...streams, onError });
  const { search, storage, siteUrl, writeBarrier, running, replacing, dataDir, url: databaseUrl } = site;
  const visits = createVisits({ db });
  const process = { writeBarrier, running, replacing, dataDir, databaseUrl };
  const calls = await createApi({ db, search, siteUrl, storage, visits, live: eventBus, presence, ...process });
  const app = Fastify();
  handleErrors(app);
  await mountCalls(app, calls, streams.findViewer);
  streamRoutes(app, { ...streams, eventBus, presence, onError });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const outbox = new Outbox({
    db,
    effects: { live: ({ events }: { events: LiveEvent[] }) => eventBus.publish(events) },
  });

  return {
    address,
    runOutbox: () => outbox.run(),
    as: (viewer: Viewer) =>
      createClient(
        api,
        sendByFetch({ base: address, token: () => tokenOf(viewer), onSignedOut: () => {}, log: onError }),
      ),
    listen: async (viewer: Viewer) => {
      const stream = await hear(address, '?topic=group&topic=presence', { token: tokenOf(viewer) });
      await expect.poll(stream.types).toContain('hello');
      return stream;
    },
    async close() {
      await app.close();
      await push.close();
      await db.destroy();
    },
  };
}

const groupOf = async (one: Awaited<ReturnType<typeof startProcess>>, viewer: Viewer) =>
  (await one.as(viewer).chat.rooms()).data.find(({ kind }) => kind === 'group')?.id ?? 0;
const textsOf = (stream: { data: (type: string) => unknown[] }) =>
  stream.data('chat').map((data) => (data as { pieces: { text: string }[] }).pieces.map(({ text }) => text).join(''));

test('people on different processes chat, in order, see each other come, and a logout is heard in all', async () => {
  const [here, there] = processes as [(typeof processes)[0], (typeof processes)[0]];
  const [lin, ming] = [await here.listen(site.lin), await there.listen(site.ming)];
  const roomId = await groupOf(here, site.lin);
  const says = (n: number) => {
    const [where, who] = n % 2 ? [here, site.lin] : [there, site.ming];
    return where.as(who).chat.send({ body: { roomId, text: `第 ${n} 句`, key: `k${n}` } });
  };
  const sent = await Promise.all(Array.from({ length: 20 }, (_, n) => says(n)));
  const inOrder = sent.sort((a, b) => a.seq - b.seq);
  for (const stream of [lin, ming]) {
    await expect.poll(() => stream.ids('chat')).toEqual(inOrder.map(({ seq }) => seq));
    expect(textsOf(stream)).toEqual(inOrder.map(({ pieces }) => (pieces[0] as { text: string }).text));
  }
  const cameTo = (stream: typeof lin) => {
    const reported = stream.data('presence').flatMap((data) => (data as { on: number[] }).on);
    return [...new Set(reported)].sort((a, b) => a - b);
  };
  for (const stream of [lin, ming])
    await expect.poll(() => cameTo(stream), { timeout: 10_000 }).toEqual([site.lin.id, site.ming.id]);
  await expect.poll(async () => (await there.as(site.ming).chat.rooms()).data[0]?.present, { timeout: 10_000 }).toBe(2);

  await there.as(site.lin).sessions.logout();
  await there.runOutbox();
  await lin.ended;
  expect((await hear(here.address, '', { token: tokenOf(site.lin) })).answer.status).toBe(401);
});

test('private events reach only their two members, in every process', async () => {
  const [here, there] = processes as [(typeof processes)[0], (typeof processes)[0]];
  const streams = [await here.listen(site.lin), await there.listen(site.ming), await there.listen(site.owner)] as const;
  const { id } = await here.as(site.lin).chat.addRoom({ query: { userId: site.ming.id } });
  await here.as(site.lin).chat.send({ body: { roomId: id, text: '悄悄话', key: 'a' } });
  for (const stream of streams.slice(0, 2))
    await expect.poll(() => textsOf(stream as (typeof streams)[0])).toEqual(['悄悄话']);
  await here.as(site.lin).chat.send({ body: { roomId: await groupOf(here, site.lin), text: '大家好', key: 'b' } });
  await expect.poll(() => textsOf(streams[2])).toEqual(['大家好']);
});

test('changing the visibility of one’s presence applies at once', async () => {
  const [here, there] = processes as [(typeof processes)[0], (typeof processes)[0]];
  const [, ming] = [await here.listen(site.lin), await there.listen(site.ming)];
  const reported = () => ming.data('presence') as { on: number[]; off: number[] }[];
  await expect.poll(() => reported().flatMap(({ on }) => on), { timeout: 10_000 }).toContain(site.lin.id);
  await here.as(site.lin).chat.preferences({ body: { presence: false } });
  await expect.poll(() => reported().flatMap(({ off }) => off), { timeout: 10_000 }).toEqual([site.lin.id]);
});
