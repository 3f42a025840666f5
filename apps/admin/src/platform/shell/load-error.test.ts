import { Failure } from '@mojian/contract/platform/failures';
import { expect, test } from 'vitest';
import { describeLoadError } from './load-error.ts';

test.each([
  ['who is not logged in', new Failure('signed-out'), true, '请先登录', 'log-in'],
  ['who may not', new Failure('not-allowed'), true, '没有权限', 'leave'],
  ['a network that is gone', new Failure('unavailable'), false, '没有连上站点', 'reload'],
  [
    'a script that is gone in Chromium',
    new TypeError('Failed to fetch dynamically imported module: /a.js'),
    true,
    '后台换了新版本',
    'reload',
  ],
  [
    'a script that is gone in Firefox',
    new TypeError('error loading dynamically imported module: /a.js'),
    true,
    '后台换了新版本',
    'reload',
  ],
  [
    'a script that is gone in Safari',
    new TypeError('Importing a module script failed.'),
    true,
    '后台换了新版本',
    'reload',
  ],
  [
    'a style sheet that is gone',
    new Error('Unable to preload CSS for /admin/assets/a.css'),
    true,
    '后台换了新版本',
    'reload',
  ],
  [
    'a script that does not come without a network',
    new TypeError('Importing a module script failed.'),
    false,
    '没有连上站点',
    'reload',
  ],
  ['what is not there', new Failure('not-found'), true, '没有找到', 'go-on'],
  ['anything else', new Error('x is not a function'), true, '这一页没有打开', 'reload'],
])('%s is told apart', (_, error, isOnline, title, help) => {
  expect(describeLoadError(error, isOnline)).toMatchObject({ title, help });
});

test('an internal error is replaced by a plain message', () => {
  expect(describeLoadError(new Error('x is not a function'), true).text).not.toContain('x is not');
  expect(describeLoadError(new Failure('unavailable'), true).text).toContain('暂时无法读取数据');
});
