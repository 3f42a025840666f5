import { expect, test } from 'vitest';
import { maskEmail } from './account-column.tsx';

test.each([
  ['hesheng@example.com', 'he•••g@example.com'],
  ['lin@example.com', 'l•••@example.com'],
  ['a@b.cn', 'a•••@b.cn'],
  ['"odd@name"@example.com', '"o•••"@example.com'],
])('%s is shown as %s', (email, shown) => {
  expect(maskEmail(email)).toBe(shown);
});
