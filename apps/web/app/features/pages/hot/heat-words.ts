import { figures } from '../../../ui/figures.ts';

/** 5150234 → 515 万, 98000 → 9.8 万, 120000000 → 1.2 亿. What is not a number is in the source's own words. */
export function heatWords(heat: number | string | null): string {
  if (typeof heat !== 'number') return heat ?? '';
  if (heat >= 99_995_000) return `${round(heat / 1e8)} 亿`;
  return heat >= 10_000 ? `${round(heat / 1e4)} 万` : figures(heat);
}

function round(value: number) {
  return value < 10 ? Math.round(value * 10) / 10 : Math.round(value);
}
