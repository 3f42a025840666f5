import { indexChatAfter } from './chat/messages/search-messages.ts';
import { type Expected, mailReplies, sendReplyMail } from './community/reply-mails/reply-mails.ts';
import { announceEffects, mailFollowersEffect } from './content/announce/announce.ts';
import { chooseCovers, chooseCoversEffect, drawCoverEffect } from './content/article-covers/article-covers.ts';
import { measureCoverEffect } from './content/article-rows/album-rows.ts';
import { measureCover } from './content/articles/album-cover.ts';
import { indexArticlesAfter } from './content/articles/index-articles.ts';
import { chooseRelated, chooseRelatedEffect } from './content/articles/related.ts';
import { dropOpenings, dropOpeningsEffect } from './content/articles/stored-once.ts';
import { sendAlertEffect } from './core/alerts/bundle-alerts.ts';
import { sendAlert } from './core/alerts/send-alert.ts';
import { coverFolder, drawAll } from './core/covers/cover.ts';
import { sendBroadcast, sendBroadcastEffect } from './core/notices/broadcast.ts';
import { dropIfUnshown, dropUnshown } from './core/uploads/drop-picture.ts';
import { mailNextFollowers } from './members/follower-mails/follower-mails.ts';
import { proposeClaim } from './members/guests/claim.ts';
import { writeByWechat, writeByWechatEffect } from './members/wechat/write-by-wechat.ts';
import { buildArchive } from './operations/exports/exports.ts';
import { keepLinkPicture, keepLinkPictureEffect } from './pages/links/link-checks.ts';
import type { Db } from './platform/db/schema.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import { sendMail } from './platform/mail/mails.ts';
import { enqueue } from './platform/outbox/outbox.ts';
import type { Push } from './platform/push/push.ts';
import { type PageChange, publishPageChanges } from './platform/render/page-changes.ts';
import type { Search } from './platform/search/search.ts';
import type { Storage } from './platform/storage/storage.ts';
import { type EventBus, type LiveEvent, notifyFeedEffect } from './platform/stream/event-bus.ts';
import { tables } from './tables.ts';

type Helpers = {
  db: Db;
  dataDir: string;
  search: Search;
  siteUrl: string;
  smtpUrl?: string | undefined;
  storage: Storage;
  push: Push;
  eventBus: EventBus;
  mailer: Mailer;
  warn: (line: string) => void;
};

/** Effects run from the outbox after commit. */
export function effectsOf({ db, dataDir, search, siteUrl, smtpUrl, storage, push, eventBus, mailer, warn }: Helpers) {
  return {
    ...announceEffects({ db, siteUrl, warn }),
    'index-again': (step: Parameters<typeof indexAgain>[1]) => indexAgain({ db, search }, step),
    [chooseRelatedEffect]: {
      together: (chosen: { id: number }[]) =>
        chooseRelated(
          { db, search },
          chosen.map(({ id }) => id),
        ),
    },
    [chooseCoversEffect]: (step: Parameters<typeof chooseCovers>[1]) => chooseCovers(db, step),
    [drawCoverEffect]: async ({ number }: { number: number }) => void (await drawAll(coverFolder(dataDir), number)),
    [measureCoverEffect]: (article: { id: number }) => measureCover({ db, storage }, article),
    [dropOpeningsEffect]: (step: { after: number }) => dropOpenings(db, step),
    live: {
      together: (batches: { events: LiveEvent[] }[]) => eventBus.deliver(batches.flatMap(({ events }) => events)),
    },
    [notifyFeedEffect]: async () => eventBus.notifyFeed(),
    'drop-pages': { together: (changes: PageChange[]) => publishPageChanges(push, changes) },
    [keepLinkPictureEffect]: (link: { id: number }) => keepLinkPicture({ db, storage, siteUrl }, link),
    [sendBroadcastEffect]: (step: Parameters<typeof sendBroadcast>[1]) => sendBroadcast(db, step),
    'build-data-archive': (build: Parameters<typeof buildArchive>[1]) => buildArchive({ db, tables, siteUrl }, build),
    [sendAlertEffect]: (alert: { id: number }) => sendAlert({ db, siteUrl, smtpUrl }, alert),
    [sendMail]: mailer.send,
    [mailFollowersEffect]: (step: Parameters<typeof mailNextFollowers>[1]) =>
      mailNextFollowers({ db, siteUrl, smtpUrl }, step),
    'propose-claim': (proposed: { userId: number }) => proposeClaim({ db, tables, smtpUrl }, proposed),
    [dropUnshown]: (picture: Parameters<typeof dropIfUnshown>[1]) => dropIfUnshown({ db, tables, storage }, picture),
    [writeByWechatEffect]: async ({ messageId }: { messageId: string }) =>
      void (await writeByWechat({ db, storage, siteUrl }, messageId)),
    [mailReplies]: (thread: Expected) => sendReplyMail({ db, siteUrl, send: mailer.send }, thread),
  };
}

type Step = { what: 'articles' | 'chat'; after: number };

/** Re-indexes a batch, then enqueues the next: used after an update that changed the index. */
export async function indexAgain({ db, search }: { db: Db; search: Search }, { what, after }: Step) {
  const last = await (what === 'articles' ? indexArticlesAfter : indexChatAfter)(db, search, after);
  if (last === undefined) return;
  await db.transaction().execute((trx) => enqueue(trx, 'index-again', { what, after: last } satisfies Step));
}
