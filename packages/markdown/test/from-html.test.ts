import { createDocument } from '@mixmark-io/domino';
import { describe, expect, test } from 'vitest';
import { toMarkdown } from '../src/from-html/to-markdown.ts';

const convert = (html: string) => toMarkdown(createDocument(html));

describe('Word', () => {
  const item = (level: number, mark: string, text: string) =>
    `<p class=MsoListParagraph style='margin-left:21pt;mso-list:l0 level${level} lfo1'><![if !supportLists]>` +
    `<span lang=EN-US><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times"'>&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`;

  test('lists that Word writes as paragraphs become nested and ordered lists', () => {
    expect(
      convert(
        `<p class=MsoNormal>先说<o:p></o:p></p>${item(1, '·', '甲')}${item(2, '1.', '子一')}${item(2, '2.', '子二')}${item(1, '·', '乙')}<p>后说</p>`,
      ),
    ).toBe('先说\n\n- 甲\n  1. 子一\n  2. 子二\n- 乙\n\n后说');
  });

  test("Word's outline headings, smart tags, empty paragraphs and hidden text are converted", () => {
    const html = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p{color:red}</style><!--[if gte mso 9]><xml>x</xml><![endif]--></head>
      <body><!--StartFragment--><p class=MsoNormal style='mso-outline-level:2'><b><span style='font-size:16pt;color:red'>雨水</span></b></p>
      <p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal>在<st1:place>杭州</st1:place>，<span style='mso-hide:all'>暗</span><span
      style='color:#c00'>天晴</span>，<span style='background:yellow;mso-highlight:yellow'>要紧</span>。</p><!--EndFragment--></body></html>`;
    expect(convert(html)).toBe('## 雨水\n\n在杭州，天晴，==要紧==。');
  });

  test('footnotes of Word keep their place', () => {
    const html = `<p>正文<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1"><span class=MsoFootnoteReference>[1]</span></a>。</p>
      <div style='mso-element:footnote-list'><hr><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a href="#_ftnref1" name="_ftn1">[1]</a> 注的话</p></div></div>`;
    expect(convert(html)).toBe('正文[^1]。\n\n---\n\n[^1]: 注的话');
  });
});

describe('WeChat', () => {
  test('sections are unwrapped, and lazy pictures keep their real address', () => {
    const html = `<section style="margin:0"><section><p style="text-align:center"><span style="color:rgb(63,63,63);letter-spacing:1px">第一段&nbsp;字<br></span></p></section>
      <section><p><br></p><p><img class="rich_pages" data-src="https://mmbiz.example/a/640?wx_fmt=png&amp;from=appmsg" src="data:image/svg+xml;utf8,x" data-w="1080" alt="图片"></p></section>
      <section><strong style="color:red">重点</strong></section></section>`;
    expect(convert(html)).toBe('第一段 字\n\n![图片](https://mmbiz.example/a/640?wx_fmt=png&from=appmsg)\n\n**重点**');
  });

  test('code snippets keep their lines and language', () => {
    const html = `<section class="code-snippet__fix"><ul class="code-snippet__line-index"><li></li><li></li></ul><pre class="code-snippet__js" data-lang="javascript"><code><span class="code-snippet_outer">let a = 1;</span></code><code><span>if (a &lt; 2) b_c();</span></code></pre></section>`;
    expect(convert(html)).toBe('```javascript\nlet a = 1;\nif (a < 2) b_c();\n```');
  });
});

describe('Notion and Yuque', () => {
  test('callouts, tasks and equations are converted', () => {
    const html = `<aside>💡 <p>记着</p></aside><ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span class="to-do-children-checked">做完</span></li><li><div class="checkbox checkbox-off"></div> <span>没做</span></li></ul>
      <p>式 <span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2_1</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x2</span></span> 止</p>`;
    expect(convert(html)).toBe('> [!NOTE]\n> 💡\n>\n> 记着\n\n- [x] 做完\n- [ ] 没做\n\n式 $x^2_1$ 止');
  });

  test('a warning keeps its kind, and a block formula its own lines', () => {
    const html = `<div class="lake-alert lake-alert-warning"><p>当心</p></div><p><span data-type="math" data-latex="\\frac{a}{b}" display="block">式</span></p>
      <div class="katex-display"><span class="katex"><math display="block"><semantics><mi>y</mi><annotation encoding="application/x-tex">y=1</annotation></semantics></math></span></div>`;
    expect(convert(html)).toBe('> [!WARNING]\n> 当心\n\n$$\n\\frac{a}{b}\n$$\n\n$$\ny=1\n$$');
  });
});

describe('pages of the web', () => {
  test('code blocks of hljs, GitHub and Hexo keep their language', () => {
    expect(convert('<pre><code class="hljs language-ts">let a: b&lt;c&gt;\n\nx ``` y\n</code></pre>')).toBe(
      '````ts\nlet a: b<c>\n\nx ``` y\n````',
    );
    expect(convert('<div class="highlight highlight-source-shell"><pre>npm start\n</pre></div>')).toBe(
      '```shell\nnpm start\n```',
    );
    expect(
      convert(
        '<figure class="highlight js"><table><tr><td class="gutter"><pre><span class="line">1</span></pre></td><td class="code"><pre><span class="line">a</span><br><span class="line">b</span></pre></td></tr></table></figure>',
      ),
    ).toBe('```js\na\nb\n```');
  });

  test('tables keep their cells, merged cells leave gaps, and layout tables are unwrapped', () => {
    const html = `<table><caption>表一</caption><tr><th colspan="2">甲|乙</th><th>丙</th></tr><tr><td rowspan="2">一</td><td>二<br>三</td><td><p>四</p><p>五</p></td></tr><tr><td>六</td><td><b>七</b></td></tr></table>`;
    expect(convert(html)).toBe(
      '表一\n\n| 甲\\|乙 |  | 丙 |\n| --- | --- | --- |\n| 一 | 二<br>三 | 四<br>五 |\n|  | 六 | **七** |',
    );
    expect(convert('<table><tr><td><p>一</p><p>二</p></td></tr></table>')).toBe('一\n\n二');
    expect(
      convert('<table><tr><td colspan="99999999" rowspan="99999999">一</td></tr><tr><td>二</td></tr></table>'),
    ).toContain('| 一 |');
  });

  test('links keep their address unless it runs a script or is empty', () => {
    expect(convert('<p><a href="https://a.example/?utm_source=x&amp;b=1">有</a></p>')).toBe(
      '[有](https://a.example/?utm_source=x&b=1)',
    );
    for (const bad of ['javascript:alert(1)', 'java\nscript:alert(1)', 'data:text/html,x', '#top', 'file:///c:/x', ''])
      expect(convert(`<p>前<a href="${bad}">无</a>后</p>`), bad).toBe('前无后');
  });

  test('pictures are converted: lazy ones, captions, smileys, without tracking pixels and scripts', () => {
    expect(
      convert(
        '<figure><img src="https://a.example/x y.png" alt="雨[1]" onerror="alert(1)" style="x"><figcaption>图"一"</figcaption></figure>',
      ),
    ).toBe('![雨\\[1\\]](https://a.example/x%20y.png "图\\"一\\"")');
    expect(convert('<p>字<img class="emoji" alt="😀" src="https://a.example/e.png"></p>')).toBe('字😀');
    for (const none of ['https://a.example/p.gif" width="1', 'javascript:x', 'file:///C:/x.png', 'blob:x', 'data:x'])
      expect(convert(`<p>字<img src="${none}"></p>`), none).toBe('字');
  });

  test('meaningful styles become Markdown, others are dropped', () => {
    expect(
      convert(
        '<b style="font-weight:normal"><p><span style="font-weight:700">重</span><span style="color:red">红</span><span style="font-style:italic">斜</span><s>删</s><mark>亮</mark><u>线</u></p></b>',
      ),
    ).toBe('**重**红*斜*~~删~~==亮==线');
    expect(convert('<p>H<sub>2</sub>O<script>alert(1)</script><style>x</style></p>')).toBe('H<sub>2</sub>O');
  });

  test('text that looks like Markdown is escaped', () => {
    expect(
      convert(
        '<p># 井 * 星 snake_case _a_ `x` &lt;b&gt; $a$ 与 5$ [甲](乙) ==丙== &amp;amp;</p><p>1. 一</p><p>- 二</p>',
      ),
    ).toBe(
      '\\# 井 \\* 星 snake_case \\_a\\_ \\`x\\` \\<b> \\$a$ 与 5$ \\[甲](乙) \\==丙\\== \\&amp;\n\n1\\. 一\n\n\\- 二',
    );
  });

  test('source line breaks within Chinese text are joined, and trailing breaks are dropped', () => {
    expect(convert('<p>春天\n 来了，\n雨 in\n spring</p><p>甲<br>乙<br><br>丙<br></p><p>&nbsp;</p><p>\u200b</p>')).toBe(
      '春天来了，雨 in spring\n\n甲\\\n乙\n\n丙',
    );
  });

  test('references and footnotes of a page are converted', () => {
    expect(
      convert(
        '<p>文<sup id="r1"><a href="#n1">1</a></sup>又<sup><a href="#n1">1</a></sup></p><ol><li id="n1">注一 <a href="#r1">↩</a></li></ol>',
      ),
    ).toBe('文[^1]又[^1]\n\n[^1]: 注一');
  });

  test('videos become links', () => {
    expect(convert('<iframe src="//player.example/x"></iframe>')).toBe('<https://player.example/x>');
  });
});
