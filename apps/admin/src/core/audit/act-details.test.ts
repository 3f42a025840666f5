import { changesOf, fieldName, takesAway, valueText } from '@mojian/contract/core/acts';
import { expect, test } from 'vitest';
import { subjectName } from './act-details.tsx';

test('only differing fields are listed, at any depth', () => {
  expect(changesOf({ role: 'member', a: { b: 1, c: true } }, { role: 'admin', a: { b: 1, c: false } })).toEqual([
    { field: 'role', before: 'member', after: 'admin' },
    { field: 'a.c', before: true, after: false },
  ]);
});

test('an added or removed value stands on one side; equal values give nothing', () => {
  expect(changesOf(null, { reason: '广告', until: null, text: '' })).toEqual([
    { field: 'reason', before: undefined, after: '广告' },
  ]);
  expect(changesOf({ text: '好' }, null)).toEqual([{ field: 'text', before: '好', after: undefined }]);
  expect(changesOf(null, null)).toEqual([]);
});

test('short lists of words are one value, long ones show additions and removals, lists of objects are compared entry by entry', () => {
  expect(changesOf({ types: [1, 2] }, { types: [1, 2, 6] })).toEqual([
    { field: 'types', before: [1, 2], after: [1, 2, 6] },
  ]);
  const words = ['甲', '乙', '丙', '丁', '戊', '己'];
  expect(changesOf({ hold: words }, { hold: ['甲', '乙', '丙', '丁', '戊', '庚'] })).toEqual([
    { field: 'hold', before: ['己'], after: ['庚'] },
  ]);
  expect(changesOf([{ name: '首页' }], [{ name: '首页' }, { name: '说说' }])).toEqual([
    { field: '1.name', before: undefined, after: '说说' },
  ]);
});

test('fields and values of acts have Chinese names, those of settings their labels', () => {
  const role = { act: 'users.role', subject: 'user:1' };
  expect([fieldName(role, 'role'), valueText(role, 'role', 'moderator')]).toEqual(['角色', '版主']);
  const moderation = { act: 'settings.save', subject: 'moderation' };
  expect([fieldName(moderation, 'mode'), valueText(moderation, 'mode', 'first')]).toEqual([
    '审核方式',
    '审核每人第一条',
  ]);
  expect(valueText({ act: 'users.logout', subject: 'user:1' }, 'session', 'all')).toBe('全部设备');
  expect(valueText(role, 'until', '2026-05-01T00:00:00Z')).toMatch(/^(2026-)?05-01 08:00$/);
});

test('a subject is shown by the name it had, a settings group by its title', () => {
  const row = { id: 1, actor: { id: 1, name: '站长' }, title: '', now: '', before: null, after: null, createdAt: '' };
  const reported = (act: string, subject: string, more: object = {}) => subjectName({ ...row, act, subject, ...more });
  expect(reported('users.role', 'user:7', { title: '小林' })).toBe('小林');
  expect(reported('tags.remove', 'tag:9', { before: { name: '雨' } })).toBe('标签 雨');
  expect(reported('reports.settle', 'report:3')).toBe('举报 3');
  expect(reported('settings.save', 'moderation')).toBe('审核与词表');
  expect(reported('settings.test', 'github')).toBe('社交登录');
  expect(reported('jobs.run', '清理')).toBe('清理');
  expect(valueText({ act: 'outbox.retry', subject: 'outbox:1' }, 'kind', 'send-mail')).toBe('发邮件');
});

test('dates, booleans and list entries of settings are shown in words', () => {
  const footer = { act: 'settings.save', subject: 'footer' };
  expect(valueText(footer, 'startedAt', 1795276800000)).toMatch(/^2026-11-2\d \d\d:\d\d$/);
  const menu = { act: 'settings.save', subject: 'menu' };
  expect([fieldName(menu, 'items.3.hidden'), valueText(menu, 'items.3.hidden', false)]).toEqual([
    '菜单 · 第 4 个 · 隐藏',
    '否',
  ]);
});

test('only replaced or removed values are struck out', () => {
  for (const act of ['comments.remove', 'articles.purge', 'notices.undo', 'users.revoke', 'navigation.removeSite'])
    expect(takesAway(act), act).toBe(true);
  for (const act of ['comments.release', 'comments.hold', 'comments.restore', 'board.release', 'users.enable'])
    expect(takesAway(act), act).toBe(false);
});
