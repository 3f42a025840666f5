import { expect, test } from 'vitest';
import { renderMarkdown, searchableText } from '../src/markdown.ts';

const source = `# 题目\n\n一段 *强调*，\`代码\`，$a^2$ 与[链接](/a)。[^1]\n\n\`\`\`js\nconst a = 1;\n\`\`\`\n\n$$\nE=mc^2\n$$\n
| 甲 | 乙 |\n| - | - |\n| 一 | 二 |\n\n![说明](/a.png "题")\n\n> [!NOTE]\n> 留意\n\n<b>粗</b>\n\n[^1]: 脚注\n\n\`\`\`mermaid\ngraph TD\n\`\`\``;

test('searchable text is the same with and without highlighting and formulas', async () => {
  expect(searchableText(source)).toBe((await renderMarkdown(source)).text);
  expect(searchableText(source)).toContain('const a = 1');
  const long = '长'.repeat(2_000_000);
  expect(searchableText(long)).toBe((await renderMarkdown(long)).text);
});
