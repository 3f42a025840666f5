import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Letter } from '../../platform/mail/mails.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { mailReplies, pauseBetween } from './expect-reply-letter.ts';
import { replyLetter } from './reply-letter.ts';
import * as queries from './reply-letters.queries.ts';
import { unsubscribeUrl } from './unsubscribe.ts';

type Parts = { db: Db; siteUrl: string; send: (letter: Letter) => Promise<void>; now?: () => number };

/**
 * The effect that writes to a member of what came in a thread: of what they have still not read, and only if they want
 * letters even now. It sends by itself, so that until the last moment, also after days without a mail server, what was
 * read or taken back is left out.
 */
export async function mailReplyLetter(
  { db, siteUrl, send, now = Date.now }: Parts,
  { userId, thread }: queries.Thread,
) {
  const about = { userId, thread };
  const due = await db.transaction().execute((trx) => claim(trx, about, now()));
  if (!due) return;
  try {
    await send(replyLetter({ ...due, siteUrl, unsubscribe: await unsubscribeUrl(db, siteUrl, userId) }));
  } catch (error) {
    await db.transaction().execute((trx) => queries.changeThread(trx, about, { sentAt: due.lastSentAt }));
    throw error;
  }
  const told = due.news.map(({ id }) => id);
  await db.transaction().execute((trx) => finish(trx, about, told, now()));
}

/** What the letter says. From here on the thread's hour runs: should the process die now, there is none too many. */
async function claim(trx: Trx, thread: queries.Thread, now: number) {
  const waiting = await queries.lockWaiting(trx, thread);
  if (!waiting) return;
  const mayGoAt = waiting.sentAt + pauseBetween;
  // one sent in the future was sent before the clock was set back
  if (mayGoAt > now && waiting.sentAt <= now) return enqueue(trx, mailReplies, thread, mayGoAt);

  const [member, news] = [await queries.findMailbox(trx, thread.userId), await queries.listUnread(trx, thread)];
  if (!member || news.length === 0) return close(trx, thread);
  await queries.changeThread(trx, thread, { sentAt: now });
  return { member, news, lastSentAt: waiting.sentAt };
}

/** What came while the letter was written is for the next one. */
async function finish(trx: Trx, thread: queries.Thread, told: number[], now: number) {
  if (!(await queries.lockWaiting(trx, thread))) return;
  await queries.forgetNotices(trx, thread, told);
  const isMore = (await queries.listUnread(trx, thread)).length > 0;
  if (isMore) await enqueue(trx, mailReplies, thread, now + pauseBetween);
  else await close(trx, thread);
}

async function close(trx: Trx, thread: queries.Thread) {
  await queries.forgetNotices(trx, thread);
  await queries.changeThread(trx, thread, { waitingSince: null });
}

/** Forgets threads that are quiet: a member of many is not looked up among them for ever. */
export function dropQuietThreads(db: Db, now = Date.now()) {
  return queries.deleteQuietThreads(db, now - pauseBetween);
}
