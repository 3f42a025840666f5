import { expect, test } from 'vitest';
import { withHardBreaks } from '../src/hard-breaks.ts';
import { renderMarkdown } from '../src/markdown.ts';

test('each line of a paragraph, a list item and a quotation ends in a hard break', () => {
  expect(withHardBreaks('床前明月光，\n疑是地上霜。\n\n地址：杭州\n电话：123')).toBe(
    '床前明月光，\\\n疑是地上霜。\n\n地址：杭州\\\n电话：123',
  );
  expect(withHardBreaks('- 一\n  二\n- 三\n四\n\n> 五\n> 六')).toBe('- 一\\\n  二\n- 三\\\n四\n\n> 五\\\n> 六');
  expect(withHardBreaks('见 https://a.example/x\n后')).toBe('见 https://a.example/x  \n后');
  expect(withHardBreaks('有  \n两\\\n个')).toBe('有  \n两\\\n个');
});

test('code, tables, headings, HTML, callouts and definitions keep their lines', () => {
  for (const source of [
    '```js\na\nb\n```',
    '    a\n    b',
    '| a | b |\n| - | - |\n| 1 | 2 |',
    '<div>\n一\n二\n</div>',
    '标题\n====',
    '## 一\n文',
    '$$\na\nb\n$$',
    '> [!NOTE] 题\n> 一',
    '一 `a\nb` 二',
    '一 <b title="a\nb">二</b>',
    '[a]: https://a.example\n[b]: https://b.example',
    '一\n\n---\n\n二',
  ])
    expect(withHardBreaks(source), source).toBe(source);
});

test('the page shows every line by itself, and nothing else changes', async () => {
  const { html } = await renderMarkdown(withHardBreaks('一 **二\n三** 四\n- 五\n  六'), {
    siteOrigin: 'https://a.example',
  });
  expect(html.match(/<br/g)).toHaveLength(2);
  expect(html).not.toContain('\\');
});
