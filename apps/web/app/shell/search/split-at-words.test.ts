import { expect, test } from 'vitest';
import { splitAtWords } from './split-at-words.ts';

const mark = (text: string, keyword: string) =>
  splitAtWords(text, keyword)
    .map((piece, index) => (index % 2 === 1 ? `[${piece}]` : piece))
    .join('');

test('the keyword is marked wherever it stands, whatever its case', () => {
  expect(mark('给中文网页排版：排版笔记', '排版')).toBe('给中文网页[排版]：[排版]笔记');
  expect(mark('SQLite 与 sqlite', 'SQLITE')).toBe('[SQLite] 与 [sqlite]');
});

test('a keyword that does not stand together is marked in its words', () => {
  expect(mark('在搜索里找到引擎', '搜索引擎')).toBe('在[搜索]里找到[引擎]');
  expect(mark('恢复 SQLite 的备份', 'SQLite备份')).toBe('恢复 [SQLite] 的[备份]');
  expect(mark('一座桥', '桥SQLite')).toBe('一座[桥]');
});

test('signs of patterns are nothing special', () => {
  expect(mark('<b>C++</b>', 'c++')).toBe('<b>[C++]</b>');
  expect(mark('没有', '.*')).toBe('没有');
});
