import { expect, test } from 'vitest';
import { breadcrumbs, truncateLikeSearch } from './seo-box.tsx';

test('a line that fits stays as it is, on one line', () => {
  expect(truncateLikeSearch(' 夜里检修\n一座桥 ', 60)).toBe('夜里检修 一座桥');
  expect(truncateLikeSearch('一二三', 6)).toBe('一二三');
});

test('a Chinese character takes two columns, and a comma does not stand before the dots', () => {
  expect(truncateLikeSearch('一二三四', 6)).toBe('一二三…');
  expect(truncateLikeSearch('一二，三四五', 6)).toBe('一二…');
});

test('no Latin word and no emoji is cut in two', () => {
  expect(truncateLikeSearch('写一个 TypeScript 编译器', 12)).toBe('写一个…');
  expect(truncateLikeSearch('ab👨‍👩‍👧cd', 4)).toBe('ab👨‍👩‍👧…');
  expect(truncateLikeSearch('a'.repeat(80), 60)).toBe(`${'a'.repeat(36)}…`);
});

test('an address is told as a way', () => {
  expect(breadcrumbs('https://mojian.example/article/12')).toBe('mojian.example › article › 12');
  expect(breadcrumbs('https://mojian.example/article/%E6%A1%A5')).toBe('mojian.example › article › 桥');
});
