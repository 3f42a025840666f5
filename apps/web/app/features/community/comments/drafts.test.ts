import { expect, test } from 'vitest';
import { quotationOf } from './drafts.ts';

test('each line of a passage is quoted, blank ones are left out', () => {
  expect(quotationOf(' 一  行\n\n\t二行 ')).toBe('> 一 行\n> 二行');
});

test('a long passage is quoted from its beginning, without splitting characters', () => {
  const quotation = quotationOf('𠮷'.repeat(300));
  expect(quotation).toBe(`> ${'𠮷'.repeat(200)}…`);
});
