import { adminApi } from '@mojian/contract/admin/all';
import { revisions } from '@mojian/contract/revisions';
import { sessions } from '@mojian/contract/sessions';

/** What the back office calls: its own API, and of the site's what it needs. */
export const calls = {
  ...adminApi,
  session: { logout: sessions.logout },
  revisions: { list: revisions.list, info: revisions.info },
};
