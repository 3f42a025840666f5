import type { Trx } from '../../platform/db/schema.ts';
import { tell } from '../../platform/stream/hub.ts';
import type { About, Told } from './notify.ts';
import * as queries from './notify-all.queries.ts';

type Shared = Omit<About, 'userId' | 'actorId'> & Told & { actorId: number | null };

/**
 * Tells many members of the same thing, which one person did or nobody in particular, in a few statements. Who was told of this subject before, read or
 * not, is not told again. At most some hundred at once: their rows are held until the transaction ends. Returns how many were told.
 */
export async function notifyAll(trx: Trx, userIds: number[], { actorId, ...shared }: Shared) {
  const told = await queries.listTold(trx, userIds, shared);
  const untold = userIds.filter((id) => id !== actorId && !told.has(id));
  if (untold.length === 0) return 0;

  const createdAt = Date.now();
  const made = await queries.insertNotices(
    trx,
    untold.map((userId) => ({
      ...shared,
      userId,
      count: actorId === null ? 0 : 1,
      reason: shared.reason ?? '',
      createdAt,
    })),
  );
  if (actorId !== null)
    await queries.insertActors(
      trx,
      made.map(({ id }) => ({ noticeId: id, actorId, createdAt })),
    );
  await tell(trx, ...made.map(({ id, userId }) => ({ topic: `user:${userId}`, type: 'notice', id })));
  return made.length;
}

/** Takes back some of the notices of a subject, and says how many they were: fewer than `most` were the last. */
export async function forgetSomeNotices(trx: Trx, subject: string, most: number) {
  const gone = await queries.deleteSomeAbout(trx, subject, most);
  const told = [...new Set(gone.map(({ userId }) => userId))];
  if (told.length > 0) await tell(trx, ...told.map((id) => ({ topic: `user:${id}`, type: 'notice', id: 0 })));
  return gone.length;
}
