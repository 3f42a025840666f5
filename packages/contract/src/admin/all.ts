import { adminArticles } from './articles.ts';
import { audit } from './audit.ts';
import { adminBackups } from './backups.ts';
import { adminBoard } from './board.ts';
import { adminCategories } from './categories.ts';
import { adminChat } from './chat.ts';
import { adminComments } from './comments.ts';
import { adminContent } from './content.ts';
import { adminFeedback } from './feedback.ts';
import { adminFiles } from './files.ts';
import { adminJobs } from './jobs.ts';
import { adminLinks } from './links.ts';
import { adminMembers } from './members.ts';
import { adminMerges } from './merges.ts';
import { adminNavigation } from './navigation.ts';
import { adminNotices } from './notices.ts';
import { office } from './office.ts';
import { adminOutbox } from './outbox.ts';
import { adminOverview } from './overview.ts';
import { adminRegistration } from './registration.ts';
import { adminReports } from './reports.ts';
import { adminSays } from './says.ts';
import { selfTests } from './self-tests.ts';
import { adminSeries } from './series.ts';
import { adminSettings } from './settings.ts';
import { adminSetup } from './setup.ts';
import { adminSystem } from './system.ts';
import { adminTags } from './tags.ts';

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
