import type { Way } from '@mojian/contract/core/sessions';
import type { SiteInfo } from '@mojian/contract/core/site';
import type { Provider, providerNumbers, SocialLink } from '@mojian/contract/members/social';
import { providerNames } from '@mojian/contract/members/social-texts';

type Sign = { words: string; icon: string };

/** The ways in that lie with someone else, as they are told and drawn. */
export const linkSigns: Record<SocialLink['provider'], Sign> = {
  qq: { words: providerNames.qq, icon: 'qq' },
  gitee: { words: providerNames.gitee, icon: 'gitee' },
  weibo: { words: providerNames.weibo, icon: 'wb' },
  wechat: { words: providerNames.wechat, icon: 'wx' },
  github: { words: providerNames.github, icon: 'git' },
  'wechat-account': { words: '微信公众号', icon: 'wx' },
};

/** In loginTypeList. The contract's own numbers, checked by their types: its module would bring zod along. */
const linkNumbers: { [P in Provider]: (typeof providerNumbers)[P] } = {
  qq: 2,
  weibo: 3,
  gitee: 4,
  wechat: 5,
  github: 6,
};

/** How a device was logged in. */
export const wayWords: Record<Way, string> = {
  password: '密码登录',
  code: '验证码登录',
  qq: 'QQ 登录',
  weibo: '微博登录',
  gitee: 'Gitee 登录',
  wechat: '微信登录',
  github: 'GitHub 登录',
  'wechat-account': '公众号登录',
  passkey: '通行密钥登录',
};

/** Those the site logs in by on a page of theirs: WeChat may be there by the official account alone. */
export function offeredLinks({ loginTypeList, wechatWays }: Pick<SiteInfo, 'loginTypeList' | 'wechatWays'>) {
  const all = Object.keys(linkNumbers) as Provider[];
  return all.filter(
    (provider) => loginTypeList.includes(linkNumbers[provider]) && (provider !== 'wechat' || wechatWays.page),
  );
}
