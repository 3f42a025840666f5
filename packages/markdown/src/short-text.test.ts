import { expect, test } from 'vitest';
import { renderShortText } from './short-text.ts';

const html = (source: string) => renderShortText(source, { siteOrigin: 'https://mojian.example' }).html.trim();
const topics = (source: string) => renderShortText(source).topics;

test('line breaks, emphasis, lists, quotations, code and links are rendered', () => {
  expect(html('第一行\n第二行 **强。**后')).toBe('<p>第一行<br />\n第二行 <strong>强。</strong>后</p>');
  expect(html('> 引\n\n- 一')).toBe('<blockquote>\n<p>引</p>\n</blockquote>\n<ul>\n<li>一</li>\n</ul>');
  expect(html('```js\n<b>\n```')).toBe('<pre><code>&lt;b&gt;\n</code></pre>');
  expect(html('[站内](https://mojian.example/a)')).toBe('<p><a href="https://mojian.example/a">站内</a></p>');
  expect(html('见https://a.cn。')).toContain('<a href="https://a.cn" target="_blank" rel="noopener noreferrer">');
});

test('headings, rules, tables, pictures, formulas and HTML stay plain text', () => {
  expect(html('# 题\n---\n| a |\n| - |')).toBe('<p># 题<br />\n---<br />\n| a |<br />\n| - |</p>');
  expect(html('![图](/a.png)')).toBe('<p>!<a href="/a.png">图</a></p>');
  expect(html('$a$ <b>粗</b>')).toBe('<p>$a$ &lt;b&gt;粗&lt;/b&gt;</p>');
});

test('scripts are shown as text', () => {
  expect(html('<script>x</script>')).toBe('<p>&lt;script&gt;x&lt;/script&gt;</p>');
  expect(html('[坏](javascript:alert(1))')).toBe('<p><span>坏</span></p>');
  expect(html('#雨<img onerror=x>')).toBe('<p><span class="topic">#雨</span>&lt;img onerror=x&gt;</p>');
});

test('a topic ends with the word or with a second #, and is listed once', () => {
  expect(topics('#写字 很好，#小站。#写字')).toEqual(['写字', '小站']);
  expect(topics('今天#苏轼·定风波#下雨')).toEqual(['苏轼·定风波']);
  expect(topics('#甲##乙#丙')).toEqual(['甲', '乙']);
  expect(topics('**#强调** （#括号）')).toEqual(['强调', '括号']);
  expect(html('#写字# 好')).toBe('<p><span class="topic">#写字#</span> 好</p>');
});

test('numbers, # within words, addresses, code, links and escaped # are no topics', () => {
  for (const source of ['#1', 'C#和F#', '/page#top', 'https://a.cn/x#top', '`#码`', '[#词](/a)', '\\#写字', '# 写字 #'])
    expect(topics(source), source).toEqual([]);
  expect(topics(`#${'字'.repeat(31)}`)).toEqual([]);
  expect(topics(`#${'字'.repeat(30)}`)).toEqual(['字'.repeat(30)]);
});

test('a hostile text is rendered in bounded time', () => {
  for (const piece of ['#', '#a', '#甲#', '>', '[', '*_', '`a', '- ']) {
    const once = piece.repeat(20_000);
    expect(renderShortText(once).html.length, piece).toBeGreaterThan(0);
  }
  expect(renderShortText('#雨 '.repeat(200_000)).topics).toEqual([]);
});
