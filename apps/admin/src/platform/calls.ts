import { adminApi } from '@mojian/contract/all-admin';
import { comments } from '@mojian/contract/community/comments';
import { revisions } from '@mojian/contract/content/revisions';
import { sessions } from '@mojian/contract/core/sessions';
import { files } from '@mojian/contract/core/uploads';
import { accounts } from '@mojian/contract/members/accounts';
import { setup } from '@mojian/contract/operations/setup';

export const calls = {
  ...adminApi,
  session: { logout: sessions.logout, confirm: accounts.confirm },
  pictures: { sizes: files.sizes },
  owner: { check: setup.check },
  replies: { post: comments.post },
  revisions: { list: revisions.list, info: revisions.info },
};
