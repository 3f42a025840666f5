import { createApi } from '../../apps/server/src/api.ts';
import { createVisits } from '../../apps/server/src/core/visits/visits.ts';
import { Updates } from '../../apps/server/src/operations/system/updates.ts';
import { readConfig } from '../../apps/server/src/platform/config.ts';
import type { Db, Trx } from '../../apps/server/src/platform/db/schema.ts';
import type { Viewer } from '../../apps/server/src/platform/http/viewer.ts';
import { WriteBarrier } from '../../apps/server/src/platform/http/write-barrier.ts';
import { Jobs } from '../../apps/server/src/platform/jobs/jobs.ts';
import { LogRing } from '../../apps/server/src/platform/logs/log-ring.ts';
import { pushInProcess } from '../../apps/server/src/platform/push/push.ts';
import { createSearch, type Search } from '../../apps/server/src/platform/search/search.ts';
import { localStorage } from '../../apps/server/src/platform/storage/local-storage.ts';
import { EventBus } from '../../apps/server/src/platform/stream/event-bus.ts';
import { nobodyPresent } from '../../apps/server/src/platform/stream/presence.ts';
import { command, testDatabase } from '../../apps/server/test/database.ts';

const rooms = 200;
const atOnce = 500;
const group = 1;

/** Starts a site whose group and one private room have this many messages each; its member has 200 rooms besides. */
export async function startChat(messages: number) {
  const { db, dialect, url, close } = await testDatabase();
  const search = createSearch(dialect);
  const viewers = await people(db);
  const [me, peer] = viewers as [Viewer, Viewer];
  const big = await pair(db, me, peer);
  let seq = 0;
  for (const roomId of [group, big])
    seq = await conversation(db, search, { roomId, from: seq, messages, viewers: [me, peer] });
  for (const other of viewers.slice(2)) {
    const roomId = await pair(db, me, other);
    seq = await conversation(db, search, { roomId, from: seq, messages: 3, viewers: [other] });
  }
  await db.updateTable('chatSequence').set({ seq }).execute();
  if (dialect === 'postgres') await command(url, 'analyze');
  const pieces = {
    db,
    search,
    siteUrl: 'https://mojian.example',
    visits: createVisits({ db }),
    presence: nobodyPresent,
    running: {
      config: readConfig({}),
      jobs: new Jobs({ db, jobs: [], onFailure: () => {} }),
      logs: new LogRing(),
      updates: new Updates(db),
      proxy: { isUnseen: false },
    },
  };
  const writeBarrier = new WriteBarrier();
  const replacing = { db, quiet: writeBarrier.runExclusive.bind(writeBarrier), onReplaced: async () => {} };
  const place = { writeBarrier, replacing, databaseUrl: url, dataDir: '/nowhere' };
  const calls = await createApi({
    ...pieces,
    ...place,
    storage: localStorage('/nowhere'),
    live: new EventBus(pushInProcess()),
  });
  const call = async (name: string, input: { query?: object; body?: object }, viewer = me) =>
    (await calls.answer(name, input, { viewer, address: '', agent: '' })).envelope.data;
  return { db, messages, people: viewers, me, peer, big, group, seq, call, close };
}

export type ChatSite = Awaited<ReturnType<typeof startChat>>;

async function people(db: Db): Promise<Viewer[]> {
  const rows = Array.from({ length: rooms + 2 }, (_, n) => ({ nickname: `会员${n}`, nicknameKey: `会员${n}` }));
  const shared = { role: 'member', email: null, passwordHash: null, createdAt: 1 } as const;
  const made = await db
    .insertInto('users')
    .values(rows.map((row) => ({ ...row, ...shared })))
    .returning('id')
    .execute();
  const ids = made.map(({ id }) => id).sort((a, b) => a - b);
  return ids.map((id) => ({ id, role: 'owner', sessionId: id, signedInAt: 0 }));
}

async function pair(db: Db, one: Viewer, other: Viewer) {
  const { id } = await db
    .insertInto('rooms')
    .values({ kind: 'private', pair: `${one.id}-${other.id}`, askedBy: null, createdAt: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const members = [one, other].map((member) => ({ roomId: id, userId: member.id, listed: 1 }));
  await db.insertInto('roomMembers').values(members).execute();
  return id;
}

type Conversation = { roomId: number; from: number; messages: number; viewers: Viewer[] };

async function conversation(db: Db, search: Search, { from, messages, ...place }: Conversation) {
  for (let done = 0; done < messages; done += atOnce)
    await db
      .transaction()
      .execute((trx) => write(trx, search, { ...place, from: from + done, count: Math.min(atOnce, messages - done) }));
  return from + messages;
}

type Batch = { roomId: number; from: number; count: number; viewers: Viewer[] };

/** Mentions 灯塔 in a message of a thousand. */
async function write(trx: Trx, search: Search, { roomId, from, count, viewers }: Batch) {
  const rows = Array.from({ length: count }, (_, n) => {
    const seq = from + n + 1;
    const text = `第 ${seq} 句，今天天气不错${seq % 1000 === 0 ? '，去看灯塔' : ''}`;
    const senderId = viewers[seq % viewers.length]?.id ?? 0;
    return { seq, roomId, text, senderId, sendKey: String(seq), createdAt: seq * 1000 };
  });
  const made = await trx.insertInto('chatMessages').values(rows).returning(['id', 'text']).execute();
  for (const { id, text } of made) await search.lines.index(trx, { id, scope: roomId, text });
  const lastId = Math.max(...made.map(({ id }) => id));
  await trx.updateTable('rooms').set({ lastId }).where('id', '=', roomId).execute();
}
