import { adminApi } from '@mojian/contract/all-admin';
import { comments } from '@mojian/contract/community/comments';
import { revisions } from '@mojian/contract/content/revisions';
import { sessions } from '@mojian/contract/core/sessions';

export const calls = {
  ...adminApi,
  session: { logout: sessions.logout },
  replies: { post: comments.post },
  revisions: { list: revisions.list, info: revisions.info },
};
