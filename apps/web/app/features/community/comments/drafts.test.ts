import { expect, test } from 'vitest';
import { quotationOf } from './drafts.ts';

test('each line of a passage is quoted, blank ones are left out', () => {
  expect(quotationOf(' 一  行\n\n\t二行 ')).toBe('> 一 行\n> 二行');
});

test('of a long passage the beginning is quoted, and no letter is cut in two', () => {
  const quotation = quotationOf('𠮷'.repeat(300));
  expect(quotation).toBe(`> ${'𠮷'.repeat(200)}…`);
});
