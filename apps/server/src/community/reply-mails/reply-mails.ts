import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Mail } from '../../platform/mail/mails.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import * as queries from './reply-mails.queries.ts';
import { unsubscribeUrl } from './unsubscribe.ts';

type Deps = { db: Db; siteUrl: string; send: (letter: Mail) => Promise<void>; now?: () => number };

/**
 * The effect that writes to a member of what came in a thread: of what they have still not read, and only if they want
 * letters even now. It sends by itself, so that until the last moment, also after days without a mail server, what was
 * read or taken back is left out.
 */
export async function mailReplyLetter({ db, siteUrl, send, now = Date.now }: Deps, { userId, thread }: queries.Thread) {
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

type News = { reason: string; text: string; title: string; link: string; nickname: string };

type Given = {
  member: { nickname: string; email: string };
  /** Newest first, at least one. */
  news: News[];
  siteUrl: string;
  unsubscribe: string;
};

const quotedAtMost = 3;

/** The letter to a member of what was said to them in one thread. */
function replyLetter({ member, news, siteUrl, unsubscribe }: Given): Mail {
  const [newest] = news as [News, ...News[]];
  const said = news.length === 1 ? whatHappened(newest) : `${placeOf(newest)}有 ${news.length} 条给你的新评论`;
  const rest = news.length - quotedAtMost;
  return {
    to: member.email,
    subject: said,
    lines: [
      `${member.nickname}，你好：`,
      `${said}${news.length > quotedAtMost ? `，最近的 ${quotedAtMost} 条是` : ''}：`,
    ],
    quotes: news.slice(0, quotedAtMost).map(({ nickname, text }) => ({ who: nickname, text })),
    button: {
      words: rest > 0 ? `去看看，还有 ${rest} 条` : '去看看，回一句',
      url: new URL(newest.link, siteUrl).href,
    },
    unsubscribe: {
      why: '你打开了「有人回复时发邮件给我」，所以收到这封信；同一处的评论，一小时里至多写一封。',
      url: unsubscribe,
    },
  };
}

function whatHappened(news: News) {
  const { nickname, reason } = news;
  if (reason === 'reply') return `${nickname} 在${placeOf(news)}回复了你`;
  if (reason === 'mention') return `${nickname} 在${placeOf(news)}提到了你`;
  return `${nickname} 评论了你的${isOnSay(news) ? `说说「${news.title}」` : `文章《${news.title}》`}`;
}

function placeOf(news: News) {
  return isOnSay(news) ? `说说「${news.title}」里` : `《${news.title}》里`;
}

function isOnSay({ link }: News) {
  return link.startsWith('/say');
}

/** The effect that writes the letter. */
export const mailReplies = 'mail-replies';

/** So long a notice waits before it is written of: who is on the site sees it meanwhile, and needs no letter. */
const patience = 120_000;
/** Between two letters about the same thread. */
const pauseBetween = 3_600_000;
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
