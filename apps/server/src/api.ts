import type { FastifyInstance } from 'fastify';
import manifest from '../package.json' with { type: 'json' };
import { blockRoutes } from './chat/blocks/blocks.routes.ts';
import { chatRoutes } from './chat/messages/messages.routes.ts';
import { removeReported } from './chat/messages/moderate-messages.ts';
import { countUnreadChat } from './chat/rooms/list-rooms.ts';
import { roomRoutes } from './chat/rooms/rooms.routes.ts';
import { boardRoutes } from './community/board/board.routes.ts';
import { commentRoutes } from './community/comments/comments.routes.ts';
import { adminFeedbackRoutes, feedbackRoutes } from './community/feedback/feedback.routes.ts';
import { adminReportRoutes } from './community/reports/reports.routes.ts';
import { sayRoutes } from './community/says/says.routes.ts';
import { articleRoutes } from './content/articles/articles.routes.ts';
import { adminCategoryRoutes, categoryRoutes } from './content/categories/categories.routes.ts';
import { collectRoutes } from './content/collects/collects.routes.ts';
import { adminArticleRoutes, draftRoutes } from './content/drafts/drafts.routes.ts';
import { markdownFileRoutes } from './content/markdown-files/markdown-files.routes.ts';
import { adminRedirectRoutes } from './content/redirects/redirects.routes.ts';
import { revisionRoutes } from './content/revisions/revisions.routes.ts';
import { adminSeriesRoutes, seriesRoutes } from './content/series/series.routes.ts';
import { shareRoutes } from './content/shares/shares.routes.ts';
import { slugRoutes } from './content/slugs/slugs.routes.ts';
import { adminTagRoutes, tagRoutes } from './content/tags/tags.routes.ts';
import { adminAuditRoutes, auditFileRoutes } from './core/audit/admin-audit.routes.ts';
import { captchaRoutes } from './core/captcha/captcha.routes.ts';
import { adminNoticeRoutes, noticeRoutes } from './core/notices/notices.routes.ts';
import { notifyOffice } from './core/notices/office-changes.ts';
import { sessionRoutes } from './core/sessions/sessions.routes.ts';
import { refuseInMaintenance, refuseWhenOff } from './core/settings/features.ts';
import { adminSettingsRoutes, siteRoutes } from './core/settings/settings.routes.ts';
import { adminFileRoutes, uploadRoutes } from './core/uploads/uploads.routes.ts';
import type { Visits } from './core/visits/visits.ts';
import { accountRoutes } from './members/accounts/accounts.routes.ts';
import { refuseMuted } from './members/accounts/staff-acts.ts';
import { followRoutes } from './members/follows/follows.routes.ts';
import { guestRoutes } from './members/guests/guests.routes.ts';
import { adminMemberRoutes, memberRoutes } from './members/members/members.routes.ts';
import { mergeRoutes } from './members/merges/merges.routes.ts';
import { passkeyRoutes } from './members/passkeys/passkeys.routes.ts';
import { adminRegistrationRoutes } from './members/registration/admin-registration.routes.ts';
import { signInRoutes } from './members/sign-ins/sign-ins.routes.ts';
import { socialRoutes } from './members/social/social.routes.ts';
import { wechatRoutes } from './members/wechat/wechat.routes.ts';
import { adminBackupRoutes, backupFileRoutes } from './operations/backups/admin-backups.routes.ts';
import type { BackupDeps } from './operations/backups/backup-work.ts';
import { adminContentRoutes, contentFileRoutes } from './operations/content-export/content-export.routes.ts';
import { archiveFileRoutes, exportRoutes } from './operations/exports/exports.routes.ts';
import { adminImportRoutes, importFileRoutes } from './operations/import/imports.routes.ts';
import { officeRoutes } from './operations/office/office.routes.ts';
import { selfTestRoutes } from './operations/self-tests/self-tests.routes.ts';
import { setupRoutes } from './operations/setup/setup.routes.ts';
import type { Running } from './operations/system/admin-system.ts';
import { systemRoutes } from './operations/system/system.routes.ts';
import { aboutRoutes } from './pages/about/about.routes.ts';
import { homeRoutes } from './pages/home/home.routes.ts';
import { hotRoutes } from './pages/hot/hot.routes.ts';
import { adminLinkRoutes, linkRoutes } from './pages/links/links.routes.ts';
import { adminNavigationRoutes, navigationRoutes } from './pages/navigation/navigation.routes.ts';
import type { Db } from './platform/db/schema.ts';
import { Calls } from './platform/http/calls.ts';
import type { WriteBarrier } from './platform/http/write-barrier.ts';
import type { Search } from './platform/search/search.ts';
import type { Storage } from './platform/storage/storage.ts';
import type { Live } from './platform/stream/event-bus.ts';
import type { Presence } from './platform/stream/presence.ts';

const { version } = manifest;

type Deps = {
  db: Db;
  search: Search;
  siteUrl: string;
  storage: Storage;
  visits: Visits;
  live: Live;
  presence: Presence;
  /** Environment shown and tested by the admin. */
  smtpUrl?: string | undefined;
  storageUrl?: string | undefined;
  running: Running;
  writeBarrier: WriteBarrier;
} & Pick<BackupDeps, 'databaseUrl' | 'dataDir' | 'replacing'>;

/** Calls of readers and members. */
const siteCalls = [
  aboutRoutes,
  accountRoutes,
  articleRoutes,
  blockRoutes,
  boardRoutes,
  captchaRoutes,
  categoryRoutes,
  chatRoutes,
  collectRoutes,
  commentRoutes,
  draftRoutes,
  exportRoutes,
  feedbackRoutes,
  followRoutes,
  guestRoutes,
  homeRoutes,
  hotRoutes,
  linkRoutes,
  markdownFileRoutes,
  memberRoutes,
  navigationRoutes,
  noticeRoutes,
  passkeyRoutes,
  revisionRoutes,
  roomRoutes,
  sayRoutes,
  selfTestRoutes,
  seriesRoutes,
  sessionRoutes,
  setupRoutes,
  shareRoutes,
  signInRoutes,
  siteRoutes,
  slugRoutes,
  socialRoutes,
  systemRoutes,
  tagRoutes,
  uploadRoutes,
  wechatRoutes,
];

/** Calls of the admin. */
const officeCalls = [
  adminArticleRoutes,
  adminAuditRoutes,
  adminBackupRoutes,
  adminCategoryRoutes,
  adminSeriesRoutes,
  adminContentRoutes,
  adminImportRoutes,
  adminFeedbackRoutes,
  adminFileRoutes,
  adminLinkRoutes,
  adminMemberRoutes,
  adminNavigationRoutes,
  adminNoticeRoutes,
  adminRedirectRoutes,
  adminRegistrationRoutes,
  adminReportRoutes,
  adminSettingsRoutes,
  adminTagRoutes,
  mergeRoutes,
  officeRoutes,
];

/** The whole API: every noun mounts its calls. */
export function createApi(deps: Deps): Calls {
  const calls = new Calls({
    writeBarrier: deps.writeBarrier,
    offers: (endpoint) => refuseWhenOff(deps.db, endpoint),
    guard: async (endpoint, viewer) => {
      await refuseInMaintenance(deps.db, endpoint, viewer);
      await refuseMuted(deps.db, endpoint, viewer);
    },
    onWritten: (endpoint) => notifyOffice(deps.live, endpoint),
  });
  for (const mount of [...siteCalls, ...officeCalls])
    mount(calls.serve, { ...deps, version, countUnreadChat, removeReportedChat: removeReported });
  return calls;
}

/** Serves downloads outside the API's envelope. */
export function downloadRoutes(app: FastifyInstance, deps: { db: Db; storage: Storage; dataDir: string }) {
  archiveFileRoutes(app, deps);
  backupFileRoutes(app, deps);
  auditFileRoutes(app, deps);
  contentFileRoutes(app, deps);
  importFileRoutes(app, deps);
}
