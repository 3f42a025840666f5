import { expect, test } from 'vitest';
import { renderMarkdown } from '../src/markdown.ts';

const linesOf = async (source: string) => (await renderMarkdown(source)).lines;

test('each outermost element has the source line of its block', async () => {
  const source =
    '# 题\n\n段落\n又一行\n\n- 项\n- 项\n\n```js\nlet a\n```\n\n---\n\n$$\nx\n$$\n\n| a |\n|---|\n| b |\n\n> 引';
  expect(await linesOf(source)).toEqual([0, 2, 5, 8, 12, 14, 18, 22]);
});

test('elements of one block share its source line, and blocks inside an open tag have none', async () => {
  expect(await linesOf('字\n\n<div>一</div><div>二</div>\n\n字')).toEqual([0, 2, 2, 4]);
  expect(await linesOf('字\n\n<div>\n\n一\n\n二')).toEqual([0, 2]);
  expect(await linesOf('<!-- 注 -->\n\n字[^1]\n\n[^1]: 注')).toEqual([2, 2]);
});

test('source line markers never reach the page', async () => {
  const { html } = await renderMarkdown('<b>\n\n<table>\n\n字\n\n<x123 l="3">\n\n- 项\n\n  段');
  expect(html).not.toMatch(/<x[\da-f]{8}/);
});
