import { Failure } from '@mojian/contract/failures';
import { longestSlug } from '@mojian/contract/rules';

/** Words of small letters and digits between hyphens. Digits alone would be the address of another article. */
export function isSlug(text: string) {
  return whyNoSlug(text) === '';
}

/** Why a text cannot be a name in an address, or ''. */
export function whyNoSlug(text: string) {
  if (text.length > longestSlug) return `网址别名不能超过 ${longestSlug} 个字`;
  const isOne = /^[a-z\d]+(?:-[a-z\d]+)*$/.test(text) && !/^\d+$/.test(text);
  return isOne ? '' : '网址别名只能有小写字母、数字与横线，不能只有数字';
}

export function slugTaken() {
  return new Failure('taken', '这个网址别名已经有文章用了', 'slug');
}
