import { expect, test } from 'vitest';
import { setHeading, setList, toggleQuote } from './lines.ts';
import { tried } from './try-command.ts';

test('a line becomes a heading, another one, and plain again', () => {
  expect(tried(setHeading(2), '先听，‸再看')).toBe('## 先听，‸再看');
  expect(tried(setHeading(3), '## 先听‸')).toBe('### 先听‸');
  expect(tried(setHeading(3), '### 先听‸')).toBe('先听‸');
  expect(tried(setHeading(0), '### 先听‸')).toBe('先听‸');
  expect(tried(setHeading(1), '‸')).toBe('# ‸');
  expect(tried(setHeading(2), '> 引‸')).toBe('> ## 引‸');
  expect(tried(setHeading(2), '- 一‸')).toBe('## 一‸');
});

test('selected lines become a list of a kind, of another, and plain again', () => {
  expect(tried(setList('bullet'), '⟦一\n\n二⟧')).toBe('- ⟦一\n\n- 二⟧');
  expect(tried(setList('number'), '- ⟦一\n- 二⟧')).toBe('1. ⟦一\n2. 二⟧');
  expect(tried(setList('task'), '1. ⟦一\n2. 二⟧')).toBe('- [ ] ⟦一\n- [ ] 二⟧');
  expect(tried(setList('task'), '- [x] ⟦一⟧')).toBe('⟦一⟧');
  expect(tried(setList('bullet'), '‸')).toBe('- ‸');
  expect(tried(setList('bullet'), '## 题‸')).toBe('- 题‸');
  expect(tried(setList('bullet'), '一‸\n二\n三‸')).toBe('- 一‸\n二\n- 三‸');
});

test('a quotation is put on with its blank lines, deeper not twice, and taken off', () => {
  expect(tried(toggleQuote, '⟦一\n\n二⟧')).toBe('> ⟦一\n> \n> 二⟧');
  expect(tried(toggleQuote, '> ⟦一\n> \n> 二⟧')).toBe('⟦一\n\n二⟧');
  expect(tried(toggleQuote, '> > ‸深')).toBe('> ‸深');
  expect(tried(toggleQuote, '‸')).toBe('> ‸');
});

test('a line of which nothing is selected is left as it is', () => {
  expect(tried(setList('bullet'), '⟦一\n⟧二')).toBe('- ⟦一\n⟧二');
});
