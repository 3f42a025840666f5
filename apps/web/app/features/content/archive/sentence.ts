import type { Archive } from '@mojian/contract/content/articles';
import { counted } from './numerals.ts';

/** 七年，二百二十三篇，四十六万字。按日子排好，慢慢翻。 */
export function archiveSentence({ firstYear, total, words }: Archive, today: string): string {
  if (firstYear === null) return '纸已铺好，还没有落笔。';
  const years = Number(today.slice(0, 4)) - firstYear + 1;
  return `${counted(Math.max(1, years))}年，${counted(total)}篇，${counted(rounded(words))}字。按日子排好，慢慢翻。`;
}

/** To ten thousands, below that to hundreds: 463 217 → 460 000, 8 240 → 8 200. */
function rounded(words: number) {
  const unit = words >= 10_000 ? 10_000 : 100;
  return words < unit ? words : Math.floor(words / unit) * unit;
}
