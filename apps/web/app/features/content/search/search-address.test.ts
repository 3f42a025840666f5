import { expect, test } from 'vitest';
import { resultCount } from './search-address.ts';

test('a number of results at the limit of counting says that there may be more', () => {
  expect([resultCount(0), resultCount(999), resultCount(1000)]).toEqual(['共 0 篇', '共 999 篇', '至少 1,000 篇']);
});
