import { Failure } from '@mojian/contract/platform/failures';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from '../client-address.ts';
import { limitOf } from '../http/rate-limit.ts';
import { tokenOf, type Viewer } from '../http/viewer.ts';
import { addressKey } from '../limits/limits.ts';
import { type EventBus, preferencesTopic, sessionsTopic } from './event-bus.ts';
import { type Feed, FeedReader, resume } from './feed.ts';
import { OpenStream, pauseFrame } from './open-stream.ts';
import type { LivePresence } from './presence.ts';
import { checkStreams, chooseTopics, type StreamBounds, Streams, type WatchDeps, watchStreams } from './streams.ts';

type Deps = {
  eventBus: EventBus;
  feed: Feed;
  presence: LivePresence;
  findViewer: (token: string) => Promise<Viewer | null>;
  bounds?: StreamBounds;
} & Omit<WatchDeps, 'streams'>;

/**
 * Retry delays in milliseconds: random after a broken stream; after a stop spread so that this many reconnect per
 * second.
 */
const within = 2000;
const backEachSecond = 500;

/**
 * `GET /v1/stream?topic=article:12`: server-sent events, read by fetch so that the Authorization header authenticates;
 * members also receive their own topics. `checkAll`: permissions may have changed. `restart`: the database was
 * replaced, with sequence numbers of its own.
 */
export function streamRoutes(app: FastifyInstance, deps: Deps) {
  const { eventBus, feed, presence, findViewer, maySubscribe, onError } = deps;
  const streams = new Streams(deps.bounds);
  const feedReader = new FeedReader({ feed, deliver: (entries) => streams.deliverEntries(entries), onError });
  const watchDeps = { ...deps, streams };
  const stopWatching = watchStreams(watchDeps);
  eventBus.onFeedChange(() => feedReader.readSoon());
  eventBus.onEvent((event) => {
    if (event.topic === sessionsTopic) streams.endSession(event.id);
    else if (event.topic === preferencesTopic) presence.forgetPreference(event.id);
    else streams.deliver(event);
  });
  presence.onChange((change) =>
    streams.sendTo('presence', 'presence', change, ({ viewer }) => viewer !== null && presence.isShowing(viewer.id)),
  );
  app.addHook('preClose', async () => {
    stopWatching();
    feedReader.stop();
    const spread = within + (streams.size / backEachSecond) * 1000;
    for (const stream of streams.all()) stream.end(Math.random() * spread);
    await presence.close();
  });

  app.get<{ Querystring: { topic?: string | string[] } }>(
    '/v1/stream',
    { config: { rateLimit: limitOf({ access: 'anyone' }) } },
    async (request, reply) => {
      const token = tokenOf(request);
      const viewer = token ? await findViewer(token) : null;
      if (token && !viewer) throw new Failure('signed-out');
      const chosen = await chooseTopics([request.query.topic ?? []].flat(), viewer, maySubscribe);
      if (reply.raw.destroyed) return reply.hijack(); // left during the look-up: its `close` is over
      const address = addressKey(addressOf(request));
      if (!streams.hasRoomFor(address))
        throw new Failure('too-many-requests', '打开的页面太多，请关掉一些再试', undefined, 30);

      const stream = new OpenStream(begin(reply), { viewer, ...chosen, address });
      const remove = streams.add(stream);
      if (viewer) presence.came(viewer.id);
      reply.raw.on('close', () => {
        remove();
        if (viewer) presence.left(viewer.id);
        if (streams.size === 0) feedReader.stop();
      });
      // a client that could not catch up reconnects and is told then
      resume(stream, lastIdOf(request), { feed, reader: feedReader }).catch((error) => {
        onError(error);
        stream.drop();
      });
    },
  );
  return {
    count: () => streams.size,
    checkAll: () => checkStreams(streams.all(), watchDeps),
    restart() {
      feedReader.stop();
      for (const stream of streams.all()) stream.end(Math.random() * within);
    },
  };
}

function begin(reply: FastifyReply) {
  reply.hijack();
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  reply.raw.write(pauseFrame(Math.random() * within).plain);
  return reply.raw;
}

function lastIdOf({ headers }: FastifyRequest) {
  const lastEventId = headers['last-event-id'];
  return lastEventId === undefined ? undefined : String(lastEventId);
}
