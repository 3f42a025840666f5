import { syntaxTree } from '@codemirror/language';
import { renderMarkdown } from '@mojian/markdown';
import { expect, test } from 'vitest';
import { stateOf } from './commands/try-command.ts';

/** Source, what the editor marks in it, and what the page makes of that. */
const marked: [source: string, node: string, within: string, onPage: RegExp][] = [
  [String.raw`勾股 \(a^2+b^2=c^2\) 定理`, 'Formula', String.raw`\(a^2+b^2=c^2\)`, /<math/],
  ['\\[ \\frac{1}{2} \\]', 'Formula', '\\[ \\frac{1}{2} \\]', /<math/],
  ['见文末^[出自《梦溪笔谈》]。', 'InlineNote', '^[出自《梦溪笔谈》]', /class="notes"/],
  ['^[里面有[链接](https://a.example)的]', 'InlineNote', '^[里面有[链接](https://a.example)的]', /class="notes"/],
  ['喝 H~2~O', 'Script', '~2~', /<sub>2<\/sub>/],
  ['x^2^ 米', 'Script', '^2^', /<sup>2<\/sup>/],
  ['有人说过^[1]^。', 'Script', '^[1]^', /<sup>/],
  ['a~n+1~ 与 ~~旧~~', 'Script', '~n+1~', /<sub>/],
];
const plain = [
  String.raw`\(注\)`,
  String.raw`\[1\]`,
  '5~10~20',
  '^_^ 与 ^o^',
  '^[',
  '好~好~',
  String.raw`\[a\](b)`,
  '`H~2~O`',
];

/** Pieces of a text in nodes that the editor colours so. */
function nodesIn(source: string) {
  const found: [string, string][] = [];
  const state = stateOf(source);
  syntaxTree(state).iterate({
    enter: ({ name, from, to }) => {
      if (['Formula', 'InlineNote', 'Script'].includes(name)) found.push([name, state.sliceDoc(from, to)]);
    },
  });
  return found;
}

test.each(marked)('%s: the editor marks what the page sets', async (source, node, within, onPage) => {
  expect(nodesIn(source)).toEqual([[node, within]]);
  expect((await renderMarkdown(source)).html).toMatch(onPage);
});

test.each(plain)('%s: the editor marks nothing where the page sets nothing', async (source) => {
  expect(nodesIn(source)).toEqual([]);
  expect((await renderMarkdown(source)).html).not.toMatch(/<math|class="notes"|<sub>|<sup>/);
});
