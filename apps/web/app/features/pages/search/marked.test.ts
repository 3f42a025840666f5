import { expect, test } from 'vitest';
import { splitAtMarks } from './marked.tsx';

const mark = (text: string, marks: string[]) =>
  splitAtMarks(text, marks)
    .map((piece, index) => (index % 2 === 1 ? `[${piece}]` : piece))
    .join('');

test('every match is marked, the longest term first', () => {
  expect(mark('给中文网页排版：排版笔记', ['排版'])).toBe('给中文网页[排版]：[排版]笔记');
  expect(mark('搜索引擎与搜索', ['搜索引擎', '搜索'])).toBe('[搜索引擎]与[搜索]');
  expect(mark('没有', [])).toBe('没有');
});

test('pattern characters are literal', () => {
  expect(mark('<b>C++</b>', ['C++'])).toBe('<b>[C++]</b>');
  expect(mark('没有', ['.*'])).toBe('没有');
});
