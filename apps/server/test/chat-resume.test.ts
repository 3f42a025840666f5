import type { ChatMessage } from '@mojian/contract/chat/messages';
import Fastify from 'fastify';
import type { QueryId } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { maySubscribeToChat } from '../src/chat/messages/access.ts';
import { chatFeed, listChanges } from '../src/chat/messages/feed.ts';
import { findViewer } from '../src/core/sessions/sessions.ts';
import type { Db } from '../src/platform/db/schema.ts';
import { pushInProcess } from '../src/platform/push/push.ts';
import { LivePresence } from '../src/platform/stream/presence.ts';
import { streamRoutes } from '../src/platform/stream/stream.routes.ts';
import { chatIn, textOf } from './chat.ts';
import { freshSite } from './fresh-site.ts';
import { hear } from './hear.ts';
import { tokenOf } from './site.ts';

const site = freshSite();
let conversation: ReturnType<typeof chatIn>;
beforeEach(() => {
  conversation = chatIn(site);
});

/** A database where `act` happens once, right after the changed rooms of a member were read. */
function afterRooms(db: Db, act: () => Promise<unknown>): Db {
  const ofRooms = new WeakSet<QueryId>();
  let isDone = false;
  return db.withPlugin({
    transformQuery({ node, queryId }) {
      if (node.kind === 'SelectQueryNode' && JSON.stringify(node.from).includes('"rooms"')) ofRooms.add(queryId);
      return node;
    },
    async transformResult({ queryId, result }) {
      if (isDone || !ofRooms.has(queryId)) return result;
      isDone = true;
      await act();
      return result;
    },
  });
}

test('a resumed stream gets what is said in another room between its statements, once and in order', async () => {
  const room = await conversation.roomOf(site.lin, site.ming);
  const first = await conversation.say(site.owner, '一');
  const db = afterRooms(site.db, async () => {
    await conversation.say(site.ming, '二', room);
    await conversation.say(site.owner, '三');
  });
  const app = Fastify();
  const onError = (error: unknown) => expect(error).toBeUndefined();
  streamRoutes(app, {
    eventBus: site.eventBus,
    feed: chatFeed(db),
    presence: new LivePresence({ push: pushInProcess(), findShowing: async () => [], onError }),
    findViewer: (token) => findViewer(site.db, token),
    findSessions: async () => [],
    maySubscribe: (topic, viewer) => maySubscribeToChat(site.db, topic, viewer),
    onError,
  });
  try {
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const headers = { token: tokenOf(site.lin), 'last-event-id': String(first.seq - 1) };
    const stream = await hear(address, '?topic=group', headers);
    await expect.poll(stream.types).toContain('resumed');
    await conversation.say(site.ming, '四', room);
    const heard = () => stream.data('chat').map((message) => textOf(message as ChatMessage));
    await expect.poll(() => heard().at(-1)).toBe('四');
    expect(heard()).toEqual(['一', '二', '三', '四']);
    expect(stream.ids('resumed')).toEqual([first.seq]);
    const again = await hear(address, '?topic=group', { ...headers, 'last-event-id': String(first.seq + 3) });
    await expect.poll(() => again.ids('resumed')).toEqual([first.seq + 3]);
    expect(again.ids('chat')).toEqual([]);
    for (const one of [stream, again]) await one.leave();
  } finally {
    await app.close();
  }
});

test('a page of changes misses nothing below its number that is said in another room between its statements', async () => {
  const room = await conversation.roomOf(site.lin, site.ming);
  for (let n = 1; n <= 199; n++) await conversation.say(site.owner, String(n));
  const db = afterRooms(site.db, async () => {
    await conversation.say(site.ming, '私', room);
    for (const text of ['甲', '乙']) await conversation.say(site.owner, text);
  });
  const first = await listChanges(db, site.lin, 0);
  const next = await listChanges(db, site.lin, first.seq);
  expect([...first.records, ...next.records].slice(-4).map(textOf)).toEqual(['199', '私', '甲', '乙']);
  expect([first.more, next.more]).toEqual([false, false]);
  expect(await listChanges(db, site.lin, next.seq)).toEqual({ records: [], more: false, seq: next.seq });
});
