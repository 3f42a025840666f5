import type { Feature } from '@mojian/contract/platform/features';
import { readSay } from './api.ts';
import { quoteCardFolder } from './content/quote-cards/quote-card-pictures.routes.ts';
import { coverFolder } from './core/covers/cover.ts';
import { hasFeature } from './core/settings/features.ts';
import { backupJobsOf } from './operations/operations.jobs.ts';
import type { Updates } from './operations/system/updates.ts';
import type { Config } from './platform/config.ts';
import { isShared } from './platform/db/dialect.ts';
import type { Db } from './platform/db/schema.ts';
import type { Job } from './platform/jobs/jobs.ts';
import type { Search } from './platform/search/search.ts';
import type { Storage } from './platform/storage/storage.ts';
import { tables } from './tables.ts';

export type Workers = { db: Db; config: Config; search: Search; storage: Storage; updates: Updates };

/** Periodic jobs of a running site, each loaded at its first run. */
export function jobsOf(workers: Workers): Job[] {
  const sqliteOnly = isShared(workers.db) ? [] : [compressing(workers)];
  return [
    ...publishingOf(workers),
    findingPhotographs(workers),
    indexingWritings(workers),
    ...alertingOf(workers),
    forgettingNetworks(workers),
    readingNeighbours(workers),
    ...cleanUpsOf(workers),
    ...upkeepOf(workers),
    ...backupJobsOf(workers),
    ...drawingJobsOf(workers),
    ...sqliteOnly,
  ];
}

function compressing({ db }: Workers): Job {
  return {
    name: '压缩文章的正文',
    everySeconds: 3600,
    run: async (stopping) => (await import('./content/articles/compress-html.ts')).compressHtml(db, stopping),
  };
}

function findingPhotographs({ db }: Workers): Job {
  return {
    name: '找文章的第一张照片',
    everySeconds: 600,
    run: async (stopping) => (await import('./content/articles/photographs.ts')).findPhotographs(db, stopping),
  };
}

function indexingWritings({ db, search }: Workers): Job {
  return {
    name: '把新写的收进检索',
    everySeconds: 10,
    run: async (stopping) => (await import('./pages/search/index-writings.ts')).indexWritings({ db, search }, stopping),
  };
}

function forgettingNetworks({ db }: Workers): Job {
  return {
    name: '忘掉三十天前访客的网段',
    erases: true,
    everySeconds: 3600,
    run: async () => (await import('./community/guest-comments/guest-comments.ts')).forgetNetworks(db),
  };
}

function publishingOf({ db, search, storage, config }: Workers): Job[] {
  const { siteUrl } = config;
  return [
    {
      name: '删除注销到期的账号',
      erases: true,
      everySeconds: 3600,
      run: async () =>
        (await import('./members/accounts/close-account.ts')).finishClosing({ db, tables, search, storage }),
    },
    {
      name: '发布到时间的文章',
      everySeconds: 10,
      run: async (stopping) => (await import('./content/drafts/due.ts')).publishDue({ db, search, siteUrl }, stopping),
    },
    {
      name: '选相关文章',
      everySeconds: 30,
      run: async (stopping) => (await import('./content/articles/related.ts')).chooseDue({ db, search }, stopping),
    },
    {
      name: '清空回收站',
      erases: true,
      everySeconds: 3600,
      run: async (stopping) => (await import('./content/drafts/trash.ts')).purgeTrash({ db, search }, stopping),
    },
    {
      name: '删除收起来的内容',
      erases: true,
      everySeconds: 3600,
      run: async (stopping) =>
        (await import('./members/taken-down/taken-down.ts')).purgeTakenDown({ db, search }, stopping),
    },
    {
      name: '清理过期的登录与钥匙',
      erases: true,
      everySeconds: 3600,
      run: async () => (await import('./core/access-keys/open-key.ts')).dropEnded(db),
    },
    {
      name: '清理未通过的注册申请',
      erases: true,
      everySeconds: 24 * 3600,
      run: async () => (await import('./members/registration/applications.ts')).forgetRefused(db),
    },
    {
      name: '清理过期的一次性凭证',
      everySeconds: 3600,
      run: async () => (await import('./platform/tickets/tickets.ts')).dropOldTickets(db),
    },
  ];
}

function alertingOf({ db, config }: Workers): Job[] {
  return [
    {
      name: '合成站外提醒',
      everySeconds: 10,
      run: async (stopping) => (await import('./core/alerts/bundle-alerts.ts')).bundleAlerts(db, stopping),
    },
    {
      name: '看磁盘与寄信',
      everySeconds: 600,
      run: async () =>
        (await import('./operations/system/watch-health.ts')).watchHealth({ db, dataDir: config.dataDir }),
    },
    {
      name: '清理送过的站外提醒',
      erases: true,
      everySeconds: 24 * 3600,
      run: async () => (await import('./core/alerts/bundle-alerts.ts')).dropOldAlerts(db),
    },
  ];
}

/** Runs a job only while the feature is on. */
function whileOn(db: Db, feature: Feature, run: Job['run']): Job['run'] {
  return async (stopping) => ((await hasFeature(db, feature)) ? run(stopping) : undefined);
}

function readingNeighbours({ db, config }: Workers): Job {
  return {
    name: '读友邻的新文章',
    everySeconds: 600,
    run: whileOn(db, 'neighbours', async (stopping) =>
      (await import('./pages/neighbours/read-feeds.ts')).readFeeds({ db, siteUrl: config.siteUrl, stopping }),
    ),
  };
}

function cleanUpsOf({ db, config }: Workers): Job[] {
  const { siteUrl } = config;
  return [
    {
      name: '清理过期的验证码',
      everySeconds: 3600,
      run: async () => (await import('./members/accounts/mail-codes.ts')).dropOldCodes(db),
    },
    {
      name: '清理过期的数据包',
      erases: true,
      everySeconds: 3600,
      run: async () => (await import('./operations/exports/exports.ts')).dropOldArchives(db),
    },
    {
      name: '清理过期的计数',
      everySeconds: 3600,
      run: async () => (await import('./platform/limits/limits.ts')).dropOldLimits(db),
    },
    {
      name: '清理九十天前的搜索',
      erases: true,
      everySeconds: 24 * 3600,
      run: async () => (await import('./pages/search/searches.ts')).dropOldSearches(db),
    },
    {
      name: '检查友链',
      everySeconds: 3600,
      run: whileOn(db, 'links', async (stopping) =>
        (await import('./pages/links/link-checks.ts')).checkLinks({ db, siteUrl, stopping }),
      ),
    },
    {
      name: '清理过时的通知',
      erases: true,
      everySeconds: 24 * 3600,
      run: async (stopping) => (await import('./core/notices/notices.ts')).dropOldNotices(db, stopping),
    },
    {
      name: '清理一年前的操作记录',
      erases: true,
      everySeconds: 24 * 3600,
      run: async () => (await import('./core/audit/admin-audit.ts')).forgetOldActs(db),
    },
    {
      name: '清理处理已久的举报摘录',
      erases: true,
      everySeconds: 24 * 3600,
      run: async () => (await import('./community/reports/reports.ts')).deleteOldExcerpts(db),
    },
  ];
}

function upkeepOf({ db, search, storage, updates, config }: Workers): Job[] {
  const { siteUrl } = config;
  return [
    {
      name: '精简旧的历史版本',
      erases: true,
      everySeconds: 24 * 3600,
      run: async (stopping) => (await import('./content/revisions/keep-revisions.ts')).thinRevisions(db, stopping),
    },
    {
      name: '清理过期的分享链接',
      erases: true,
      everySeconds: 3600,
      run: async () => (await import('./content/shares/shares.ts')).dropOldShares(db),
    },
    {
      name: '清理已发过邮件的回复记录',
      erases: true,
      everySeconds: 3600,
      run: async () => (await import('./community/reply-mails/reply-mails.ts')).dropQuietThreads(db),
    },
    {
      name: '清理给关注者写过信的记录',
      erases: true,
      everySeconds: 24 * 3600,
      run: async () => (await import('./members/follower-mails/follower-mails.ts')).dropOldMails(db),
    },
    {
      name: '清理过期的登录码',
      everySeconds: 60,
      run: async () => (await import('./members/wechat/clean-up.ts')).dropOldWechat(db),
    },
    {
      name: '获取搬来的文章里的网络图片',
      everySeconds: 30,
      run: async (stopping) =>
        (await import('./operations/import/remote-pictures.ts')).fetchRemotePictures(
          { db, storage, siteUrl },
          { stopping },
        ),
    },
    {
      name: '给等着的旧评论找文章',
      everySeconds: 3600,
      run: async () =>
        (await import('./operations/import/decide-waiting.ts')).placeAllWaiting({ db, search, storage, siteUrl }),
    },
    { name: '检查新版本', everySeconds: 24 * 3600, run: () => updates.ask() },
  ];
}

function drawingJobsOf({ db, config }: Workers): Job[] {
  return [
    {
      name: '画还没画好的封面',
      everySeconds: 600,
      firstAfterSeconds: 60,
      run: async (stopping) => {
        const { drawAhead } = await import('./content/article-covers/draw-ahead.ts');
        await drawAhead({ db, folder: coverFolder(config.dataDir) }, stopping);
      },
    },
    {
      name: '清理裁过的字体',
      everySeconds: 24 * 3600,
      run: async () => (await import('./core/typeface/cut-font.ts')).dropOldFonts(`${config.dataDir}/fonts`),
    },
    {
      name: '清理画过的笺',
      erases: true,
      everySeconds: 24 * 3600,
      run: async () => {
        const folder = quoteCardFolder(config.dataDir);
        await (await import('./content/quote-cards/quote-card-picture.ts')).dropOldQuoteCards({ db, readSay, folder });
      },
    },
    {
      name: '收集标题用到的字',
      everySeconds: 3600,
      run: async (stopping) =>
        (await import('./core/typeface/site-characters.ts')).collectCharacters({ db, tables }, stopping),
    },
  ];
}
