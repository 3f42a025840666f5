import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findGaps, spaceOut } from './spacing.ts';
import { runCommand, stateOf } from './try-command.ts';

const spaced = (text: string) => {
  const after = runCommand(spaceOut, `‸${text}`);
  return (after ?? text).replace('‸', '');
};

test.each([
  ['用React写了3天', '用 React 写了 3 天'],
  ['占50%的内存', '占 50% 的内存'],
  ['学C++的人', '学 C++ 的人'],
  ['用**React**框架', '用 **React** 框架'],
  ['**中文**abc', '**中文** abc'],
  ['跑`npm i`之后', '跑 `npm i` 之后'],
  ['见[Vue文档](https://a.example/中a文)页', '见 [Vue 文档](https://a.example/中a文)页'],
  ['公式$a^2$成立', '公式 $a^2$ 成立'],
  ['## 第1章 JS入门 {#第1章}', '## 第 1 章 JS 入门 {#第1章}'],
  ['- 一a\n- b二', '- 一 a\n- b 二'],
  ['| 名a | b名 |\n| --- | --- |\n| 一1 | 2 |', '| 名 a | b 名 |\n| --- | --- |\n| 一 1 | 2 |'],
  ['日本語とEnglish', '日本語と English'],
  ['中文，English。', '中文，English。'],
])('%s', (before, after) => {
  expect(spaced(before)).toBe(after);
});

test.each([
  '```\n中a文\n```',
  '    中a文',
  '`中a文`',
  '$$\n中a文\n$$',
  '<div data-a="中a文">\n中a文\n</div>',
  '<!-- 中a文 -->',
  '---\ntitle: 中a文\ntags: [中a]\n---',
  '[^a中]: ',
  '![图a](https://a.example/中a.png)',
  '::: tip 中a',
  '',
])('is left alone: %s', (text) => {
  expect(spaced(text)).toBe(text);
});

test('only what is selected is changed, if something is', () => {
  expect(runCommand(spaceOut, '中a ⟦文b⟧ 字c')).toBe('中a ⟦文 b⟧ 字c');
});

test('a second time there is nothing left to do, whatever the text', () => {
  const signs = fc.constantFrom(
    '中',
    '文',
    'a',
    '1',
    ' ',
    '*',
    '**',
    '`',
    '[',
    '](b)',
    '$',
    '\n',
    '#',
    '|',
    '%',
    '<b>',
    '，',
  );
  fc.assert(
    fc.property(fc.array(signs, { maxLength: 40 }), (pieces) => {
      const once = spaced(pieces.join(''));
      expect(once.replace(/ /g, '')).toBe(pieces.join('').replace(/ /g, ''));
      expect(findGaps(stateOf(once))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
