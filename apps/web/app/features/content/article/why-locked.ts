import type { SiteInfo } from '@mojian/contract/core/site';
import { isOn } from '@mojian/contract/platform/features';
import { readTypes } from '@mojian/contract/platform/rules';

/** Site settings that decide which kinds of locked articles can be unlocked. */
export type UnlockSettings = Pick<SiteInfo, 'officialAccount' | 'features' | 'registration' | 'commenting'>;

/** Returns why nobody, or no new reader, can unlock an article; '' when everybody can. */
export function whyLocked({ readType, commenting }: { readType: number; commenting: string }, site: UnlockSettings) {
  const mayComment = commenting === 'open' && site.commenting === 'open' && isOn(site.features, 'comments');
  if (readType === readTypes.afterComment && !mayComment) return 'comments';
  if (readType === readTypes.withPassword) return '';
  if (readType === readTypes.afterCode) return site.officialAccount.name ? '' : 'account';
  const isForMembers = readType !== readTypes.free && readType !== readTypes.onlyAuthor;
  const isClosed = !isOn(site.features, 'registration') || site.registration.mode === 'closed';
  return isForMembers && isClosed ? 'registration' : '';
}

/** Hints for the author, by the reason `whyLocked` returns. */
export const lockedHints = {
  comments: '评论已关闭，谁也不能解锁：请打开评论，或换一种',
  account: '本站还没有接入公众号，读者得不到验证码，谁也不能解锁：请先在后台的设置里接入，或换一种',
  registration: '本站已关闭注册，只有已有账号的人能解锁',
  '': '',
};
