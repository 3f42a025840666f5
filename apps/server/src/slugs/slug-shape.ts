import { longestSlug } from '@mojian/contract/rules';

/** Words of small letters and digits between hyphens. Digits alone would be the address of another article. */
export function isSlug(text: string) {
  return text.length <= longestSlug && /^[a-z\d]+(?:-[a-z\d]+)*$/.test(text) && !/^\d+$/.test(text);
}
