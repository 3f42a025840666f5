import { adminComments } from './comments.ts';
import { adminJobs } from './jobs.ts';
import { office } from './office.ts';
import { adminOutbox } from './outbox.ts';
import { adminOverview } from './overview.ts';
import { adminSettings } from './settings.ts';
import { adminSystem } from './system.ts';

/** The back office's API on one page. Readers' pages know nothing of it. */
export const adminApi = {
  office,
  overview: adminOverview,
  comments: adminComments,
  settings: adminSettings,
  jobs: adminJobs,
  outbox: adminOutbox,
  system: adminSystem,
};
