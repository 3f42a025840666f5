import { createDocument } from '@mixmark-io/domino';
import { describe, expect, test } from 'vitest';
import { htmlToMarkdown } from '../src/from-html/parse.ts';
import { renderMarkdown } from '../src/markdown.ts';

const site = { siteOrigin: 'https://old.example' };

/** Converts, renders with our renderer and parses what a reader would get. */
async function rendered(html: string) {
  const markdown = htmlToMarkdown(html);
  const page = createDocument((await renderMarkdown(markdown, site)).html).body;
  const list = (selector: string) => Array.from(page.querySelectorAll(selector));
  return {
    markdown,
    text: (page.textContent ?? '').replace(/\s+/g, ''),
    words: (selector: string) => list(selector).map(({ textContent }) => (textContent ?? '').trim()),
    values: (selector: string, name: string) => list(selector).map((element) => element.getAttribute(name)),
    count: (selector: string) => list(selector).length,
  };
}

describe('what is rendered equals what stood there', () => {
  test('headings keep the ids that links refer to', async () => {
    const page = await rendered(
      '<h2 id="intro">引子 <b>重</b></h2><p>见<a href="#intro">上文</a>与<a href="#none">无</a></p><h3>次<br>级</h3>',
    );
    expect(page.words('h2')).toEqual(['引子 重']);
    expect(page.words('h3')).toEqual(['次 级']);
    expect(page.values('h2', 'id')).toEqual(page.values('a[href^="#"]', 'href').map((href) => href?.slice(1)));
  });

  test('links and pictures are converted, relative ones too', async () => {
    const page = await rendered(
      '<p><a href="/2024/05/rain.html?a=1&b=2">雨</a> <a href="../x (1).html">括</a> <a href="mailto:a@b.example">信</a></p>' +
        '<figure><img src="/wp-content/uploads/a.png" alt="图"><figcaption>说明<em>文</em></figcaption></figure>',
    );
    expect(page.values('a', 'href')).toEqual(['/2024/05/rain.html?a=1&b=2', '../x%20(1).html', 'mailto:a@b.example']);
    expect(page.values('img', 'src')).toEqual(['/wp-content/uploads/a.png']);
    expect(page.words('figcaption')).toEqual(['说明文']);
  });

  test('a link around several blocks links each of them', async () => {
    const page = await rendered('<a href="https://a.example/"><h3>题</h3><p>文</p></a>');
    expect(page.words('h3 a, p a')).toEqual(['题', '文']);
  });

  test('a thumbnail linked to its full picture becomes the full picture', () => {
    expect(htmlToMarkdown('<a href="/u/a.jpg"><img src="/u/a-300x200.jpg" alt="甲"></a>')).toBe('![甲](/u/a.jpg)');
    expect(htmlToMarkdown('<a href="/post"><img src="/u/a-300x200.jpg" alt="甲"></a>')).toBe(
      '[![甲](/u/a-300x200.jpg)](/post)',
    );
  });

  test('code keeps its language, lines and special characters', async () => {
    const page = await rendered(
      '<pre class="wp-block-code"><code lang="php" class="language-php">&lt;?php\n\n  echo "```";\n</code></pre>' +
        '<pre class="line-numbers language-css"><code class="language-css">a{}</code></pre><p>行内 <code>a|b*`</code></p>',
    );
    expect(page.markdown).toMatch(/^`{4}php\n/);
    expect(page.words('pre code')).toEqual(['<?php\n\n  echo "```";', 'a{}']);
    expect(page.words('p code')).toEqual(['a|b*`']);
  });

  test('lists are converted: nested, with a start number, tasks, adjacent ones', async () => {
    const page = await rendered(
      '<ol start="3"><li>三<ul><li>子<ol><li>孙</li></ol></li></ul></li><li><p>四</p><p>又</p><pre>x\n\n y</pre></li></ol>' +
        '<ol><li>一</li></ol><ul><li><input type="checkbox" checked> 毕</li></ul>',
    );
    expect(page.values('ol', 'start')).toEqual(['3', null, null]);
    expect(page.words('ol ul ol li')).toEqual(['孙']);
    expect(page.words('li p')).toContain('又');
    expect(page.words('li pre code')).toEqual(['x\n\n y']);
    expect(page.count('input[checked]')).toBe(1);
  });

  test('nested quotations and callouts are converted', async () => {
    const page = await rendered(
      '<blockquote><p>外</p><blockquote><p>内</p></blockquote><p>后<br>行</p></blockquote><div class="callout warning"><p>当心</p></div>',
    );
    expect(page.words('blockquote blockquote p')).toEqual(['内']);
    expect(page.count('.callout.warning')).toBe(1);
  });

  test('plain tables become pipe tables; those with merged cells or blocks stay HTML', async () => {
    const page = await rendered(
      '<figure class="wp-block-table"><table><tbody><tr><td>甲|乙</td><td><b>丙</b></td></tr><tr><td>一<br>二</td><td><code>x|y</code></td></tr></tbody></table><figcaption>表注</figcaption></figure>',
    );
    expect(page.words('th, td')).toEqual(['甲|乙', '丙', '一二', 'x|y']);
    expect(page.words('figure > figcaption')).toEqual(['表注']);

    const merged = await rendered(
      '<table onclick="x()"><caption>总</caption><thead><tr><th colspan="2">甲</th></tr></thead><tbody><tr><td rowspan="2">乙<script>x</script></td><td><ul><li>丙</li></ul></td></tr><tr><td><pre>a\n\nb</pre></td></tr></tbody></table><p>后</p>',
    );
    expect(merged.values('th', 'colspan')).toEqual(['2']);
    expect(merged.words('td li')).toEqual(['丙']);
    expect(merged.words('td pre')).toEqual(['a\n\nb']);
    expect(merged.words('caption')).toEqual(['总']);
    expect(merged.markdown).not.toMatch(/onclick|script/);
    expect(merged.words('p')).toEqual(['后']);
  });

  test('footnotes keep the links of their text', async () => {
    const page = await rendered(
      '<p>文<sup data-fn="u1" class="fn"><a href="#u1" id="u1-link">1</a></sup></p><ol><li id="u1">见<a href="https://a.example/">此</a> <a href="#u1-link">↩︎</a></li></ol>',
    );
    expect(page.markdown).toBe('文[^1]\n\n[^1]: 见[此](https://a.example/)');
    expect(page.values('.notes a[href^="http"]', 'href')).toEqual(['https://a.example/']);
  });

  test('definition lists, sub, sup, kbd and ruby are kept', async () => {
    const page = await rendered(
      '<dl><dt>词</dt><dd>义 <a href="/x" onclick="y">链</a></dd></dl><p>H<sub>2</sub>O x<sup>2</sup> <kbd>Ctrl</kbd> <u>线</u> <abbr title="全称">缩</abbr> <ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby></p>',
    );
    expect(page.words('dl dt')).toEqual(['词']);
    expect(page.values('dd a', 'href')).toEqual(['/x']);
    expect([page.count('sub'), page.count('sup'), page.count('kbd'), page.count('u'), page.count('rt')]).toEqual([
      1, 1, 1, 1, 1,
    ]);
    expect(page.values('abbr', 'title')).toEqual(['全称']);
    expect(page.markdown).not.toContain('onclick');
  });

  test('formulas of MathJax, KaTeX, Jetpack and dollar signs are converted', async () => {
    const page = await rendered(
      '<p>$$ a_1 = \\frac{1}{2} $$</p><p>行内 \\(x_i\\) 与 $latex y^2$ 与 5$ 和 6$</p><p>\\[ z ]<br>+ 1 \\]</p>' +
        '<script type="math/tex; mode=display">\\sum</script><p><code>\\(no\\)</code></p>',
    );
    expect(page.markdown).toBe(
      '$$\na_1 = \\frac{1}{2}\n$$\n\n行内 $x_i$ 与 $y^2$ 与 5$ 和 6$\n\n$$\nz ] + 1\n$$\n\n$$\n\\sum\n$$\n\n`\\(no\\)`',
    );
    expect(page.count('math')).toBe(5);
  });

  test('details elements keep title and content', async () => {
    const page = await rendered('<details><summary>看 *这里*</summary><p>里面</p><pre>x</pre></details><p>外面</p>');
    expect(page.words('details summary')).toEqual(['看 *这里*']);
    expect(page.words('details p')).toEqual(['里面']);
    expect(page.words('body > p')).toEqual(['外面']);
  });

  test('players and iframes are converted', async () => {
    const page = await rendered(
      '<figure><video controls src="/a.mp4"></video><figcaption>片</figcaption></figure><audio><source src="/b.mp3"></audio>' +
        '<iframe src="//player.bilibili.com/player.html?bvid=BV1x"></iframe><embed src="https://www.youtube.com/embed/T8">',
    );
    expect(page.values('video', 'src')).toEqual(['/a.mp4']);
    expect(page.values('audio', 'src')).toEqual(['/b.mp3']);
    expect(page.words('figure > figcaption')).toEqual(['片']);
    expect(page.values('a', 'href')).toEqual([
      'https://www.bilibili.com/video/BV1x',
      'https://www.youtube.com/watch?v=T8',
    ]);
  });

  test('the end of the opening and galleries are converted', () => {
    expect(htmlToMarkdown('<p>一</p><!--more 继续--><p>二</p><!--more-->')).toBe('一\n\n<!-- more -->\n\n二');
    expect(htmlToMarkdown('<p>一<!--more--></p><p>二</p>')).toBe('一\n\n<!-- more -->\n\n二');
    expect(
      htmlToMarkdown(
        '<ul class="blocks-gallery-grid"><li class="blocks-gallery-item"><figure><img src="/a.png" data-id="1"/></figure></li><li><figure><img src="/b.png"/><figcaption>乙</figcaption></figure></li></ul>',
      ),
    ).toBe('![](/a.png)\n\n![](/b.png "乙")');
  });

  test('captions stay with their figure', async () => {
    const gallery = await rendered(
      '<figure class="wp-block-gallery"><figure><img src="/a.png"><figcaption>甲</figcaption></figure><figure><img src="/b.png" alt="乙"></figure><figcaption>全<em>图</em></figcaption></figure><p>后</p>',
    );
    expect(gallery.words('body > figure > figcaption')).toEqual(['全图']);
    expect(gallery.words('figure figure figcaption')).toEqual(['甲', '乙']);
    expect(gallery.words('body > p')).toEqual(['后']);

    const linked = await rendered(
      '<figure><img src="/a.png" alt="甲"><figcaption>由<a href="https://a.example/">某人</a>拍</figcaption></figure>',
    );
    expect(linked.words('figcaption')).toEqual(['由某人拍']);
    expect(linked.values('figure figcaption a', 'href')).toEqual(['https://a.example/']);

    const within = await rendered(
      '<ul><li><figure><pre>a\n\nb</pre><figcaption>码</figcaption></figure></li></ul><table><tr><th>一</th></tr><tr><td><figure><img src="/a.png"><img src="/b.png"><figcaption>格</figcaption></figure></td></tr></table>',
    );
    expect(within.words('li > figure > figcaption')).toEqual(['码']);
    expect(within.words('td')).toEqual(['格']);
  });

  test('the end of the opening, verses and hidden text are converted', () => {
    expect(htmlToMarkdown('<pre class="wp-block-verse">床前<em>明月</em>光\n疑是地上霜</pre>')).toBe(
      '床前*明月*光\\\n疑是地上霜',
    );
    const indent = (columns: number) => '\u00a0'.repeat(columns);
    expect(
      htmlToMarkdown('<pre class="wp-block-verse">    空山\n  不见人，\n\n\t<em>但闻</em>  人语响</pre><p> 后</p>'),
    ).toBe(`${indent(4)}空山\\\n${indent(2)}不见人，\n\n${indent(8)}*但闻*${indent(2)}人语响\n\n后`);
    expect(htmlToMarkdown('<div style="display:none">折起的</div><noscript><img src="/n.png"></noscript>')).toBe(
      '折起的\n\n![](/n.png)',
    );
  });

  test('nested and adjacent emphasis is converted', async () => {
    const page = await rendered(
      '<p><b><strong>重</strong></b><strong>叠</strong><b></b>，<em>斜</em><i>体</i>。</p><strong><p>块</p></strong>',
    );
    expect(page.words('strong')).toEqual(['重叠']);
    expect(page.words('em')).toEqual(['斜体']);
    expect(page.text).toBe('重叠，斜体。块');
  });
});

describe('hostile HTML', () => {
  const seconds = async (html: string) => {
    const start = performance.now();
    const markdown = htmlToMarkdown(html);
    const { html: page } = await renderMarkdown(markdown, site);
    return { markdown, page, seconds: (performance.now() - start) / 1000 };
  };

  test('the result contains nothing executable', async () => {
    const bad = [
      '<script>alert(1)</script><p onclick="alert(1)">文</p>',
      '<a href="java\nscript:alert(1)">文</a><a href=" vbscript:x">文</a>',
      '<img src="javascript:alert(1)" alt="文"><img src=x onerror=alert(1)>',
      '<iframe src="javascript:alert(1)"></iframe><object data="data:text/html,<script>x</script>">文</object>',
      '<svg onload=alert(1)><a xlink:href="javascript:x">文</a></svg>文',
      '<table><tr><td colspan="2" style="background:url(javascript:x)"><a href="javascript:x">文</a></td></tr><tr><td>a<td>b</table>',
      '<dl><dt onmouseover=x><iframe srcdoc="<script>x</script>"></iframe>文</dt></dl>',
      '<video src="javascript:x"><source src="data:text/html,x"></video>文<math><mtext><script>x</script></mtext></math>',
      '<details><summary onclick=x>文</summary><style>@import "x"</style></details>',
      '<p>&lt;script&gt;alert(1)&lt;/script&gt; &lt;img src=x onerror=y&gt; 文</p>',
    ];
    for (const html of bad) {
      const { markdown, page } = await seconds(html);
      expect(page, html).not.toMatch(
        /<(script|iframe|object|embed|style|svg)\b|<[^<>]*\s(on\w+|style)=|(java|vb)script:/i,
      );
      expect(markdown, html).toContain('文');
    }
  });

  test.each([
    ['div', 10_000],
    ['b', 10_000],
    ['blockquote', 10_000],
    ['ul><li', 10_000],
    ['details', 10_000],
    ['table><tr><td', 3000],
    ['dl><dd', 3000],
  ])('unclosed <%s> nested %d deep is converted in bounded time', async (tag, depth) => {
    const { markdown, seconds: taken } = await seconds(`${`<${tag}>`.repeat(depth)}底`);
    expect(markdown).toContain('底');
    expect(taken).toBeLessThan(20);
  });

  test('characters repeated fifty thousand times are converted in bounded time', async () => {
    for (const sign of [
      '<',
      '<!--',
      '&',
      '[',
      '![',
      '$',
      '$$',
      '\\(',
      '`',
      '\n',
      '\\\n',
      '<br>',
      '<a ',
      '_',
      '~~',
      '&#',
      '|',
    ]) {
      const { seconds: taken } = await seconds(sign.repeat(50_000));
      expect(taken, sign).toBeLessThan(20);
    }
  }, 240_000);

  test('binary bytes do no harm', () => {
    expect(htmlToMarkdown('a\0b\u0008\ud800c')).toMatch(/^a.*b.*c$/s);
    expect(htmlToMarkdown('')).toBe('');
    expect(htmlToMarkdown('<html><head><title>x</title></head><body class=y><p>文</body></html>')).toBe('文');
    expect(htmlToMarkdown('<frameset><frame src="x"></frameset>文')).toContain('文');
  });
});
