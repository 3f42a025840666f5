import { figures } from '../../../ui/figures.ts';

export type Counter = { value: string; words: string };

/** A number and its unit: from ten thousand on in 万, with one decimal place below a million. */
export function counter(value: number, words: string): Counter {
  if (value < 10_000) return { value: figures(value), words };
  const tenThousands = value / 10_000;
  const shown = tenThousands < 100 ? Math.floor(tenThousands * 10) / 10 : Math.floor(tenThousands);
  return { value: figures(shown), words: `万${words}` };
}

/** 六年半: whole and half years since the start, in words; '' in the first half year. */
export function yearsOpen(days: number, numeral: (number: number) => string): string {
  const halves = Math.floor(days / (365.25 / 2));
  if (halves === 0) return '';
  const years = Math.floor(halves / 2);
  const half = halves % 2 === 1 ? '半' : '';
  return years === 0 ? '半年' : `${numeral(years)}年${half}`;
}
