import { adminApi } from '@mojian/contract/all-admin';
import { comments } from '@mojian/contract/community/comments';
import { revisions } from '@mojian/contract/content/revisions';
import { sessions } from '@mojian/contract/core/sessions';
import { files } from '@mojian/contract/core/uploads';
import { accounts } from '@mojian/contract/members/accounts';

export const calls = {
  ...adminApi,
  session: { logout: sessions.logout, confirm: accounts.confirm },
  pictures: { sizes: files.sizes },
  replies: { post: comments.post },
  revisions: { list: revisions.list, info: revisions.info },
};
