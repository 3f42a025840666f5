import { Failure } from '@mojian/contract/platform/failures';
import { longestSlug } from '@mojian/contract/platform/rules';

export function slugTaken() {
  return new Failure('taken', '已有别的文章用着这个别名', 'slug');
}

/** Transliterates a title: Chinese to pinyin by syllable, other words kept; '' when nothing is left. */
export async function spellTitle(title: string) {
  // Loaded lazily: its dictionary is large.
  const { pinyin } = await import('pinyin-pro');
  const spelt = pinyin(title.normalize('NFKC'), { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true });
  const words = spelt.flatMap(splitWords);
  const slug = fitting(words).join('-');
  return /^\d+$/.test(slug) ? `article-${slug}` : slug;
}

function splitWords(text: string) {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/(?<=\w)['’](?=\w)/g, '')
    .toLowerCase()
    .replaceAll('c++', 'cpp')
    .replaceAll('c#', 'csharp');
  return plain.match(/[a-z\d]+/g) ?? [];
}

/** Keeps whole words up to the limit; a single long word is cut. */
function fitting(words: string[]) {
  const fitted: string[] = [];
  let length = -1;
  for (const word of words) {
    length += word.length + 1;
    if (length > longestSlug) return fitted.length > 0 ? fitted : [word.slice(0, longestSlug)];
    fitted.push(word);
  }
  return fitted;
}
