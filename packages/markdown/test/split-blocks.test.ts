import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { renderMarkdown } from '../src/markdown.ts';
import { countSame, splitBlocks } from '../src/split-blocks.ts';

test('each outermost element becomes a block of its own', async () => {
  const source =
    '段<br>落\n\n- [x] 项\n- [ ] 项\n\n```js\nlet a = "<b>"\n```\n\n$$\nx<y\n$$\n\n---\n\n| a |\n|---|\n| b |\n\n字[^1]\n\n[^1]: 注';
  const blocks = splitBlocks(await renderMarkdown(source));
  expect(blocks.map(({ html, line }) => [/^<(\w+)/.exec(html)?.[1], line])).toEqual([
    ['p', 0],
    ['ul', 2],
    ['figure', 5],
    ['div', 9],
    ['hr', 13],
    ['div', 15],
    ['p', 19],
    ['div', 19],
  ]);
});

test('joined blocks equal the HTML, and each has a source line', async () => {
  const folder = new URL('../../../apps/server/sample/', import.meta.url);
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  expect(texts.length).toBeGreaterThan(3);
  const odd = ['', '<!-- x -->', '<div>\n\n字\n\n- 项', '<b>甲</b>\n<b>乙</b>', '字'.repeat(10)];
  for (const source of [...odd, ...texts.map((name) => readFileSync(new URL(name, folder), 'utf8'))]) {
    const rendered = await renderMarkdown(source);
    const blocks = splitBlocks(rendered);
    expect(blocks.map(({ html }) => html).join('')).toBe(rendered.html);
    expect(blocks.length).toBe(rendered.lines.length);
  }
});

test('the same blocks at both ends are counted, none of them twice', () => {
  const blocks = (text: string) => [...text].map((html, line) => ({ html, line }));
  const compare = (one: string, other: string) => countSame(blocks(one), blocks(other));
  expect(compare('abc', 'axc')).toEqual({ head: 1, tail: 1 });
  expect(compare('aaa', 'aaaa')).toEqual({ head: 3, tail: 0 });
  expect(compare('aaaa', 'aa')).toEqual({ head: 2, tail: 0 });
  expect(compare('abab', 'ab')).toEqual({ head: 2, tail: 0 });
  expect(compare('', 'ab')).toEqual({ head: 0, tail: 0 });
  expect(compare('ab', 'ab')).toEqual({ head: 2, tail: 0 });
});
