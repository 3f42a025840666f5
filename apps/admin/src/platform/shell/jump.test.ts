import { expect, test } from 'vitest';
import { findGoals, goalsFor } from './jump.ts';

const all = goalsFor(
  () => true,
  () => true,
);
const titles = (text: string) => findGoals(all, text).map(({ title }) => title);

test('the jump box finds a menu by its name, its group and its address', () => {
  expect(titles('评论')[0]).toBe('评论');
  expect(titles('站点管理')).toContain('备份');
  expect(titles('站点管理 备')).toEqual(['备份']);
  expect(titles('COMMENTS')).toContain('评论');
  expect(titles('没有的')).toEqual([]);
  expect(titles('')).toHaveLength(all.length);
});

test('it finds a group of settings by its name and by the names of its fields', () => {
  expect(findGoals(all, '公告').map(({ path }) => path)).toContain('/settings#set-announcement');
  expect(titles('备案号')).toEqual(['页脚与备案']);
});

test('it leads nobody where they may not go', () => {
  expect(
    goalsFor(
      (permission) => permission === 'comments.moderate',
      () => true,
    ).map(({ path }) => path),
  ).toEqual(['/comments', '/reports']);
});
