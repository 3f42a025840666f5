import { adminChat } from './chat/chat-admin.ts';
import { adminBoard } from './community/board-admin.ts';
import { adminComments } from './community/comments-admin.ts';
import { adminFeedback } from './community/feedback-admin.ts';
import { adminReports } from './community/reports-admin.ts';
import { adminSays } from './community/says-admin.ts';
import { adminArticles } from './content/articles-admin.ts';
import { adminCategories } from './content/categories-admin.ts';
import { adminSeries } from './content/series-admin.ts';
import { adminTags } from './content/tags-admin.ts';
import { audit } from './core/audit.ts';
import { adminNotices } from './core/notices-admin.ts';
import { adminSettings } from './core/settings.ts';
import { adminFiles } from './core/uploads-admin.ts';
import { adminMembers } from './members/members-admin.ts';
import { adminMerges } from './members/merges.ts';
import { adminRegistration } from './members/registration.ts';
import { adminBackups } from './operations/backups.ts';
import { adminContent } from './operations/content.ts';
import { adminJobs } from './operations/jobs.ts';
import { office } from './operations/office.ts';
import { adminOutbox } from './operations/outbox.ts';
import { adminOverview } from './operations/overview.ts';
import { selfTests } from './operations/self-tests.ts';
import { adminSetup } from './operations/setup-admin.ts';
import { adminSystem } from './operations/system.ts';
import { adminLinks } from './pages/links-admin.ts';
import { adminNavigation } from './pages/navigation-admin.ts';

/** The back office's API on one page. Readers' pages know nothing of it. */
export const adminApi = {
  office,
  articles: adminArticles,
  audit,
  backups: adminBackups,
  board: adminBoard,
  categories: adminCategories,
  chat: adminChat,
  comments: adminComments,
  content: adminContent,
  feedback: adminFeedback,
  files: adminFiles,
  jobs: adminJobs,
  links: adminLinks,
  members: adminMembers,
  merges: adminMerges,
  navigation: adminNavigation,
  notices: adminNotices,
  outbox: adminOutbox,
  overview: adminOverview,
  registration: adminRegistration,
  reports: adminReports,
  says: adminSays,
  selfTests,
  series: adminSeries,
  settings: adminSettings,
  setup: adminSetup,
  system: adminSystem,
  tags: adminTags,
};
