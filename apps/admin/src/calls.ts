import { adminApi } from '@mojian/contract/admin/all';
import { comments } from '@mojian/contract/comments';
import { revisions } from '@mojian/contract/revisions';
import { sessions } from '@mojian/contract/sessions';

/** What the back office calls: its own API, and of the site's what it needs. */
export const calls = {
  ...adminApi,
  session: { logout: sessions.logout },
  replies: { post: comments.post },
  revisions: { list: revisions.list, info: revisions.info },
};
