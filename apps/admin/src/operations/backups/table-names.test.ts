import { namedChanges } from '@mojian/contract/operations/table-names';
import { expect, test } from 'vitest';

test('changes of a restore are named, empty tables left out, small tables summed up', () => {
  const tables = [
    { name: 'likes', now: 0, later: 0 },
    { name: 'movedPaths', now: 1, later: 2 },
    { name: 'outbox', now: 3, later: 0 },
    { name: 'comments', now: 5, later: 9 },
    { name: 'articles', now: 4, later: 4 },
  ];
  expect(namedChanges(tables)).toEqual([
    { name: '文章', now: 4, later: 4 },
    { name: '评论', now: 5, later: 9 },
    { name: '其他', now: 4, later: 2 },
  ]);
});
