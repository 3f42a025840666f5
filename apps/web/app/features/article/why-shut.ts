import { isOn } from '@mojian/contract/features';
import { readTypes } from '@mojian/contract/rules';
import type { SiteInfo } from '@mojian/contract/site';

/** What decides whether a gate can be opened. */
export type Openers = Pick<SiteInfo, 'officialAccount' | 'features' | 'registration'>;

/** Why nobody can open an article by what it asks for, or, at the end, only who is a member already; '' when all may. */
export function whyShut({ readType, commenting }: { readType: number; commenting: string }, site: Openers) {
  const mayComment = commenting === 'open' && isOn(site.features, 'comments');
  if (readType === readTypes.afterComment && !mayComment) return 'comments';
  if (readType === readTypes.afterCode) return site.officialAccount.name ? '' : 'account';
  const isForMembers = readType !== readTypes.free && readType !== readTypes.onlyAuthor;
  const isClosed = !isOn(site.features, 'registration') || site.registration.mode === 'closed';
  return isForMembers && isClosed ? 'registration' : '';
}

/** The same in a sentence for whoever writes. */
export const shutToWriter = {
  comments: '评论关着，谁也打不开这把锁：把评论打开，或换一种',
  account: '本站还没有接上公众号，读者取不到验证码，谁也打不开这把锁：先在后台的设置里接上，或换一种',
  registration: '本站关着注册，只有已有账号的人打得开',
  '': '',
};
