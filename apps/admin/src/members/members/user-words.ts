import { valueWords } from '@mojian/contract/core/act-fields';
import type { MemberRow } from '@mojian/contract/members/member-detail';

export const roleWords = valueWords.role as Record<MemberRow['role'], string>;

export const stateWords: Record<MemberRow['state'], string> = {
  active: '正常',
  disabled: '已停用',
  closing: '注销中',
  gone: '已注销',
};

export const wayWords: Record<string, string> = {
  password: '密码',
  code: '邮箱验证码',
  passkey: '通行密钥',
  qq: 'QQ',
  weibo: '微博',
  gitee: 'Gitee',
  wechat: '微信',
  github: 'GitHub',
  'wechat-account': '公众号',
};

/** For a choice, in the order of the table. */
export function optionsOf(words: Record<string, string>) {
  return Object.entries(words).map(([value, label]) => ({ value, label }));
}
