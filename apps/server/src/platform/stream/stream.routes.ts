import { Failure } from '@mojian/contract/platform/failures';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limitOf } from '../http/rate-limit.ts';
import { tokenOf, type Viewer } from '../http/viewer.ts';
import { addressKey } from '../limits/limits.ts';
import { type Feed, FeedReader, resume } from './feed.ts';
import { type Hub, sessionsTopic, wishesTopic } from './hub.ts';
import { OpenStream, pauseFrame } from './open-stream.ts';
import type { LivePresence } from './presence.ts';
import { chooseTopics, lookAfter, type StreamBounds, Streams, type WatchDeps, watchStreams } from './streams.ts';

type Deps = {
  hub: Hub;
  feed: Feed;
  presence: LivePresence;
  findViewer: (token: string) => Promise<Viewer | null>;
  bounds?: StreamBounds;
} & Omit<WatchDeps, 'streams'>;

/** After a stream that broke browsers come back within so many milliseconds; after a stop so many of them in a second. */
const within = 2000;
const backEachSecond = 500;

/**
 * `GET /v1/stream?topic=article:12`: server-sent events. It is read by fetch, so that the Authorization header tells who
 * listens; a member also hears what concerns them. `lookAgain`: what is allowed may have changed. `beginAnew`: the database
 * is another one, with numbers of its own.
 */
export function streamRoutes(app: FastifyInstance, deps: Deps) {
  const { hub, feed, presence, findViewer, mayHear, onError } = deps;
  const streams = new Streams(deps.bounds);
  const feedReader = new FeedReader({ feed, tell: (entries) => streams.tell(entries), onError });
  const watchDeps = { ...deps, streams };
  const stopWatching = watchStreams(watchDeps);
  hub.onPoke(() => feedReader.poke());
  hub.onEvent((event) => {
    if (event.topic === sessionsTopic) streams.endSession(event.id);
    else if (event.topic === wishesTopic) presence.askAgain(event.id);
    else streams.deliver(event);
  });
  presence.onChange((change) =>
    streams.give('presence', 'presence', change, ({ viewer }) => viewer !== null && presence.isShowing(viewer.id)),
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
      const chosen = await chooseTopics([request.query.topic ?? []].flat(), viewer, mayHear);
      const address = addressKey(request.ip);
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
      // whoever could not be told what they missed comes back and is told then
      resume(stream, lastIdOf(request), { feed, pump: feedReader }).catch((error) => {
        onError(error);
        stream.drop();
      });
    },
  );
  return {
    lookAgain: () => lookAfter(streams.all(), watchDeps),
    beginAnew() {
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
