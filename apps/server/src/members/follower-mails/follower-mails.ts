import { dayLength, hourLength } from '@mojian/contract/platform/time';
import { unsubscribeUrls } from '../../community/reply-mails/unsubscribe.ts';
import { mailFollowersEffect } from '../../content/announce/announce.ts';
import { lockPublished } from '../../content/article-rows/article-rows.ts';
import { listArticlePaths } from '../../content/slugs/slugs.ts';
import { lockSettings, readSettings } from '../../core/settings/settings.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { enqueueMail, type Mail } from '../../platform/mail/mails.ts';
import { canMail } from '../../platform/mail/smtp-url.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import * as queries from './follower-mails.queries.ts';

type Deps = { db: Db; siteUrl: string; smtpUrl?: string | undefined; now?: () => number };
type Step = { articleId: number; after: number };

/** Bounds a transaction: on SQLite it holds up every other write. */
const atOnce = 20;

/**
 * Queues the mails of one batch of followers who want them, and the next batch: at once, or when the hour of the site's
 * quota has room again. A mail has the title and the summary that lists show. Ends when the article is no longer published.
 */
export async function mailNextFollowers({ db, siteUrl, smtpUrl, now = Date.now }: Deps, step: Step) {
  const { mail } = await readSettings(db);
  if (mail.followersHourly === 0 || !canMail(mail, smtpUrl)) return;
  const [path = ''] = await listArticlePaths(db, [step.articleId]);
  const leave = await unsubscribeUrls(db, siteUrl, 'mail-on-article', now());
  const batch = { hourly: mail.followersHourly, url: siteUrl + path, leave, now: now() };
  await db.transaction().execute((trx) => mailBatch(trx, step, batch));
}

type Batch = { hourly: number; url: string; leave: (userId: number) => string; now: number };

async function mailBatch(trx: Trx, { articleId, after }: Step, { hourly, url, leave, now }: Batch) {
  if (!(await lockPublished(trx, articleId))) return;
  const article = await queries.findArticle(trx, articleId);
  if (!article) return;
  await lockSettings(trx, 'mail'); // the mails of two articles count together
  const sent = await queries.countSince(trx, { after: now - hourLength, now });
  const room = hourly - sent.total;
  if (room <= 0) return enqueue(trx, mailFollowersEffect, { articleId, after }, sent.oldest + hourLength);

  const limit = Math.min(atOnce, room);
  const readers = await queries.listReaders(trx, { authorId: article.authorId, after, limit, now });
  for (const reader of readers)
    if (await queries.insertMail(trx, { articleId, userId: reader.id, queuedAt: now }))
      await enqueueMail(trx, articleMail({ reader, article, url, leave: leave(reader.id) }));
  const last = readers[limit - 1];
  if (last) await enqueue(trx, mailFollowersEffect, { articleId, after: last.id } satisfies Step);
}

type ArticleMail = {
  reader: { nickname: string; email: string };
  article: { title: string; summary: string; author: string };
  url: string;
  leave: string;
};

function articleMail({ reader, article: { title, summary, author }, url, leave }: ArticleMail): Mail {
  return {
    to: reader.email,
    subject: `${author} 写了《${title}》`,
    lines: [
      `${reader.nickname}，你好：`,
      `你关注的 ${author} 发布了新文章《${title}》。`,
      ...(summary ? [summary] : []),
    ],
    button: { words: '去读', url },
    unsubscribe: {
      why: `你关注了 ${author}，又打开了「有新文章写信给我」，所以收到这封信；一篇文章只写一次。`,
      url: leave,
    },
  };
}

/** Deletes what is older than any queue of mails. */
export function dropOldMails(db: Db, now = Date.now()) {
  return queries.deleteBefore(db, now - 60 * dayLength);
}
