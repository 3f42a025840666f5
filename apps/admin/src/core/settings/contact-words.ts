import type { ContactName } from '@mojian/contract/members/contacts';

export const contactWords: Record<ContactName, string> = {
  email: '邮箱',
  qq: 'QQ',
  github: 'GitHub',
  gitee: 'Gitee',
  wechat: '微信',
  qqGroup: 'QQ 群',
};
