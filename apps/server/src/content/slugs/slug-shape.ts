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

/** A title as an address can carry it: Chinese in pinyin, syllable by syllable, other words as they are; '' for none. */
export async function spellTitle(title: string) {
  // loaded when first needed: its dictionary is large
  const { pinyin } = await import('pinyin-pro');
  const spelt = pinyin(title.normalize('NFKC'), { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true });
  const words = spelt.flatMap(wordsOf);
  const slug = fitting(words).join('-');
  return /^\d+$/.test(slug) ? `article-${slug}` : slug;
}

function wordsOf(text: string) {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/(?<=\w)['’](?=\w)/g, '')
    .toLowerCase()
    .replaceAll('c++', 'cpp')
    .replaceAll('c#', 'csharp');
  return plain.match(/[a-z\d]+/g) ?? [];
}

/** Whole words as long as there is room; a first word that is too long alone is cut. */
function fitting(words: string[]) {
  const kept: string[] = [];
  let length = -1;
  for (const word of words) {
    length += word.length + 1;
    if (length > longestSlug) return kept.length > 0 ? kept : [word.slice(0, longestSlug)];
    kept.push(word);
  }
  return kept;
}
