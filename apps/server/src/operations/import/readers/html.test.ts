import { expect, test } from 'vitest';
import { fromHtml, htmlToText, longestHtml } from './html.ts';

test('HTML becomes Markdown in the text process', async () => {
  expect(await fromHtml('<h2>题</h2><p onclick="x">一 <b>二</b></p><script>alert(1)</script>')).toEqual({
    markdown: '## 题\n\n一 **二**',
    warnings: [],
  });
});

test('text without markup stays text, and its special characters are escaped', async () => {
  expect(await fromHtml('# 不是标题\n* 星 a < b\n\n又一段 R&D')).toEqual({
    markdown: '\\# 不是标题\\\n\\* 星 a < b\n\n又一段 R&D',
    warnings: [],
  });
});

test('HTML that is too long or complex becomes plain text, with a warning', async () => {
  const long = `<p>头</p>${'<i></i>'.repeat(longestHtml / 7)}<p>尾</p>`;
  const { markdown, warnings } = await fromHtml(long);
  expect(markdown).toBe('头\n\n尾');
  expect(warnings).toEqual(['排版太复杂，没能转成 Markdown，只留下了文字']);
});

test('the plain text of HTML keeps paragraphs and drops code', () => {
  expect(htmlToText('<p>一<br/>二&nbsp;&lt;</p><script>var a = "<p>x</p>";</script><div>三<!-- 注 --></div>')).toBe(
    '一\n二\u00a0<\n\n三 注',
  );
  const start = performance.now();
  for (const sign of ['<', '<script', '<!--', '&', '<p', '\n']) htmlToText(sign.repeat(1_000_000));
  expect(performance.now() - start).toBeLessThan(20_000);
});
