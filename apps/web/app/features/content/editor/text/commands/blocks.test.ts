import { expect, test } from 'vitest';
import { insertBlock, insertFence, insertFootnote, setHeading, setList, toggleQuote } from './blocks.ts';
import { linkOverSelection, toggleLink } from './marks.ts';
import { runCommand, stateOf, written } from './try-command.ts';

test('a block stands on lines of its own, with blank lines around', () => {
  expect(runCommand(insertBlock('---\n'), '‸')).toBe('---\n‸');
  expect(runCommand(insertBlock('---'), '一‸\n二')).toBe('一\n\n---‸\n\n二'.replace('‸\n', '‸\n'));
  expect(runCommand(insertBlock('> [!NOTE]\n> ‸'), '一\n‸\n二')).toBe('一\n\n> [!NOTE]\n> ‸\n\n二');
  expect(runCommand(insertBlock('$$\n‹E=mc^2›\n$$'), '‸')).toBe('$$\n⟦E=mc^2⟧\n$$');
});

test('a fence goes around the selected lines, and is longer than those within', () => {
  expect(runCommand(insertFence('ts'), '‸')).toBe('```ts\n‸\n```');
  expect(runCommand(insertFence(''), '一\n⟦a\nb⟧\n二')).toBe('一\n\n```\n⟦a\nb⟧\n```\n\n二');
  expect(runCommand(insertFence('md'), '⟦```\nx\n```⟧')).toBe('````md\n⟦```\nx\n```⟧\n````');
});

test('a note is numbered after those there are, and its text is written at the end', () => {
  expect(runCommand(insertFootnote, '桥‸。')).toBe('桥[^1]。\n\n[^1]: ‸');
  expect(runCommand(insertFootnote, '桥[^1]江‸。\n\n[^1]: 一\n')).toBe('桥[^1]江[^2]。\n\n[^1]: 一\n[^2]: ‸');
  expect(runCommand(insertFootnote, '‸')).toBe('[^1]\n\n[^1]: ‸');
});

test('words become a link whose address is missing, an address one whose words are, and a link its words', () => {
  expect(runCommand(toggleLink, '见⟦附图⟧')).toBe('见[附图](‸)');
  expect(runCommand(toggleLink, '⟦https://a.example/b⟧')).toBe('[‸](https://a.example/b)');
  expect(runCommand(toggleLink, '‸')).toBe('[‸]()');
  expect(runCommand(toggleLink, '见[附‸图](a.png)。')).toBe('见附‸图。');
});

test('an address pasted over words makes a link', () => {
  const paste = (before: string, text: string) => {
    const change = linkOverSelection(stateOf(before), text);
    return change && written(change.state);
  };
  expect(paste('见⟦附图⟧。', ' https://a.example/b?c=1 ')).toBe('见[附图](https://a.example/b?c=1)‸。');
  expect(paste('⟦a]b⟧', 'https://a.example/(b)')).toBe('[a\\]b](<https://a.example/(b)>)‸');
  for (const [before, text] of [
    ['见‸', 'https://a.example'],
    ['⟦附图⟧', 'javascript:alert(1)'],
    ['⟦附图⟧', '两个 https://a.example'],
    ['`⟦code⟧`', 'https://a.example'],
    ['[⟦词⟧](x)', 'https://a.example'],
    ['⟦https://old.example⟧', 'https://a.example'],
    ['⟦一\n二⟧', 'https://a.example'],
  ] as const)
    expect(paste(before, text), before).toBeUndefined();
});

test('a line becomes a heading, another one, and plain again', () => {
  expect(runCommand(setHeading(2), '先听，‸再看')).toBe('## 先听，‸再看');
  expect(runCommand(setHeading(3), '## 先听‸')).toBe('### 先听‸');
  expect(runCommand(setHeading(3), '### 先听‸')).toBe('先听‸');
  expect(runCommand(setHeading(0), '### 先听‸')).toBe('先听‸');
  expect(runCommand(setHeading(1), '‸')).toBe('# ‸');
  expect(runCommand(setHeading(2), '> 引‸')).toBe('> ## 引‸');
  expect(runCommand(setHeading(2), '- 一‸')).toBe('## 一‸');
});

test('selected lines become a list of a kind, of another, and plain again', () => {
  expect(runCommand(setList('bullet'), '⟦一\n\n二⟧')).toBe('- ⟦一\n\n- 二⟧');
  expect(runCommand(setList('number'), '- ⟦一\n- 二⟧')).toBe('1. ⟦一\n2. 二⟧');
  expect(runCommand(setList('task'), '1. ⟦一\n2. 二⟧')).toBe('- [ ] ⟦一\n- [ ] 二⟧');
  expect(runCommand(setList('task'), '- [x] ⟦一⟧')).toBe('⟦一⟧');
  expect(runCommand(setList('bullet'), '‸')).toBe('- ‸');
  expect(runCommand(setList('bullet'), '## 题‸')).toBe('- 题‸');
  expect(runCommand(setList('bullet'), '一‸\n二\n三‸')).toBe('- 一‸\n二\n- 三‸');
});

test('a quotation is put on with its blank lines, deeper not twice, and taken off', () => {
  expect(runCommand(toggleQuote, '⟦一\n\n二⟧')).toBe('> ⟦一\n> \n> 二⟧');
  expect(runCommand(toggleQuote, '> ⟦一\n> \n> 二⟧')).toBe('⟦一\n\n二⟧');
  expect(runCommand(toggleQuote, '> > ‸深')).toBe('> ‸深');
  expect(runCommand(toggleQuote, '‸')).toBe('> ‸');
});

test('a line of which nothing is selected is left as it is', () => {
  expect(runCommand(setList('bullet'), '⟦一\n⟧二')).toBe('- ⟦一\n⟧二');
});

test('a number of four digits or more stays when its line becomes another block', () => {
  expect(runCommand(setHeading(2), '20260101. 日记‸')).toBe('## 20260101. 日记‸');
  expect(runCommand(setList('bullet'), '2026. 年‸')).toBe('- 2026. 年‸');
});

test('a list of several levels keeps them when it becomes one of another kind', async () => {
  const nested = '⟦- 一\n  - 里\n    - 深\n  - 外\n- 二⟧';
  const numbered = runCommand(setList('number'), nested) ?? '';
  expect(numbered).toBe('⟦1. 一\n   1. 里\n      1. 深\n   2. 外\n2. 二⟧');
  expect(runCommand(setList('bullet'), numbered)?.replace(/[⟦⟧]/g, '')).toBe(nested.replace(/[⟦⟧]/g, ''));
});
