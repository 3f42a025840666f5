import { expect, test } from 'vitest';
import { countSource } from '../src/count-source.ts';
import { renderMarkdown } from '../src/markdown.ts';

test.each([
  '',
  '# 一座桥\n\n封路的三个小时，bridge **214** 颗。\n\n```ts\nconst a = 1;\n```\n\n$a+b$ 与 `code`',
  '> [!NOTE] 题\n> 旁注[^1]。\n\n::: tip\n里面\n:::\n\n[^1]: 脚注 note',
  '| 名 | b |\n| - | - |\n| 一 | 2 |\n\n- [x] 做完\n\n<p>some <b>HTML</b></p>\n\n![图](a.png "题注")',
  `${'很长的一段。'.repeat(100_000)}`,
])('the source has as many words as its page: %.40s', async (source) => {
  expect(countSource(source)).toBe((await renderMarkdown(source)).words);
});
