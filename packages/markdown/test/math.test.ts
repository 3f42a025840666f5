import { expect, test } from 'vitest';
import { dangersOf, elementsOf, find, htmlOf } from './reading.ts';

test('inline and block formulas become MathML only', async () => {
  const html = await htmlOf('设 $a^2+b^2$，则\n\n$$\n\\frac{1}{2}\n$$\n\n完');
  expect(
    elementsOf(html)
      .filter(({ name }) => name === 'math')
      .map(({ attributes }) => attributes.display),
  ).toEqual([undefined, 'block']);
  expect(find(html, 'div')?.attributes).toEqual({ class: 'math', tabindex: '0' });
  expect(html).not.toMatch(/style=|katex/);
});

test.each(['$$x$$', '文 $$x$$ 文', '```math\nx\n```', '$$ \\text{当 $x>0$ 时} $$'])(
  '%s is set apart',
  async (source) => {
    expect(find(await htmlOf(source), 'math')?.attributes.display).toBe('block');
  },
);

test.each([
  '从 $5 到 $10',
  '$ a $',
  '价 $5，今 $八',
  '\\$a\\$',
  '`$a$`',
  '$$',
  '$$$$',
  '$',
  '一 $$ 二',
  '$$\n没有结尾',
])('%s is not a formula', async (source) => {
  expect(find(await htmlOf(source), 'math')).toBeUndefined();
});

test('an unclosed formula block does not swallow the text after it', async () => {
  expect(await htmlOf('$$\na\n\n# 标题\n')).toContain('<h2');
});

test('boxes and colours of formulas use no style attribute', async () => {
  const html = await htmlOf('$\\fcolorbox{red}{blue}{a}\\boxed{b}\\color{red}c\\rule{1em}{1em}$');
  expect(find(html, 'math')).toBeDefined();
  expect(dangersOf(html)).toEqual([]);
});

test('invalid LaTeX is shown as its source', async () => {
  const html = await htmlOf('见 $\\frac{1$ 与 $\\未知$');
  expect(html).toContain('<code title="公式有误">\\frac{1</code>');
});

test.each([
  '\\href{javascript:alert(1)}{x}',
  '\\url{javascript:alert(1)}',
  '\\includegraphics{x}',
  '\\htmlStyle{color:red}{x}',
  '\\htmlData{a=b}{x}',
  '\\text{<img src=x onerror=alert(1)>}',
])('%s does nothing', async (formula) => {
  const html = await htmlOf(`$${formula}$`);
  expect(dangersOf(html)).toEqual([]);
  expect(find(html, 'img')).toBeUndefined();
  expect(find(html, 'a')).toBeUndefined();
});

test.each([
  ['macros that grow', '\\def\\a{xx\\a}\\a'],
  ['brackets in brackets', '{'.repeat(1900) + '}'.repeat(1900)],
  ['a formula too long', 'x+'.repeat(5000)],
])('%s end', async (_, formula) => {
  expect(await htmlOf(`$$${formula}$$`)).not.toBe('');
});
