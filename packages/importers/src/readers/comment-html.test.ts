import { renderShortText } from '@mojian/markdown/short-text';
import { expect, test } from 'vitest';
import { commentFromHtml } from './comment-html.ts';

const read = async (html: string) => (await commentFromHtml(html)).markdown;

test.each([
  ['<p>一 <b>二</b></p>', '一 **二**'],
  ['看 <img src="/u/a.png" alt="云"> 图', '看 [图片：云](/u/a.png) 图'],
  ['<img class="wp-smiley" alt="🙂" src="/s.png">好', '🙂好'],
  ['<img src="javascript:x" alt="云"><img src=x>', '云[图片](x)'],
  ['<h2>题</h2>H<sub>2</sub>O <u>线</u>', '**题**\n\nH2O 线'],
  ['<table><tr><td>甲</td><td colspan="2">乙</td></tr></table>', '甲 乙'],
  ['<iframe src="https://v.example/x"></iframe><script>alert("<b>")</script>', '[内嵌页面](https://v.example/x)'],
  ['<pre><code class="language-js">a &lt; b</code></pre>', '```js\na < b\n```'],
  ['a < b & c', 'a < b & c'],
])('%s becomes %s', async (html, expected) => {
  expect(await read(html)).toBe(expected);
});

test('no markup is left as visible text', async () => {
  const html =
    '<div><details><summary>开</summary><ruby>漢<rt>han</rt></ruby><dl><dt>词</dt><dd>义</dd></dl><svg><path d="x"/></svg></details></div>';
  expect(renderShortText(await read(html)).html).not.toMatch(/&lt;|:::/);
});
