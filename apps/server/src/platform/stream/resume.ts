import { fewAtOnce } from '../limits/few-at-once.ts';
import type { Feed } from './feed.ts';
import { frame } from './frame.ts';
import type { OpenStream } from './open-stream.ts';
import type { Pump } from './pump.ts';

type Parts = { feed: Feed; pump: Pump };

/** Who missed more is told to load anew. */
const toldAtMost = 500;
const bytesAtMost = 1024 * 1024;
/** So many at once read what they missed; when a server comes back, all do. */
const atOnce = 8;
const waitingAtMost = 5000;
const inTurn = fewAtOnce(atOnce, waitingAtMost);

/**
 * What a stream hears first: `hello` with the newest number, or what it missed since the last id it heard and `resumed`,
 * or `reset` where that is too much, or no number that was ever given. It listens already: the rest is held back.
 */
export async function resume(stream: OpenStream, lastId: string | undefined, parts: Parts) {
  const newest = await parts.pump.start();
  const missed = lastId === undefined ? undefined : await inTurn(() => missedBy(stream, lastId, newest, parts));
  const type = lastId === undefined ? 'hello' : missed ? 'resumed' : 'reset';
  for (const bytes of missed?.told ?? []) await stream.write(bytes);
  const id = missed ? missed.upTo : await parts.pump.start();
  await stream.write(frame({ type, topic: 'stream', id, data: { refused: stream.refused } }));
  stream.release(id);
}

async function missedBy({ viewer }: OpenStream, lastId: string, newest: number, { feed }: Parts) {
  const since = /^\d{1,15}$/.test(lastId) ? Number(lastId) : Number.NaN;
  // another process may have told of what this one is only about to read
  if (!viewer || Number.isNaN(since) || (since > newest && since > (await feed.latest()))) return undefined;
  const entries = await feed.afterFor(viewer, since, toldAtMost + 1);
  if (entries.length > toldAtMost) return undefined;
  const topic = `user:${viewer.id}`;
  const told = entries.map(({ seq, data }) => frame({ type: 'chat', topic, id: seq, data }));
  const size = told.reduce((sum, { plain }) => sum + plain.length, 0);
  return size > bytesAtMost ? undefined : { told, upTo: entries.at(-1)?.seq ?? since };
}
