import { expect, test } from 'vitest';
import { archiveSentence } from './years.tsx';

const say = (firstYear: number | null, total: number, words: number) =>
  archiveSentence({ firstYear, total, words, years: [], days: [] }, '2026-11-21');

test('the archive tells its years, articles and words', () => {
  expect(say(2020, 223, 463_217)).toBe('七年，二百二十三篇，四十六万字。按日子排好，慢慢翻。');
  expect(say(2025, 2, 8240)).toBe('两年，两篇，八千二百字。按日子排好，慢慢翻。');
  expect(say(2026, 1, 40)).toBe('一年，一篇，四十字。按日子排好，慢慢翻。');
});

test('an empty site says so', () => {
  expect(say(null, 0, 0)).toBe('纸已铺好，还没有落笔。');
});
