import { htmlToText } from '@mojian/foreign-files/html-text';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commentFromHtml } from './comment-html.ts';
import { fromHtml, longestHtml } from './html.ts';

test('HTML becomes Markdown in the text process', async () => {
  expect(await fromHtml('<h2>题</h2><p onclick="x">一 <b>二</b></p><script>alert(1)</script>')).toEqual({
    markdown: '## 题\n\n一 **二**',
    warnings: ['里面的脚本和样式没有带过来'],
  });
});

test('centred paragraphs come with a line that says they stand at the left; tables and pictures come without', async () => {
  const line = ['居中和靠右的段落，这里都靠左'];
  for (const html of [
    '<p align="center">诗</p>',
    '<div style="color:red; text-align: right">诗</div>',
    '<center>诗</center>',
  ])
    expect(await fromHtml(html), html).toEqual({ markdown: '诗', warnings: line });
  for (const html of [
    '<table><tr><td align="center">诗</td></tr></table>',
    '<p data-x="align=center">诗</p>',
    '<p class="aligncenter">诗</p>',
  ])
    expect((await fromHtml(html)).warnings, html).toEqual([]);
});

test('text without markup stays text, and its special characters are escaped', async () => {
  expect(await fromHtml('# 不是标题\n* 星 a < b\n\n又一段 R&D')).toEqual({
    markdown: '\\# 不是标题\\\n\\* 星 a < b\n\n又一段 R&D',
    warnings: [],
  });
});

test('HTML that is too long or complex becomes plain text, with a warning', { timeout: 240_000 }, async () => {
  const long = `<p>头</p>${'<i></i>'.repeat(longestHtml / 7)}<p>尾</p>`;
  const { markdown, warnings } = await fromHtml(long);
  expect(markdown).toBe('头\n\n尾');
  expect(warnings).toEqual(['排版太复杂，没能转成 Markdown，只留下了文字']);
});

test('the plain text of HTML keeps paragraphs and drops code', { timeout: 240_000 }, () => {
  expect(htmlToText('<p>一<br/>二&nbsp;&lt;</p><script>var a = "<p>x</p>";</script><div>三<!-- 注 --></div>')).toBe(
    '一\n二\u00a0<\n\n三 注',
  );
  for (const sign of ['<', '<script', '<!--', '&', '<p', '<a b="', '\n'])
    expect(htmlToText(`${sign.repeat(300_000)}>`).length, sign).toBeGreaterThan(0);
});

const odd = [
  ['<p>写信到 <zhang@example.com>，谢谢。</p>', '写信到 <zhang@example.com>，谢谢。'],
  ['<p>用 Map<K,V> 与 List<String></p>', '用 Map<K,V> 与 List<String>'],
  ['<p>if(a<b&&c>d) <div;> <img,src="x"></p>', 'if(a<b&&c>d) <div;> <img,src="x">'],
] as const;

test('what only looks like a tag stays in texts, comments and the words of a text that is too complex', async () => {
  for (const [html, words] of odd) {
    const escaped = words.replace(/<(?=[a-z])/gi, '\\<');
    expect((await fromHtml(html)).markdown).toBe(escaped);
    expect((await commentFromHtml(html)).markdown).toBe(escaped);
    expect(htmlToText(html)).toBe(words);
  }
});

const signs = fc.constantFrom(
  ...'<<<>>>//=="\'&;!?-@,:.()[]{}#甲乙abp \n'.split(''),
  '<p>',
  '</p>',
  '<b ',
  '<x:y>',
  '<svg>',
  '<td ',
);

test('no text ends an import, whatever its signs', { timeout: 600_000 }, async () => {
  const numRuns = process.env.TEST_LONG === '1' ? 5000 : 300;
  const texts = fc.array(signs, { maxLength: 60 }).map((all) => all.join(''));
  await fc.assert(
    fc.asyncProperty(texts, async (html) => {
      const results = [await fromHtml(html), await commentFromHtml(html)];
      expect(results.map(({ markdown }) => typeof markdown)).toEqual(['string', 'string']);
      expect(results.flatMap(({ warnings }) => warnings)).toEqual([]);
    }),
    { numRuns },
  );
});
