import manifest from '../package.json' with { type: 'json' };
import { aboutRoutes } from './about/about.routes.ts';
import { accountRoutes } from './accounts/accounts.routes.ts';
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

/** The whole API: every noun mounts its calls, by name. */
export function createApi(parts: Parts): Calls {
  const calls = new Calls({
    gate: parts.gate,
    guard: (endpoint, viewer) => refuseInMaintenance(parts.db, endpoint, viewer),
    onWritten: (endpoint) => tellOffice(parts.live, endpoint),
  });
  aboutRoutes(calls.serve, parts);
  accountRoutes(calls.serve, parts);
  articleRoutes(calls.serve, parts);
  blockRoutes(calls.serve, parts);
  boardRoutes(calls.serve, parts);
  captchaRoutes(calls.serve, parts);
  categoryRoutes(calls.serve, parts);
  chatRoutes(calls.serve, parts);
  chatSafetyRoutes(calls.serve, parts);
  collectRoutes(calls.serve, parts);
  commentRoutes(calls.serve, parts);
  draftRoutes(calls.serve, parts);
  exportRoutes(calls.serve, parts);
  feedbackRoutes(calls.serve, parts);
  followRoutes(calls.serve, parts);
  homeRoutes(calls.serve, parts);
  hotRoutes(calls.serve, parts);
  linkRoutes(calls.serve, parts);
  markdownFileRoutes(calls.serve, parts);
  memberRoutes(calls.serve, parts);
  navigationRoutes(calls.serve, parts);
  noticeRoutes(calls.serve, parts);
  passkeyRoutes(calls.serve, parts);
  revisionRoutes(calls.serve, parts);
  roomRoutes(calls.serve, parts);
  sayRoutes(calls.serve, parts);
  selfTestRoutes(calls.serve, parts);
  seriesRoutes(calls.serve, parts);
  sessionRoutes(calls.serve, parts);
  setupRoutes(calls.serve, parts);
  shareRoutes(calls.serve, parts);
  signInRoutes(calls.serve, parts);
  siteRoutes(calls.serve, parts);
  slugRoutes(calls.serve, parts);
  socialRoutes(calls.serve, parts);
  systemRoutes(calls.serve, parts);
  tagRoutes(calls.serve, parts);
  uploadRoutes(calls.serve, parts);
  wechatRoutes(calls.serve, parts);
  serveOffice(calls, parts);
  return calls;
}

/** Those of the back office. */
function serveOffice(calls: Calls, parts: Parts) {
  adminArticleRoutes(calls.serve, parts);
  adminAuditRoutes(calls.serve, parts);
  adminBackupRoutes(calls.serve, parts);
  adminBoardRoutes(calls.serve, parts);
  adminCategoryRoutes(calls.serve, parts);
  adminSeriesRoutes(calls.serve, parts);
  adminChatRoutes(calls.serve, parts);
  adminCommentRoutes(calls.serve, parts);
  adminContentRoutes(calls.serve, parts);
  adminFeedbackRoutes(calls.serve, parts);
  adminFileRoutes(calls.serve, parts);
  adminLinkRoutes(calls.serve, parts);
  adminMemberRoutes(calls.serve, parts);
  adminNavigationRoutes(calls.serve, parts);
  adminNoticeRoutes(calls.serve, parts);
  adminReportRoutes(calls.serve, parts);
  adminSayRoutes(calls.serve, parts);
  adminSettingsRoutes(calls.serve, parts);
  adminTagRoutes(calls.serve, parts);
  mergeRoutes(calls.serve, parts);
  officeRoutes(calls.serve, { ...parts, version });
}
