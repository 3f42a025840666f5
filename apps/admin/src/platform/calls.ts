import { adminApi } from '@mojian/contract/all-admin';
import { comments } from '@mojian/contract/community/comments';
import { revisions } from '@mojian/contract/content/revisions';
import { sessions } from '@mojian/contract/core/sessions';
import { accounts } from '@mojian/contract/members/accounts';

export const calls = {
  ...adminApi,
  session: { logout: sessions.logout, confirm: accounts.confirm },
  replies: { post: comments.post },
  revisions: { list: revisions.list, info: revisions.info },
};
