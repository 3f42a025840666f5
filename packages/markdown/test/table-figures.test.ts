import { expect, test } from 'vitest';
import { renderMarkdown } from '../src/markdown.ts';

/** Whether the second column of a table of two stands on the right, by its cells below the heading. */
async function isRight(cells: string[], alignment = '---') {
  const rows = cells.map((cell) => `| 立春 | ${cell} |`).join('\n');
  const { html } = await renderMarkdown(`| 节气 | 数 |\n| --- | ${alignment} |\n${rows}`);
  return [...html.matchAll(/<t[hd]( class="ta-r")?>/g)]
    .filter((_, index) => index % 2 === 1)
    .every(([, right]) => right);
}

test.each([
  [['12', '1,280.5', '-3']],
  [['¥12', '¥1,280']],
  [['3.5%', '12 %', '—']],
  [['06:58', '17:42']],
  [['315°', '0°']],
  [['10 h 44 m', '12 h 06 m']],
  [['12 个', '3 个']],
  [['**12**', '', '13']],
])('a column of figures stands on the right: %j', async (cells) => {
  expect(await isRight(cells)).toBe(true);
});

test.each([[['2 月 4 日', '3 月 20 日']], [['12', '晴']], [['2026-11-29']], [['—', '']], [['第 3 课', '第 4 课']]])(
  'a column with anything else does not: %j',
  async (cells) => {
    expect(await isRight(cells)).toBe(false);
  },
);

test('the first column, and what its author aligned, stay as they are', async () => {
  expect(await isRight(['12', '13'], ':--')).toBe(false);
  expect(await isRight(['12', '13'], ':-:')).toBe(false);
  const { html } = await renderMarkdown('| 次 | 名 |\n| --- | --- |\n| 1 | 甲 |\n| 2 | 乙 |');
  expect(html).not.toContain('ta-r');
});
