import { adminArticles } from './articles.ts';
import { audit } from './audit.ts';
import { adminBoard } from './board.ts';
import { adminCategories } from './categories.ts';
import { adminChat } from './chat.ts';
import { adminComments } from './comments.ts';
import { adminFeedback } from './feedback.ts';
import { adminJobs } from './jobs.ts';
import { adminLinks } from './links.ts';
import { adminMembers } from './members.ts';
import { adminMerges } from './merges.ts';
import { adminNavigation } from './navigation.ts';
import { adminNotices } from './notices.ts';
import { office } from './office.ts';
import { adminOutbox } from './outbox.ts';
import { adminOverview } from './overview.ts';
import { adminReports } from './reports.ts';
import { adminSays } from './says.ts';
import { selfTests } from './self-tests.ts';
import { adminSettings } from './settings.ts';
import { adminSetup } from './setup.ts';
import { adminSystem } from './system.ts';
import { adminTags } from './tags.ts';

/** The back office's API on one page. Readers' pages know nothing of it. */
export const adminApi = {
  office,
  articles: adminArticles,
  audit,
  board: adminBoard,
  categories: adminCategories,
  chat: adminChat,
  comments: adminComments,
  feedback: adminFeedback,
  jobs: adminJobs,
  links: adminLinks,
  members: adminMembers,
  merges: adminMerges,
  navigation: adminNavigation,
  notices: adminNotices,
  outbox: adminOutbox,
  overview: adminOverview,
  reports: adminReports,
  says: adminSays,
  selfTests,
  settings: adminSettings,
  setup: adminSetup,
  system: adminSystem,
  tags: adminTags,
};
