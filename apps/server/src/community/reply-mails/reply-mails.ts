import { dayLength, hourLength } from '@mojian/contract/platform/time';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Mail } from '../../platform/mail/mails.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import * as queries from './reply-mails.queries.ts';
import { unsubscribeUrl } from './unsubscribe.ts';

type Deps = { db: Db; siteUrl: string; send: (mail: Mail) => Promise<void>; now?: () => number };

/**
 * Mails a member the unread notices of a thread. Sends the mail itself instead of queueing it, so that what was read,
 * withdrawn or hidden before the last moment, even days later, is left out.
 */
export async function sendReplyMail({ db, siteUrl, send, now = Date.now }: Deps, { userId, thread }: queries.Thread) {
  const about = { userId, thread };
  const due = await db.transaction().execute((trx) => claim(trx, about, now()));
  if (!due) return;
  try {
    await send(replyMail({ ...due, siteUrl, unsubscribe: await unsubscribeUrl(db, siteUrl, userId) }));
  } catch (error) {
    await db.transaction().execute((trx) => queries.changeThread(trx, about, { sentAt: due.lastSentAt }));
    throw error;
  }
  const mailedIds = due.news.map(({ id }) => id);
  await db.transaction().execute((trx) => finish(trx, about, mailedIds, now()));
}

/** Reads what to send and starts the thread's interval first, so that a crash causes no second mail. */
async function claim(trx: Trx, thread: queries.Thread, now: number) {
  const waiting = await queries.lockWaiting(trx, thread);
  if (!waiting) return;
  const mayGoAt = waiting.sentAt + intervalMs;
  // a mail sent in the future was sent before the clock was set back
  if (mayGoAt > now && waiting.sentAt <= now) return enqueue(trx, mailReplies, thread, mayGoAt);

  const [member, news] = [await queries.findMailbox(trx, thread.userId), await queries.listUnread(trx, thread)];
  if (!member || news.length === 0 || !(await queries.mayRead(trx, thread))) return close(trx, thread);
  await queries.changeThread(trx, thread, { sentAt: now });
  return { member, news, lastSentAt: waiting.sentAt };
}

/** Schedules the next mail for notices that arrived meanwhile. */
async function finish(trx: Trx, thread: queries.Thread, mailedIds: number[], now: number) {
  if (!(await queries.lockWaiting(trx, thread))) return;
  await queries.deleteMailNotices(trx, thread, mailedIds);
  const isMore = (await queries.listUnread(trx, thread)).length > 0;
  if (isMore) await enqueue(trx, mailReplies, thread, now + intervalMs);
  else await close(trx, thread);
}

async function close(trx: Trx, thread: queries.Thread) {
  await queries.deleteMailNotices(trx, thread);
  await queries.changeThread(trx, thread, { waitingSince: null });
}

/** Deletes idle threads, so that the table stays small. */
export function dropQuietThreads(db: Db, now = Date.now()) {
  return queries.deleteQuietThreads(db, now - intervalMs);
}

type News = { reason: string; text: string; title: string; link: string; nickname: string };

type ReplyMail = {
  member: { nickname: string; email: string };
  /** Newest first, at least one. */
  news: News[];
  siteUrl: string;
  unsubscribe: string;
};

const quotedAtMost = 3;

function replyMail({ member, news, siteUrl, unsubscribe }: ReplyMail): Mail {
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

export const mailReplies = 'mail-replies';

/** Gives members who are online time to read a notice before it is mailed. */
const waitMs = 120_000;
/** Minimum interval between two mails about one thread. */
const intervalMs = hourLength;
/** After this long the outbox has given up. */
const abandonedAfterMs = dayLength;

/** `thread`: `article:12` or `say:3`. */
export type Expected = { userId: number; thread: string; noticeId: number };

/**
 * Schedules a mail about a notice if its member wants reply mails. One mail per thread and hour covers all its notices. Runs in
 * the transaction that creates the notice.
 */
export async function scheduleReplyMail(trx: Trx, { userId, thread, noticeId }: Expected) {
  if (!(await queries.wantsReplyMails(trx, userId))) return;
  const now = Date.now();
  // locks the thread before its notices change, as sending does, so that no notice is left out in between
  const begun = await queries.beginWaiting(trx, { userId, thread }, now, now - abandonedAfterMs);
  await queries.insertMailNotice(trx, { userId, thread, noticeId });
  if (!begun) return;
  const lastSent = Math.min(begun.sentAt, now); // the clock may have been set back since
  await enqueue(trx, mailReplies, { userId, thread }, Math.max(now + waitMs, lastSent + intervalMs));
}
