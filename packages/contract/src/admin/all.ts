import { adminBackups } from './backups.ts';
import { adminComments } from './comments.ts';
import { adminContent } from './content.ts';
import { adminFiles } from './files.ts';
import { office } from './office.ts';
import { adminSettings } from './settings.ts';

/** The back office's API on one page. Readers' pages know nothing of it. */
export const adminApi = {
  office,
  backups: adminBackups,
  comments: adminComments,
  content: adminContent,
  files: adminFiles,
  settings: adminSettings,
};
