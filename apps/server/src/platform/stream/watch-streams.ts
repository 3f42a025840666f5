import type { Role } from '../http/viewer.ts';
import { beat } from './frame.ts';
import { beatEvery, type OpenStream } from './open-stream.ts';
import type { Streams } from './streams.ts';
import { isStillRight, type MayHear } from './topics.ts';

export type Given = {
  streams: Streams;
  /** Of these sessions, those that have not ended, and their members' roles now. */
  findSessions: (ids: number[]) => Promise<{ id: number; role: Role }[]>;
  mayHear: MayHear;
  onError: (error: unknown) => void;
};

const lookEvery = 1000;
/** A stream that ends because something about its member changed comes back within so many milliseconds. */
const soon = 1000;

/**
 * Gives all streams their signs of life and ends those of sessions that ended or members whose role changed, or that
 * would hear another choice of topics now. One timer and one query for all that are due. Returns the way to stop.
 */
export function watchStreams(given: Given) {
  const timer = setInterval(() => {
    const now = performance.now();
    const due = given.streams.all().filter(({ beatAt }) => beatAt <= now);
    for (const stream of due) stream.beatAt = now + beatEvery;
    if (due.length > 0) void lookAfter(due, given);
  }, lookEvery).unref();
  return () => clearInterval(timer);
}

/** Ends what is not as it was. While the database is away all stays as it is. */
export async function lookAfter(some: OpenStream[], { findSessions, mayHear, onError }: Given) {
  for (const stream of some) stream.send(beat);
  try {
    const ids = some.flatMap(({ viewer }) => (viewer ? [viewer.sessionId] : []));
    const roles = new Map((await findSessions([...new Set(ids)])).map(({ id, role }) => [id, role]));
    for (const stream of some) if (!(await isAsItWas(stream, roles, mayHear))) stream.end(Math.random() * soon);
  } catch (error) {
    onError(error);
  }
}

async function isAsItWas(stream: OpenStream, roles: Map<number, Role>, mayHear: MayHear) {
  const { viewer } = stream;
  if (viewer && roles.get(viewer.sessionId) !== viewer.role) return false;
  return isStillRight(stream, viewer, mayHear);
}
