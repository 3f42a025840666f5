import { expect, test } from 'vitest';
import { renderMarkdown, splitOpening, summarize } from '../src/markdown.ts';
import { dangersOf, elementsOf, find, htmlOf } from './reading.ts';

test('the check finds planted violations', () => {
  const html = '<script>x</script><img src=x onerror=a style=b><a href="java\nscript:x">y</a><svg></svg>';
  expect(dangersOf(html)).toEqual(['<script>', 'onerror', 'style', 'java\nscript:x', '<svg>']);
});

test.each([
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//x.cn/a.js></SCRIPT>',
  '</script><script>alert(1)</script>',
  '<script\n>alert(1)</script\n>',
  '<scr<script>ipt>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" onerror="alert(1)" onload=\'alert(2)\'>',
  '<img """><script>alert(1)</script>">',
  '<img/src=x/onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="jAvAsCrIpT&colon;alert(1)">x</a>',
  '<a href="java&#x09;script:alert(1)">x</a>',
  '<a href="&#1;javascript:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '[x](javascript:alert(1))',
  '[x](JAVASCRIPT:alert(1) "t")',
  '[x](<java\tscript:alert(1)>)',
  '[x](&#106;avascript:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](vbscript:msgbox(1))',
  '[x](file:///etc/passwd)',
  '<javascript:alert(1)>',
  '[x]: javascript:alert(1)\n\n[x]',
  '![x](javascript:alert(1))',
  '![x](data:image/svg+xml,<svg onload=alert(1)>)',
  '![x](data:image/png;base64,AAAA)',
  '![x](x" onerror="alert(1))',
  '![" onerror="alert(1)](x)',
  '![x](x "\\" onerror=\\"alert(1)")',
  '<img src="data:image/svg+xml,%3Csvg%3E">',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<math href="javascript:alert(1)">x</math>',
  '<style>body{display:none}</style>',
  '<div style="position:fixed;inset:0">x</div>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<form action="//x.cn"><input name=password><button>go</button></form>',
  '<button formaction="javascript:alert(1)">x</button>',
  '<iframe src="//x.cn"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="x"></object><embed src="x">',
  '<img srcset="x 1x, javascript:alert(1) 2x" src=x>',
  '<video autoplay src=x onplay=alert(1)></video>',
  '<video src=javascript:alert(1)></video>',
  '<video><source src=x onerror=alert(1)></video>',
  '<video src="x&quot; onplay=&quot;alert(1)"></video>',
  '<video src="x" title="&quot;&gt;<img src=x onerror=alert(1)>"></video>',
  '<audio><source src="a.mp3" type="&quot; onerror=&quot;alert(1)"><source src="b.mp3"></audio>',
  '<iframe src="javascript:alert(1)">x</iframe>',
  '<iframe src="java&#x09;script:alert(1)"></iframe>',
  '<iframe src="//x.cn" title="&lt;img src=x onerror=alert(1)&gt;"></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<embed src="javascript:alert(1)">',
  '<script>\n<!--\n<img src=x onerror=alert(1)>\n</script>',
  '<style><img src=x onerror=alert(1)></style>',
  '<rp><script>alert(1)</script></rp>',
  '<select><template><img src=x onerror=alert(1)></template></select>',
  '<details ontoggle=alert(1) open>x</details>',
  '<base href="//x.cn"><link rel=stylesheet href=x><meta http-equiv=refresh content=0>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea><img title="</textarea><img src=x onerror=alert(1)>"></textarea>',
  '<title>\n\n```js\nx\n```\n\n</title>',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<plaintext>\n\n# x',
  '<template><script>alert(1)</script></template>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?php <img src=x onerror=alert(1)> ?>',
  '<div title="\n\n```js title="x onmouseover=alert(1)"\n" onmouseover="alert(1)\n```\n\n">',
  '<a title="`x`" href="\n\n> [!NOTE]\n> x\n\n">',
  "<div title='\n\n$\\text{x' onmouseover='alert(1)}$\n\n'>",
  '```js title=""><img src=x onerror=alert(1)>"\nx\n```',
  '```"><img/src=x/onerror=alert(1)>\nx\n```',
  '```html\n</code></pre><img src=x onerror=alert(1)>\n```',
  '```mermaid\n</pre><img src=x onerror=alert(1)>\n```',
  '> [!NOTE] <img src=x onerror=alert(1)>\n> x',
  '::: tip <script>alert(1)</script>\nx\n:::',
  '## x {#a"onclick="alert(1)}',
  '[^"onclick=alert(1)]\n\n[^"onclick=alert(1)]: x',
  '| <img src=x onerror=alert(1)> |\n|---|\n| x |',
  'https://x.cn/"onmouseover="alert(1)',
  '<https://x.cn/"onmouseover="alert(1)>',
])('%s does no harm', async (source) => {
  const html = await htmlOf(source);
  expect(dangersOf(html)).toEqual([]);
  expect(elementsOf(html).filter(({ name, attributes }) => name === 'button' && !('data-copy' in attributes))).toEqual(
    [],
  );
});

test("an author's HTML cannot use classes of the renderer", async () => {
  const html = await htmlOf(
    '<div class="callout" role="alert" tabindex="1" id="main" data-copy>x</div>\n\n<span class="k">y</span> <input type=checkbox> <p hidden aria-label=z>',
  );
  expect(elementsOf(html).map(({ name, attributes }) => [name, attributes])).toEqual([
    ['div', { id: 'main-2' }],
    ['p', {}],
    ['span', {}],
    ['p', {}],
  ]);
});

test("an author's anchors keep their id, in the form of all ids", async () => {
  const html = await htmlOf('<a id="Note 1"></a>甲 <span id="Note 1">乙</span> [去](#Note-1)\n', { idPrefix: 'p-' });
  expect(elementsOf(html).flatMap(({ attributes }) => attributes.id ?? attributes.href ?? [])).toEqual([
    'p-note-1',
    'p-note-1-2',
    '#p-note-1',
  ]);
});

test('the text within disallowed elements is kept', async () => {
  expect(await htmlOf('[字](javascript:x) ![图](data:x) <img src="data:x" alt="像"> <button>按</button>')).toBe(
    '<p><span>字</span> 图 <span>像</span> 按</p>\n',
  );
  expect(await htmlOf('<svg><path d="M0 0"/><text>字</text></svg>\n')).toBe('<p>字</p>\n');
});

test('an incomplete tag does not swallow the text after it', async () => {
  for (const half of [
    '<div title="',
    "<a href='",
    '<div><!-- ',
    '<div',
    '<textarea>',
    '<title>',
    '<style>',
    '<script',
    '<xmp>',
    '<!-- <p>-->',
  ]) {
    const html = await htmlOf(`${half}\n\n正文 \`码\`\n\n\`\`\`\nx\n\`\`\`\n`);
    const paragraphs = elementsOf(html).filter(({ name }) => name === 'p');
    expect(paragraphs.at(-1)?.text, half).toContain('正文');
    expect(find(html, 'figure'), half).toBeDefined();
    expect(dangersOf(html)).toEqual([]);
  }
});

test('render placeholders never show, however deep the nesting', async () => {
  const source =
    '<title>\n\n`a`\n\n```js\nb\n```\n\n<div title="\n\n> [!NOTE]\n> $x$\n\n"><b\n\n- [ ] c\n\n![d](e)\n\n</title>';
  const [once, again] = [await renderMarkdown(source), await renderMarkdown(source)];
  expect(once).toEqual(again);
  expect(once.html).not.toMatch(/x[0-9a-f]{32}/);
});

test('lone surrogates, NUL and control characters are replaced or dropped, also as entities', async () => {
  const { html, text } = await renderMarkdown(
    'a\ud800b\udc00c\0d\u0001e\u000bf &#0; &#1; &#xD800; <b title="&#1;&#xFFFF;">g</b>\n\n```\n\udfff\n```\n',
  );
  expect(html).toContain('a\ufffdb\ufffdc\ufffddef');
  expect(html.isWellFormed() && text.isWellFormed()).toBe(true);
  expect(html).not.toMatch(/[[\p{Cc}\ufffe\uffff]--[\t\n\r\x80-\x9f]]/v);
});

test.each([
  ['quotations', '>'.repeat(10_000)],
  ['brackets', `${'['.repeat(10_000)}x${']'.repeat(10_000)}`],
  ['pictures', '!['.repeat(10_000)],
  ['stars', `${'*'.repeat(10_000)}x${'*'.repeat(10_000)}`],
  ['emphasis', `${'*a **b '.repeat(10_000)}`],
  ['backticks', Array.from({ length: 700 }, (_, index) => '`'.repeat(index)).join(' ')],
  ['lists', '- '.repeat(10_000)],
  ['elements', '<b>'.repeat(50_000)],
  ['blocks of elements', '<div>\n'.repeat(20_000)],
  ['half tags', '<a x="'.repeat(20_000)],
  ['containers', ':::note\n'.repeat(10_000)],
  ['footnotes', `[^a]: x\n\n${'[^a'.repeat(30_000)}`],
  ['formulas', '$a'.repeat(20_000)],
  ['equals signs', '='.repeat(50_000)],
  ['tables', `|${'a|'.repeat(500)}\n|${'-|'.repeat(500)}\n${'|a\n'.repeat(500)}`],
  ['references', `${'[a]: x\n'.repeat(10_000)}${'[a]'.repeat(10_000)}`],
  ['addresses', 'https://a.b '.repeat(5000)],
  ['headings', '# a\n'.repeat(10_000)],
  ['code', '```\n```\n'.repeat(5000)],
])('very many %s end', { timeout: 60_000 }, async (_, source) => {
  const { html, prose } = await renderMarkdown(source);
  summarize(prose);
  splitOpening(source);
  expect(dangersOf(html)).toEqual([]);
});

test('two million characters are shown as plain text without a loss', { timeout: 60_000 }, async () => {
  const { html, words } = await renderMarkdown('字<b>&\n\n'.repeat(300_000));
  expect(html.startsWith('<p>字&lt;b&gt;&amp;</p>\n')).toBe(true);
  expect(words).toBe(600_000);
});
