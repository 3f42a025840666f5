import type { Feature } from '@mojian/contract/core/features';
import { dropQuietThreads } from './community/reply-mails/reply-mails.ts';
import { deleteOldExcerpts } from './community/reports/reports.ts';
import { publishDue } from './content/drafts/publish.ts';
import { purgeTrash } from './content/drafts/trash.ts';
import { thinRevisions } from './content/revisions/keep-revisions.ts';
import { dropOldShares } from './content/shares/shares.ts';
import { forgetOldActs } from './core/audit/admin-audit.ts';
import { dropOldNotices } from './core/notices/notices.ts';
import { dropEndedSessions } from './core/sessions/sessions.ts';
import { hasFeature } from './core/settings/features.ts';
import { finishClosing } from './members/accounts/close-account.ts';
import { dropOldCodes } from './members/accounts/mail-codes.ts';
import { forgetRefused } from './members/registration/applications.ts';
import { dropOldWechat } from './members/wechat/clean-up.ts';
import { backUpOnSchedule } from './operations/backups/schedule.ts';
import { dropOldArchives } from './operations/exports/exports.ts';
import { fetchRemotePictures } from './operations/import/remote-pictures.ts';
import { placeAllWaiting } from './operations/import/settle.ts';
import type { Updates } from './operations/system/updates.ts';
import { checkLinks } from './pages/links/link-checks.ts';
import type { Config } from './platform/config.ts';
import type { Db } from './platform/db/schema.ts';
import type { Job } from './platform/jobs/jobs.ts';
import { dropOldLimits } from './platform/limits/limits.ts';
import type { Search } from './platform/search/search.ts';
import type { Storage } from './platform/storage/storage.ts';
import { dropOldTickets } from './platform/tickets/tickets.ts';

export type Workers = { db: Db; config: Config; search: Search; storage: Storage; updates: Updates };

/** Periodic jobs of a running site. */
export function jobsOf({ db, config, search, storage, updates }: Workers): Job[] {
  const { siteUrl } = config;
  const whileOn =
    (feature: Feature, run: Job['run']): Job['run'] =>
    async (stopping) =>
      (await hasFeature(db, feature)) ? run(stopping) : undefined;
  return [
    { name: '删除注销到期的账号', everySeconds: 3600, run: () => finishClosing({ db, search, storage }) },
    { name: '发布到时间的文章', everySeconds: 10, run: (stopping) => publishDue({ db, search, siteUrl }, stopping) },
    { name: '清空回收站', everySeconds: 3600, run: (stopping) => purgeTrash({ db, search }, stopping) },
    { name: '清理过期的登录', everySeconds: 3600, run: () => dropEndedSessions(db) },
    { name: '清理未通过的注册申请', everySeconds: 24 * 3600, run: () => forgetRefused(db) },
    { name: '清理过期的一次性凭证', everySeconds: 3600, run: () => dropOldTickets(db) },
    { name: '清理过期的验证码', everySeconds: 3600, run: () => dropOldCodes(db) },
    { name: '清理过期的数据包', everySeconds: 3600, run: () => dropOldArchives(db) },
    { name: '清理过期的计数', everySeconds: 3600, run: () => dropOldLimits(db) },
    {
      name: '检查友链',
      everySeconds: 3600,
      run: whileOn('links', (stopping) => checkLinks({ db, siteUrl, stopping })),
    },
    { name: '清理过时的通知', everySeconds: 24 * 3600, run: (stopping) => dropOldNotices(db, stopping) },
    { name: '清理一年前的操作记录', everySeconds: 24 * 3600, run: () => forgetOldActs(db) },
    { name: '清理处理已久的举报摘录', everySeconds: 24 * 3600, run: () => deleteOldExcerpts(db) },
    { name: '精简旧的历史版本', everySeconds: 24 * 3600, run: (stopping) => thinRevisions(db, stopping) },
    { name: '清理过期的分享链接', everySeconds: 3600, run: () => dropOldShares(db) },
    { name: '清理已发过邮件的回复记录', everySeconds: 3600, run: () => dropQuietThreads(db) },
    { name: '清理过期的登录码', everySeconds: 60, run: () => dropOldWechat(db) },
    { name: '定时备份', everySeconds: 600, run: (stopping) => backUpOnSchedule({ db, storage, ...config }, stopping) },
    {
      name: '获取搬来的文章里的网络图片',
      everySeconds: 30,
      run: (stopping) => fetchRemotePictures({ db, storage, siteUrl }, { stopping }),
    },
    { name: '给等着的旧评论找文章', everySeconds: 3600, run: () => placeAllWaiting({ db, search, storage, siteUrl }) },
    { name: '检查新版本', everySeconds: 24 * 3600, run: () => updates.ask() },
  ];
}
