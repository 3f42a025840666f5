import type { Draft } from '@mojian/contract/content/drafts';
import { expect, test } from 'vitest';
import { blankContent } from '../context.ts';
import { chooseNewest, isBlankContent, isSameContent, type LocalDraft } from './local-copy.ts';

const written = (markdown: string) => ({ ...blankContent, title: '春天', markdown });
const draft = (version: number, markdown: string) => ({ version, content: written(markdown) }) as Draft;
const entry = (version: number | null, markdown: string, sent: string | null = null): LocalDraft => ({
  name: '1:7',
  member: 1,
  id: 7,
  key: 'key',
  version,
  content: written(markdown),
  sent: sent === null ? null : written(sent),
  at: 1,
});

test('without anything of its own the browser goes on from the server', () => {
  expect(chooseNewest(draft(3, '甲'), undefined)).toMatchObject({ from: 'server', version: 3 });
  expect(chooseNewest(draft(3, '甲'), entry(2, '甲'))).toMatchObject({ from: 'server', version: 3 });
});

test("a local draft based on the server's version is newer", () => {
  expect(chooseNewest(draft(3, '甲'), entry(3, '甲乙'))).toEqual({
    content: written('甲乙'),
    version: 3,
    from: 'journal',
  });
});

test('a save that arrived without its answer is no other device', () => {
  expect(chooseNewest(draft(4, '甲乙'), entry(3, '甲乙丙', '甲乙'))).toMatchObject({ from: 'journal', version: 4 });
  expect(chooseNewest(draft(4, '别处'), entry(3, '甲乙丙', '甲乙'))).toMatchObject({ from: 'stale' });
});

test('a draft changed on both sides is a conflict, and stays one when it is stored and opened again', () => {
  const opened = chooseNewest(draft(4, '别处'), entry(3, '这里'));
  expect(opened).toEqual({ content: written('这里'), version: 3, from: 'stale' });
  expect(chooseNewest(draft(4, '别处'), entry(opened.version, '这里还有'))).toMatchObject({ from: 'stale' });
});

test('two texts the server would keep as one are the same', () => {
  const text = written('甲 ');
  expect(isSameContent(text, { ...text, title: ' 春天 ', tags: [] })).toBe(true);
  expect(isSameContent({ ...text, tags: ['雨', '雨 '] }, { ...text, tags: ['雨'] })).toBe(true);
  expect(isSameContent({ ...text, markdown: '甲\0 ' }, text)).toBe(true);
  expect(isSameContent({ ...text, markdown: '甲' }, text)).toBe(false);
  expect(isBlankContent({ ...blankContent, title: '  ' })).toBe(true);
});
