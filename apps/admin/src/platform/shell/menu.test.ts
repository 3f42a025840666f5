import { may, roles } from '@mojian/contract/platform/permissions';
import { expect, test } from 'vitest';
import { antdScreens, firstScreens } from '../../screens.ts';
import { destinationsFor, findDestinations, findScreen, menuFor } from './menu.ts';

const content = ['文章', '首页', '页面', '分类', '标签', '专栏', '评论', '说说', '留言板', '聊天室'];
const contacts = ['友链', '导航', '通知', '反馈', '举报'];

test.each([
  [
    'owner',
    [
      '概览',
      ...content,
      ...contacts,
      '用户',
      '文件',
      '表情包',
      '站点设置',
      '站外提醒',
      '程序访问',
      '旧地址',
      '操作记录',
      '定时任务',
      '发件箱',
      '备份',
      '搬家',
      '系统',
    ],
  ],
  [
    'admin',
    [
      '概览',
      ...content,
      ...contacts,
      '用户',
      '文件',
      '表情包',
      '站点设置',
      '旧地址',
      '操作记录',
      '定时任务',
      '发件箱',
      '系统',
    ],
  ],
  ['editor', ['概览', '文章', '页面', '分类', '标签', '专栏', '导航', '文件']],
  ['moderator', ['概览', '评论', '说说', '留言板', '聊天室', '友链', '反馈', '举报', '用户']],
  [
    'demo',
    ['概览', ...content, ...contacts, '用户', '文件', '表情包', '站点设置', '旧地址', '定时任务', '发件箱', '系统'],
  ],
  ['member', []],
] as const)('the menu of a role shows what it may, and no more: %s', (role, titles) => {
  const shown = menuFor(
    (permission) => may(role, permission),
    () => true,
  ).flatMap(({ entries }) => entries);
  expect(shown.map(({ title }) => title)).toEqual(titles);
});

test('every screen has a title and a permission, so that no address shows what the menu hides', () => {
  const paths = [...firstScreens, ...antdScreens].map(({ path }) => path ?? '');
  expect(paths.length).toBeGreaterThan(
    menuFor(
      () => true,
      () => true,
    ).flatMap(({ entries }) => entries).length,
  );
  for (const path of paths) expect(findScreen(`/${path}`).permission, path).toBeDefined();
  expect(findScreen('/nothing')).toEqual({ group: '', title: '没有这一页', permission: undefined });
  expect(roles.filter((role) => may(role, 'setup.finish'))).toEqual(['owner']);
});

test('a feature that is off is not in the menu', () => {
  const paths = menuFor(
    () => true,
    (feature) => feature !== 'board' && feature !== 'group',
  ).flatMap(({ entries }) => entries.map(({ path }) => path));
  expect(paths).toContain('/says');
  expect(paths).not.toContain('/board');
  expect(paths).not.toContain('/chat');
});

const all = destinationsFor(
  () => true,
  () => true,
);
const titles = (text: string) => findDestinations(all, text).map(({ title }) => title);

test('the jump box finds a menu entry by its title, its group and its address', () => {
  expect(titles('评论')[0]).toBe('评论');
  expect(titles('站点管理')).toContain('备份');
  expect(titles('站点管理 备')).toEqual(['备份']);
  expect(titles('COMMENTS')).toContain('评论');
  expect(titles('页面')[0]).toBe('页面');
  expect(titles('示例')).toEqual(['删除示例内容']);
  expect(titles('没有的')).toEqual([]);
  expect(titles('')).toHaveLength(all.length);
});

test('the jump box finds a settings group by its title and by the labels of its fields', () => {
  expect(findDestinations(all, '公告').map(({ path }) => path)).toContain('/settings#set-announcement');
  expect(titles('备案号')).toEqual(['页脚与备案']);
});

test('the jump box lists only permitted screens', () => {
  expect(
    destinationsFor(
      (permission) => permission === 'comments.moderate',
      () => true,
    ).map(({ path }) => path),
  ).toEqual(['/comments', '/reports']);
});
