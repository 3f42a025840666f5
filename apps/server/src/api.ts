import type { FastifyInstance } from 'fastify';
import manifest from '../package.json' with { type: 'json' };
import type { removeReported } from './chat/messages/moderate-messages.ts';
import type { countUnreadChat } from './chat/rooms/list-rooms.ts';
import type { Deps as ReportDeps } from './community/reports/admin-reports.ts';
import { refuseMuted } from './core/identity/mutes.ts';
import { requireConfirmed } from './core/identity/passwords.ts';
import { notifyOffice } from './core/notices/office-changes.ts';
import { hasFeature, refuseInMaintenance, refuseWhenOff } from './core/settings/features.ts';
import type { Visits } from './core/visits/visits.ts';
import type { BackupDeps } from './operations/backups/backup-work.ts';
import type { Running } from './operations/system/admin-system.ts';
import type { Db } from './platform/db/schema.ts';
import type { Tables } from './platform/db/table.ts';
import { type CallLine, callLineOf, callsOfNouns } from './platform/http/call-sheet.ts';
import { Calls, type Serve } from './platform/http/calls.ts';
import { sendOnce } from './platform/http/files.ts';
import type { WriteBarrier } from './platform/http/write-barrier.ts';
import type { Search } from './platform/search/search.ts';
import type { Storage } from './platform/storage/storage.ts';
import type { Live } from './platform/stream/event-bus.ts';
import type { Presence } from './platform/stream/presence.ts';
import { tables } from './tables.ts';

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

type MountDeps = Deps & {
  version: string;
  tables: Tables;
  hasFeature: typeof hasFeature;
  countUnreadChat: typeof countUnreadChat;
  removeReportedChat: typeof removeReported;
} & Pick<ReportDeps, 'removeWriting'>;
type Mount = (serve: Serve, deps: MountDeps) => void;

/** Chat as other nouns use it. */
const chat: Pick<MountDeps, 'countUnreadChat' | 'removeReportedChat'> = {
  countUnreadChat: async (...input) => (await import('./chat/rooms/list-rooms.ts')).countUnreadChat(...input),
  removeReportedChat: async (...input) =>
    (await import('./chat/messages/moderate-messages.ts')).removeReported(...input),
};

/** Removes a reported text: each noun that can be reported knows reports, which therefore do not know it. */
const removeWriting: MountDeps['removeWriting'] = {
  comment: async (...input) => (await import('./community/comments/moderate-comments.ts')).removeComment(...input),
  say: async (...input) => (await import('./community/says/moderate-says.ts')).removeSay(...input),
  board: async (db, _viewer, id, record) =>
    (await import('./community/board/moderate-board.ts')).removeMessage(db, id, record),
};

/** Nouns with calls, each loaded when one of them is first asked for. */
const nouns: Record<string, () => Promise<Mount[]>> = {
  about: () => import('./pages/about/about.routes.ts').then(({ aboutRoutes }) => [aboutRoutes]),
  accounts: () => import('./members/accounts/accounts.routes.ts').then(({ accountRoutes }) => [accountRoutes]),
  'admin-audit': () => import('./core/audit/admin-audit.routes.ts').then(({ adminAuditRoutes }) => [adminAuditRoutes]),
  'admin-backups': () =>
    import('./operations/backups/admin-backups.routes.ts').then(({ adminBackupRoutes }) => [adminBackupRoutes]),
  'admin-registration': () =>
    import('./members/registration/admin-registration.routes.ts').then(({ adminRegistrationRoutes }) => [
      adminRegistrationRoutes,
    ]),
  articles: () => import('./content/articles/articles.routes.ts').then(({ articleRoutes }) => [articleRoutes]),
  blocks: () => import('./chat/blocks/blocks.routes.ts').then(({ blockRoutes }) => [blockRoutes]),
  board: () => import('./community/board/board.routes.ts').then(({ boardRoutes }) => [boardRoutes]),
  captcha: () => import('./core/captcha/captcha.routes.ts').then(({ captchaRoutes }) => [captchaRoutes]),
  categories: () =>
    import('./content/categories/categories.routes.ts').then(({ categoryRoutes, adminCategoryRoutes }) => [
      categoryRoutes,
      adminCategoryRoutes,
    ]),
  collects: () => import('./content/collects/collects.routes.ts').then(({ collectRoutes }) => [collectRoutes]),
  comments: () => import('./community/comments/comments.routes.ts').then(({ commentRoutes }) => [commentRoutes]),
  'content-export': () =>
    import('./operations/content-export/content-export.routes.ts').then(({ adminContentRoutes }) => [
      adminContentRoutes,
    ]),
  'move-domain': () =>
    import('./operations/move-domain/move-domain.routes.ts').then(({ adminDomainRoutes }) => [adminDomainRoutes]),
  drafts: () =>
    import('./content/drafts/drafts.routes.ts').then(({ draftRoutes, adminArticleRoutes }) => [
      draftRoutes,
      adminArticleRoutes,
    ]),
  exports: () => import('./operations/exports/exports.routes.ts').then(({ exportRoutes }) => [exportRoutes]),
  feedback: () =>
    import('./community/feedback/feedback.routes.ts').then(({ feedbackRoutes, adminFeedbackRoutes }) => [
      feedbackRoutes,
      adminFeedbackRoutes,
    ]),
  follows: () => import('./members/follows/follows.routes.ts').then(({ followRoutes }) => [followRoutes]),
  guests: () => import('./members/guests/guests.routes.ts').then(({ guestRoutes }) => [guestRoutes]),
  home: () => import('./pages/home/home.routes.ts').then(({ homeRoutes }) => [homeRoutes]),
  hot: () => import('./pages/hot/hot.routes.ts').then(({ hotRoutes }) => [hotRoutes]),
  imports: () => import('./operations/import/imports.routes.ts').then(({ adminImportRoutes }) => [adminImportRoutes]),
  links: () =>
    import('./pages/links/links.routes.ts').then(({ linkRoutes, adminLinkRoutes }) => [linkRoutes, adminLinkRoutes]),
  'markdown-files': () =>
    import('./content/drafts/markdown-files.routes.ts').then(({ markdownFileRoutes }) => [markdownFileRoutes]),
  members: () =>
    import('./members/members/members.routes.ts').then(({ memberRoutes, adminMemberRoutes }) => [
      memberRoutes,
      adminMemberRoutes,
    ]),
  merges: () => import('./members/merges/merges.routes.ts').then(({ mergeRoutes }) => [mergeRoutes]),
  messages: () => import('./chat/messages/messages.routes.ts').then(({ chatRoutes }) => [chatRoutes]),
  navigation: () =>
    import('./pages/navigation/navigation.routes.ts').then(({ navigationRoutes, adminNavigationRoutes }) => [
      navigationRoutes,
      adminNavigationRoutes,
    ]),
  notices: () =>
    import('./core/notices/notices.routes.ts').then(({ noticeRoutes, adminNoticeRoutes }) => [
      noticeRoutes,
      adminNoticeRoutes,
    ]),
  office: () => import('./operations/office/office.routes.ts').then(({ officeRoutes }) => [officeRoutes]),
  passkeys: () => import('./members/passkeys/passkeys.routes.ts').then(({ passkeyRoutes }) => [passkeyRoutes]),
  redirects: () =>
    import('./content/redirects/redirects.routes.ts').then(({ adminRedirectRoutes }) => [adminRedirectRoutes]),
  reports: () => import('./community/reports/reports.routes.ts').then(({ adminReportRoutes }) => [adminReportRoutes]),
  revisions: () => import('./content/revisions/revisions.routes.ts').then(({ revisionRoutes }) => [revisionRoutes]),
  rooms: () => import('./chat/rooms/rooms.routes.ts').then(({ roomRoutes }) => [roomRoutes]),
  says: () => import('./community/says/says.routes.ts').then(({ sayRoutes }) => [sayRoutes]),
  'self-tests': () =>
    import('./operations/self-tests/self-tests.routes.ts').then(({ selfTestRoutes }) => [selfTestRoutes]),
  series: () =>
    import('./content/series/series.routes.ts').then(({ seriesRoutes, adminSeriesRoutes }) => [
      seriesRoutes,
      adminSeriesRoutes,
    ]),
  sessions: () => import('./core/sessions/sessions.routes.ts').then(({ sessionRoutes }) => [sessionRoutes]),
  settings: () =>
    import('./core/settings/settings.routes.ts').then(({ siteRoutes, adminSettingsRoutes }) => [
      siteRoutes,
      adminSettingsRoutes,
    ]),
  setup: () => import('./operations/setup/setup.routes.ts').then(({ setupRoutes }) => [setupRoutes]),
  shares: () => import('./content/shares/shares.routes.ts').then(({ shareRoutes }) => [shareRoutes]),
  'sign-ins': () => import('./members/sign-ins/sign-ins.routes.ts').then(({ signInRoutes }) => [signInRoutes]),
  slugs: () => import('./content/slugs/slugs.routes.ts').then(({ slugRoutes }) => [slugRoutes]),
  social: () => import('./members/social/social.routes.ts').then(({ socialRoutes }) => [socialRoutes]),
  system: () => import('./operations/system/system.routes.ts').then(({ systemRoutes }) => [systemRoutes]),
  tags: () =>
    import('./content/tags/tags.routes.ts').then(({ tagRoutes, adminTagRoutes }) => [tagRoutes, adminTagRoutes]),
  uploads: () =>
    import('./core/uploads/uploads.routes.ts').then(({ uploadRoutes, adminFileRoutes }) => [
      uploadRoutes,
      adminFileRoutes,
    ]),
  wechat: () => import('./members/wechat/wechat.routes.ts').then(({ wechatRoutes }) => [wechatRoutes]),
};

/** The whole API. Without a sheet of its calls, as when it runs from its sources, every noun is loaded at once. */
export async function createApi(deps: Deps, sheet = callsOfNouns): Promise<Calls> {
  const calls = new Calls({
    writeBarrier: deps.writeBarrier,
    offers: (endpoint) => refuseWhenOff(deps.db, endpoint),
    guard: async (endpoint, viewer) => {
      await refuseInMaintenance(deps.db, endpoint, viewer);
      if (endpoint.speaks && viewer) await refuseMuted(deps.db, viewer);
      if (endpoint.confirmed && viewer) await requireConfirmed(deps.db, viewer);
    },
    onWritten: (endpoint) => notifyOffice(deps.live, endpoint),
  });
  const mountAll = async (load: () => Promise<Mount[]>) => {
    for (const mount of await load())
      mount(calls.serve, { ...deps, ...chat, removeWriting, hasFeature, version, tables });
  };
  for (const [noun, load] of Object.entries(nouns)) {
    const lines = sheet?.[noun];
    if (lines) calls.declare(lines, () => mountAll(load));
    else await mountAll(load);
  }
  return calls;
}

/** Lists the calls of each noun, for the bundle to know them without loading any. */
export async function readCallSheet() {
  const sheet: Record<string, CallLine[]> = {};
  for (const [noun, load] of Object.entries(nouns)) {
    const lines: CallLine[] = [];
    for (const mount of await load()) mount((endpoint) => void lines.push(callLineOf(endpoint)), {} as MountDeps);
    sheet[noun] = lines;
  }
  return sheet;
}

/** Serves downloads outside the API's envelope. */
export function downloadRoutes(app: FastifyInstance, deps: { db: Db; storage: Storage; dataDir: string }) {
  const openArchive = async (ticket: string) =>
    (await import('./operations/exports/exports.ts')).openArchive(deps.db, ticket);
  sendOnce(app, '/v1/account/export/file', openArchive, { most: 60, from: '个人中心' });
  sendOnce(app, '/v1/admin/audit/file', async (ticket) =>
    (await import('./core/audit/admin-audit.ts')).openAudit({ db: deps.db, tables }, ticket),
  );
  sendOnce(app, '/v1/admin/backups/file', async (ticket) =>
    (await import('./operations/backups/admin-backups.ts')).openDownload(deps, ticket),
  );
  sendOnce(app, '/v1/admin/content/file', async (ticket) =>
    (await import('./operations/content-export/write-export.ts')).openContent(deps, ticket),
  );
  sendOnce(app, '/v1/admin/imports/file', async (ticket) =>
    (await import('./operations/import/show-runs.ts')).openReport(deps, ticket),
  );
}
