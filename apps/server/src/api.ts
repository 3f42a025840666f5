import manifest from '../package.json' with { type: 'json' };
import { aboutRoutes } from './about/about.routes.ts';
import { accountRoutes } from './accounts/accounts.routes.ts';
import { refuseMuted } from './accounts/refuse-muted.ts';
import { articleRoutes } from './articles/articles.routes.ts';
import { adminAuditRoutes } from './audit/admin-audit.routes.ts';
import { adminBackupRoutes } from './backups/admin-backups.routes.ts';
import type { DeskParts } from './backups/backup-desk.ts';
import { blockRoutes } from './blocks/blocks.routes.ts';
import { adminBoardRoutes } from './board/admin-board.routes.ts';
import { boardRoutes } from './board/board.routes.ts';
import { captchaRoutes } from './captcha/captcha.routes.ts';
import { adminCategoryRoutes } from './categories/admin-categories.routes.ts';
import { categoryRoutes } from './categories/categories.routes.ts';
import { adminChatRoutes } from './chat/admin-chat.routes.ts';
import { chatRoutes } from './chat/chat.routes.ts';
import { chatSafetyRoutes } from './chat/safety.routes.ts';
import { collectRoutes } from './collects/collects.routes.ts';
import { adminCommentRoutes } from './comments/admin-comments.routes.ts';
import { commentRoutes } from './comments/comments.routes.ts';
import { adminContentRoutes } from './content-export/admin-content.routes.ts';
import type { Db } from './db/schema.ts';
import { adminArticleRoutes } from './drafts/admin-articles.routes.ts';
import { draftRoutes } from './drafts/drafts.routes.ts';
import { exportRoutes } from './exports/exports.routes.ts';
import { adminFeedbackRoutes } from './feedback/admin-feedback.routes.ts';
import { feedbackRoutes } from './feedback/feedback.routes.ts';
import { followRoutes } from './follows/follows.routes.ts';
import { homeRoutes } from './home/home.routes.ts';
import { hotRoutes } from './hot/hot.routes.ts';
import { Calls } from './http/calls.ts';
import type { Gate } from './http/gate.ts';
import { adminLinkRoutes } from './links/admin-links.routes.ts';
import { linkRoutes } from './links/links.routes.ts';
import { markdownFileRoutes } from './markdown-files/markdown-files.routes.ts';
import { adminMemberRoutes } from './members/admin-members.routes.ts';
import { memberRoutes } from './members/members.routes.ts';
import { mergeRoutes } from './merges/merges.routes.ts';
import { adminNavigationRoutes } from './navigation/admin-navigation.routes.ts';
import { navigationRoutes } from './navigation/navigation.routes.ts';
import { adminNoticeRoutes } from './notices/admin-notices.routes.ts';
import { noticeRoutes } from './notices/notices.routes.ts';
import { tellOffice } from './office/heard.ts';
import { officeRoutes } from './office/office.routes.ts';
import { passkeyRoutes } from './passkeys/passkeys.routes.ts';
import { adminRegistrationRoutes } from './registration/admin-registration.routes.ts';
import { adminReportRoutes } from './reports/admin-reports.routes.ts';
import { revisionRoutes } from './revisions/revisions.routes.ts';
import { roomRoutes } from './rooms/rooms.routes.ts';
import { adminSayRoutes } from './says/admin-says.routes.ts';
import { sayRoutes } from './says/says.routes.ts';
import type { Search } from './search/search.ts';
import { selfTestRoutes } from './self-tests/self-tests.routes.ts';
import { adminSeriesRoutes } from './series/admin-series.routes.ts';
import { seriesRoutes } from './series/series.routes.ts';
import { sessionRoutes } from './sessions/sessions.routes.ts';
import { setupRoutes } from './setup/setup.routes.ts';
import { shareRoutes } from './shares/shares.routes.ts';
import { signInRoutes } from './sign-ins/sign-ins.routes.ts';
import { adminSettingsRoutes } from './site/admin-settings.routes.ts';
import { refuseWhenOff } from './site/features.ts';
import { refuseInMaintenance } from './site/maintenance.ts';
import { siteRoutes } from './site/site.routes.ts';
import { slugRoutes } from './slugs/slugs.routes.ts';
import { socialRoutes } from './social/social.routes.ts';
import type { Storage } from './storage/storage.ts';
import type { Live } from './stream/hub.ts';
import type { Presence } from './stream/presence.ts';
import type { Running } from './system/admin-system.ts';
import { systemRoutes } from './system/system.routes.ts';
import { adminTagRoutes } from './tags/admin-tags.routes.ts';
import { tagRoutes } from './tags/tags.routes.ts';
import { adminFileRoutes } from './uploads/admin-files.routes.ts';
import { uploadRoutes } from './uploads/uploads.routes.ts';
import type { Visits } from './visits/visits.ts';
import { wechatRoutes } from './wechat/wechat.routes.ts';

const { version } = manifest;

type Parts = {
  db: Db;
  search: Search;
  siteUrl: string;
  storage: Storage;
  visits: Visits;
  live: Live;
  presence: Presence;
  /** What the environment says, for the back office to show and to try. */
  smtpUrl?: string | undefined;
  storageUrl?: string | undefined;
  running: Running;
  gate: Gate;
} & Pick<DeskParts, 'databaseUrl' | 'dataDir' | 'replacing'>;

/** What readers and members call. */
const siteCalls = [
  aboutRoutes,
  accountRoutes,
  articleRoutes,
  blockRoutes,
  boardRoutes,
  captchaRoutes,
  categoryRoutes,
  chatRoutes,
  chatSafetyRoutes,
  collectRoutes,
  commentRoutes,
  draftRoutes,
  exportRoutes,
  feedbackRoutes,
  followRoutes,
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

/** What the back office calls. */
const officeCalls = [
  adminArticleRoutes,
  adminAuditRoutes,
  adminBackupRoutes,
  adminBoardRoutes,
  adminCategoryRoutes,
  adminSeriesRoutes,
  adminChatRoutes,
  adminCommentRoutes,
  adminContentRoutes,
  adminFeedbackRoutes,
  adminFileRoutes,
  adminLinkRoutes,
  adminMemberRoutes,
  adminNavigationRoutes,
  adminNoticeRoutes,
  adminRegistrationRoutes,
  adminReportRoutes,
  adminSayRoutes,
  adminSettingsRoutes,
  adminTagRoutes,
  mergeRoutes,
  officeRoutes,
];

/** The whole API: every noun mounts its calls. */
export function createApi(parts: Parts): Calls {
  const calls = new Calls({
    gate: parts.gate,
    offers: (endpoint) => refuseWhenOff(parts.db, endpoint),
    guard: async (endpoint, viewer) => {
      await refuseInMaintenance(parts.db, endpoint, viewer);
      await refuseMuted(parts.db, endpoint, viewer);
    },
    onWritten: (endpoint) => tellOffice(parts.live, endpoint),
  });
  for (const mount of [...siteCalls, ...officeCalls]) mount(calls.serve, { ...parts, version });
  return calls;
}
