import { Failure } from '@mojian/contract/failures';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Viewer } from '../http/viewer.ts';
import type { Hub, LiveEvent } from './hub.ts';

const heartbeat = 20_000;
/** A page of says has many whose comments are open. */
const topicsAtMost = 24;
/** What anyone may listen to. Only ids are heard: what they stand for is asked for by the ordinary calls. */
const publicTopic = /^(?:(?:article|say):\d{1,10}|says|board)$/;
/** A reader who does not read is let go: what waits for them is memory of ours. */
const waitingAtMost = 64 * 1024;

type Parts = { hub: Hub; findViewer: (token: string) => Promise<Viewer | null> };

/**
 * `GET /v1/stream?topic=article:12`: server-sent events. It is read by fetch, so that the Authorization header tells who
 * listens; a member also hears what concerns them.
 */
export function streamRoutes(app: FastifyInstance, { hub, findViewer }: Parts) {
  const open = new Set<FastifyReply>();
  app.addHook('preClose', async () => {
    for (const reply of open) reply.raw.end();
  });

  app.get<{ Querystring: { topic?: string | string[] } }>('/v1/stream', async (request, reply) => {
    const token = request.headers.authorization?.replace(/^Bearer /i, '');
    const viewer = token ? await findViewer(token) : null;
    if (token && !viewer) throw new Failure('signed-out');
    const topics = topicsOf([request.query.topic ?? []].flat(), viewer);

    reply.hijack();
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    open.add(reply);
    const stop = hub.listen(topics, (event) => send(reply, event));
    const beat = setInterval(() => void keepAlive(reply, token, findViewer), heartbeat).unref();
    reply.raw.write(': open\n\n');
    reply.raw.on('close', () => {
      clearInterval(beat);
      stop();
      open.delete(reply);
    });
  });
}

function topicsOf(asked: string[], viewer: Viewer | null) {
  if (asked.length > topicsAtMost || !asked.every((topic) => publicTopic.test(topic)))
    throw new Failure('invalid-input', '没有这种动静可听', 'topic');
  return viewer ? [...asked, `user:${viewer.id}`] : asked;
}

function send({ raw }: FastifyReply, { type, ...event }: LiveEvent) {
  if (raw.writableLength > waitingAtMost) raw.destroy();
  else raw.write(`event: ${type}\ndata: ${JSON.stringify(event)}\n\n`);
}

/** A session that ended hears no more. */
async function keepAlive(reply: FastifyReply, token: string | undefined, findViewer: Parts['findViewer']) {
  if (token && !(await findViewer(token).catch(() => true))) reply.raw.end();
  else reply.raw.write(': \n\n');
}
