import { longestSlug } from '../platform/rules.ts';

/** Lower-case words and digits between hyphens; digits alone would be an article's id. */
export function isSlug(text: string) {
  return whyNoSlug(text) === '';
}

/** Returns the reason in Chinese, or ''. */
export function whyNoSlug(text: string) {
  if (text.length > longestSlug) return `网址里的名字不能超过 ${longestSlug} 个字`;
  if (!/^[a-z\d]+(?:-[a-z\d]+)*$/.test(text)) return '网址里的名字只能用小写字母、数字，中间用连字符隔开';
  return /^\d+$/.test(text) ? '网址里的名字不能只有数字' : '';
}
