import { Failure } from '@mojian/contract/platform/failures';
import { longestSlug } from '@mojian/contract/platform/rules';

/** Words of small letters and digits between hyphens. Digits alone would be the address of another article. */
export function isSlug(text: string) {
  return whyNoSlug(text) === '';
}

/** Why a text cannot be a name in an address, or ''. */
export function whyNoSlug(text: string) {
  if (text.length > longestSlug) return `网址别名不能超过 ${longestSlug} 个字`;
  if (!/^[a-z\d]+(?:-[a-z\d]+)*$/.test(text)) return '网址别名只能用小写字母、数字，中间用连字符隔开';
  return /^\d+$/.test(text) ? '网址别名不能只有数字' : '';
}

export function slugTaken() {
  return new Failure('taken', '已有别的文章用着这个别名', 'slug');
}
