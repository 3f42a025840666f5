import { expect, test } from 'vitest';
import { fileStateText } from './file-text.ts';

const now = Date.parse('2026-11-21T00:00:00Z');
const file = (createdAt: string, ...titles: string[]) =>
  fileStateText(
    {
      createdAt,
      useCount: titles.length,
      uses: titles.map((title) => ({ place: 'articles' as const, title, path: '' })),
    },
    now,
  );

test('a picture shows where it is used, or since when it is unused', () => {
  expect(file('2026-10-01T00:00:00Z', '山茶')).toBe('文章《山茶》在用');
  expect(file('2026-10-01T00:00:00Z', '')).toBe('文章在用');
  expect(file('2026-10-01T00:00:00Z', '山茶', '雨')).toBe('2 处使用');
  expect(file('2026-11-20T12:00:00Z')).toBe('未使用，今天上传');
  expect(file('2026-10-22T00:00:00Z')).toBe('未使用，上传 30 天');
});
