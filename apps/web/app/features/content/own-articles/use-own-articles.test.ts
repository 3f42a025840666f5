import { expect, test } from 'vitest';
import { daysLeft, hidesFromReaders, readStateTab, slipsOf, tabAddress } from './use-own-articles.ts';

test('an address asks for a state and a word of the title, and is written the same way', () => {
  const read = (query: string) => readStateTab(new URLSearchParams(query));
  expect(read('')).toEqual({ state: '', keyword: '' });
  expect(read('state=trash&q=%20雨%20')).toEqual({ state: 'trash', keyword: '雨' });
  expect(read('state=nonsense')).toEqual({ state: '', keyword: '' });
  expect(read(`q=${'长'.repeat(200)}`).keyword).toHaveLength(100);
  expect([tabAddress('', ''), tabAddress('draft', ''), tabAddress('', '雨 雪')]).toEqual([
    '/user',
    '/user?state=draft',
    '/user?q=%E9%9B%A8+%E9%9B%AA',
  ]);
});

test('a row shows the article’s state and unpublished changes', () => {
  const words = (state: 'draft' | 'scheduled' | 'published', changed: boolean, submittedAt: string | null = null) =>
    slipsOf({ state, changed, submittedAt }).map((slip) => slip.words);
  expect(words('draft', true)).toEqual(['草稿']);
  expect(words('scheduled', false)).toEqual(['定时']);
  expect(words('scheduled', true)).toEqual(['定时', '有没算进定时的改动']);
  expect(words('published', false)).toEqual(['已发布']);
  expect(words('published', true)).toEqual(['已发布', '有未发布的改动']);
  expect(words('published', true, '2026-01-01T00:00:00.000Z')).toEqual(['已发布', '改动审核中']);
});

test('withdrawing a change under review takes nothing from readers', () => {
  expect(hidesFromReaders({ state: 'published', submittedAt: null })).toBe(true);
  expect(hidesFromReaders({ state: 'published', submittedAt: '2026-01-01T00:00:00.000Z' })).toBe(false);
  expect(hidesFromReaders({ state: 'scheduled', submittedAt: null })).toBe(false);
});

test('articles in the trash count down to their last day', () => {
  const left = (days: number) => daysLeft('2026-01-01T00:00:00.000Z', Date.UTC(2026, 0, 1) + days * 86_400_000, 30);
  expect([left(0), left(0.5), left(29), left(29.9), left(31)]).toEqual([30, 30, 1, 1, 1]);
});
