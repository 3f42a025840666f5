import type { Trx } from '../../platform/db/schema.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import * as queries from './reply-letters.queries.ts';

/** The effect that writes the letter. */
export const mailReplies = 'mail-replies';

/** So long a notice waits before it is written of: who is on the site sees it meanwhile, and needs no letter. */
const patience = 120_000;
/** Between two letters about the same thread. */
export const pauseBetween = 3_600_000;
/** A letter that did not get out for so long never will: the outbox has given it up. */
const givenUpAfter = 24 * 3_600_000;

/** `thread`: what was commented on, `article:12`. */
export type Expected = { userId: number; thread: string; noticeId: number };

/**
 * A notice of a comment is to be written of, should its member want letters and not have seen it in time. However many
 * come in an hour, one letter tells of them all. Called in the transaction that makes the notice.
 */
export async function expectReplyLetter(trx: Trx, { userId, thread, noticeId }: Expected) {
  if (!(await queries.wantsLetters(trx, userId))) return;
  const now = Date.now();
  // the thread's row is locked before its notices change, here as where the letter is written: none slips in between
  const begun = await queries.beginWaiting(trx, { userId, thread }, now, now - givenUpAfter);
  await queries.insertNotice(trx, { userId, thread, noticeId });
  if (!begun) return;
  const lastSent = Math.min(begun.sentAt, now); // the clock may have been set back since
  await enqueue(trx, mailReplies, { userId, thread }, Math.max(now + patience, lastSent + pauseBetween));
}
