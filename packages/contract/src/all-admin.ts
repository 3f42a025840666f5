import { adminChat } from './chat/messages.ts';
import { adminBoard } from './community/board.ts';
import { adminComments } from './community/comments.ts';
import { adminFeedback } from './community/feedback.ts';
import { adminGuestComments } from './community/guest-comments.ts';
import { adminReports } from './community/reports.ts';
import { adminSays } from './community/says.ts';
import { adminArticleFiles, adminArticles } from './content/articles-admin.ts';
import { adminCategories } from './content/categories.ts';
import { adminRedirects } from './content/redirects.ts';
import { adminSeries } from './content/series.ts';
import { adminTags } from './content/tags.ts';
import { accessKeys, adminAccessKeys } from './core/access-keys.ts';
import { adminAlerts } from './core/alerts.ts';
import { audit } from './core/audit.ts';
import { adminNotices } from './core/notices.ts';
import { adminSettings } from './core/settings.ts';
import { adminStickers } from './core/stickers.ts';
import { adminFiles } from './core/uploads.ts';
import { adminMembers } from './members/members-admin.ts';
import { adminMerges } from './members/merges.ts';
import { adminRegistration } from './members/registration.ts';
import { adminBackups } from './operations/backups.ts';
import { adminContent } from './operations/content.ts';
import { adminImports } from './operations/imports.ts';
import { adminDomain } from './operations/move-domain.ts';
import { adminHealth, adminOverview, adminReadings, office } from './operations/office.ts';
import { adminRemotes } from './operations/remotes.ts';
import { selfTests } from './operations/self-tests.ts';
import { adminSetup } from './operations/setup.ts';
import { adminJobs, adminOutbox, adminSystem } from './operations/system.ts';
import { adminUpgrade } from './operations/upgrade.ts';
import { adminAbout } from './pages/about.ts';
import { adminHome } from './pages/home.ts';
import { adminLinks } from './pages/links.ts';
import { adminNavigation } from './pages/navigation.ts';
import { adminSearches } from './pages/search.ts';

/** API of the back office, apart from `api` so that readers' pages do not load it: nor the members' own keys, for the same reason. */
export const adminApi = {
  office,
  accessKeys,
  adminAccessKeys,
  alerts: adminAlerts,
  articles: { ...adminArticles, ...adminArticleFiles },
  audit,
  backups: adminBackups,
  board: adminBoard,
  categories: adminCategories,
  chat: adminChat,
  comments: adminComments,
  content: adminContent,
  domain: adminDomain,
  imports: adminImports,
  feedback: adminFeedback,
  guestComments: adminGuestComments,
  home: adminHome,
  files: adminFiles,
  stickers: adminStickers,
  jobs: adminJobs,
  links: adminLinks,
  members: adminMembers,
  merges: adminMerges,
  navigation: adminNavigation,
  notices: adminNotices,
  outbox: adminOutbox,
  overview: { ...adminOverview, ...adminHealth },
  readings: adminReadings,
  redirects: adminRedirects,
  registration: adminRegistration,
  remotes: adminRemotes,
  reports: adminReports,
  says: adminSays,
  searches: adminSearches,
  selfTests,
  series: adminSeries,
  settings: { ...adminSettings, ...adminAbout },
  setup: adminSetup,
  system: adminSystem,
  tags: adminTags,
  upgrade: adminUpgrade,
};
