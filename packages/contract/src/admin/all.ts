import { audit } from './audit.ts';
import { adminComments } from './comments.ts';
import { adminMembers } from './members.ts';
import { adminMerges } from './merges.ts';
import { office } from './office.ts';
import { adminSettings } from './settings.ts';

/** The back office's API on one page. Readers' pages know nothing of it. */
export const adminApi = {
  office,
  audit,
  comments: adminComments,
  members: adminMembers,
  merges: adminMerges,
  settings: adminSettings,
};
