import { createDocument } from '@mixmark-io/domino';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mendTags } from '../src/from-html/mend-tags.ts';
import { toMarkdown } from '../src/from-html/to-markdown.ts';

/** Markdown of an import and of a paste. */
const convert = (html: string) =>
  [true, false].map((lossless) => toMarkdown(createDocument(`<body>${mendTags(html)}`), { lossless }));

type Frame = (lines: string[], language: string) => string;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const numbers = (lines: string[]) => lines.map((_, at) => at + 1);
const each = (lines: string[], write: (line: string, number: number) => string) =>
  lines.map((line, at) => write(escaped(line), at + 1)).join('');
const text = (lines: string[]) => `${lines.map(escaped).join('\n')}\n`;

/** Code as the highlighters, editors and sites of the time write it. */
const frames: Record<string, Frame> = {
  plain: (lines, language) => `<pre><code class="language-${language}">${text(lines)}</code></pre>`,
  'Hugo, numbers in a table': (lines, language) =>
    `<div class="highlight"><div class="chroma"><table class="lntable"><tr><td class="lntd"><pre tabindex="0" class="chroma"><code>${numbers(
      lines,
    )
      .map((one) => `<span class="lnt">${one}\n</span>`)
      .join(
        '',
      )}</code></pre></td><td class="lntd"><pre tabindex="0" class="chroma"><code class="language-${language}" data-lang="${language}">${each(lines, (line) => `<span class="line"><span class="cl">${line}\n</span></span>`)}</code></pre></td></tr></table></div></div>`,
  'Hugo, numbers in the line': (lines, language) =>
    `<div class="highlight"><pre class="chroma"><code class="language-${language}" data-lang="${language}">${each(lines, (line, number) => `<span class="line"><span class="ln">${number}</span><span class="cl">${line}\n</span></span>`)}</code></pre></div>`,
  Hexo: (lines, language) =>
    `<figure class="highlight ${language}"><table><tr><td class="gutter"><pre>${each(lines, (_, number) => `<span class="line">${number}</span><br>`)}</pre></td><td class="code"><pre>${each(lines, (line) => `<span class="line">${line}</span><br>`)}</pre></td></tr></table></figure>`,
  'Jekyll, Rouge': (lines, language) =>
    `<div class="language-${language} highlighter-rouge"><div class="highlight"><pre class="highlight"><code><table class="rouge-table"><tbody><tr><td class="rouge-gutter gl"><pre class="lineno">${numbers(lines).join('\n')}\n</pre></td><td class="rouge-code"><pre>${text(lines)}</pre></td></tr></tbody></table></code></pre></div></div>`,
  'highlight.js in a table': (lines, language) =>
    `<pre><code class="hljs language-${language}"><table class="hljs-ln"><tbody>${each(lines, (line, number) => `<tr><td class="hljs-ln-line hljs-ln-numbers" data-line-number="${number}"><div class="hljs-ln-n" data-line-number="${number}"></div></td><td class="hljs-ln-line hljs-ln-code" data-line-number="${number}">${line}</td></tr>`)}</tbody></table></code></pre>`,
  CSDN: (lines, language) =>
    `<pre data-index="0" class="set-code-show"><code class="language-${language} hljs"><ol class="hljs-ln" style="width:100%">${each(lines, (line, number) => `<li><div class="hljs-ln-numbers"><div class="hljs-ln-line hljs-ln-n" data-line-number="${number}"></div></div><div class="hljs-ln-code"><div class="hljs-ln-line">${line}</div></div></li>`)}</ol></code><div class="hljs-button {2}" data-title="复制"></div></pre>`,
  'CSDN before': (lines, language) =>
    `<pre><code class="prism language-${language} has-numbering">${text(lines)}</code><ul class="pre-numbering">${each(lines, (_, number) => `<li style="color:#999">${number}</li>`)}</ul></pre>`,
  Juejin: (lines, language) =>
    `<pre><div class="code-block-extension-header"><div class="code-block-extension-headerLeft"><span class="code-block-extension-lang">${language}</span></div><div class="code-block-extension-headerRight"><span>代码解读</span><div class="code-block-extension-copyCodeBtn">复制代码</div></div></div><code class="hljs language-${language}">${text(lines)}</code></pre>`,
  'a chat assistant': (lines, language) =>
    `<pre><div class="rounded"><div class="flex">${language}</div><div class="sticky"><button>复制</button></div><div class="p-4"><code class="hljs language-${language}">${text(lines)}</code></div></div></pre>`,
  'another chat assistant': (lines, language) =>
    `<div class="md-code-block"><div class="md-code-block-banner"><span>${language}</span><div role="button">复制</div><div role="button">下载</div></div><pre>${text(lines)}</pre></div>`,
  'Prism, line-numbers': (lines, language) =>
    `<div class="code-toolbar"><pre class="line-numbers language-${language}"><code class="language-${language}">${text(lines)}<span aria-hidden="true" class="line-numbers-rows">${'<span></span>'.repeat(lines.length)}</span></code></pre><div class="toolbar"><div class="toolbar-item"><span>${language}</span></div><div class="toolbar-item"><button><span>Copy</span></button></div></div></div>`,
  cnblogs: (lines) =>
    `<div class="cnblogs_code"><div class="cnblogs_code_toolbar"><span class="cnblogs_code_copy"><a title="复制代码">复制代码</a></span></div><pre>${lines.map((line, at) => `<span style="color: #008080;">${String(at + 1).padStart(2)}</span> ${escaped(line)}`).join('\n')}</pre></div>`,
  WeChat: (lines, language) =>
    `<section class="code-snippet__fix code-snippet__js"><ul class="code-snippet__line-index code-snippet__js">${'<li></li>'.repeat(lines.length)}</ul><pre class="code-snippet__js" data-lang="${language}">${each(lines, (line) => `<code><span class="code-snippet_outer">${line}</span></code>`)}</pre></section>`,
  SyntaxHighlighter: (lines, language) =>
    `<div class="syntaxhighlighter ${language}"><table><tbody><tr><td class="gutter">${each(lines, (_, number) => `<div class="line number${number}">${number}</div>`)}</td><td class="code"><div class="container">${each(lines, (line) => `<div class="line"><code class="plain">${line}</code></div>`)}</div></td></tr></tbody></table></div>`,
  'a file on GitHub': (lines) =>
    `<table class="highlight tab-size"><tbody>${each(lines, (line, number) => `<tr><td class="blob-num js-line-number" data-line-number="${number}"></td><td class="blob-code blob-code-inner">${line}</td></tr>`)}</tbody></table>`,
  Docusaurus: (lines, language) =>
    `<div class="language-${language} codeBlockContainer"><div class="codeBlockContent"><pre class="prism-code language-${language}"><code>${each(lines, (line) => `<span class="token-line"><span class="token plain">${line}</span><br></span>`)}</code></pre><div class="buttonGroup"><button aria-label="Copy"><svg><path d="M"/></svg></button></div></div></div>`,
  Shiki: (lines, language) =>
    `<pre class="shiki" data-language="${language}"><code>${lines.map((line) => `<span class="line"><span style="color:red">${escaped(line)}</span></span>`).join('\n')}</code></pre>`,
  'a line in each div': (lines) => `<pre><code>${each(lines, (line) => `<div>${line}</div>`)}</code></pre>`,
};

const line = fc
  .array(fc.constantFrom('a', 'b1', ' = ', '"甲"', '  ', '<T>', ' && ', '{', '}', '()', '# ', '`', '0', '// 注'), {
    minLength: 1,
    maxLength: 8,
  })
  .map((signs) => `x${signs.join('')}`.trimEnd());
/** Lines whose first is not indented; blank ones between. */
const program = fc
  .array(fc.oneof({ weight: 5, arbitrary: line }, { weight: 1, arbitrary: line.map((one) => `  ${one}`) }), {
    minLength: 2,
    maxLength: 8,
  })
  .map(([first = 'x', ...rest]) => [first.trimStart(), ...rest]);

describe('the lines of code stay lines, without numbers, labels and buttons', () => {
  test.each(Object.entries(frames))('%s', (_, write) => {
    fc.assert(
      fc.property(program, fc.constantFrom('java', 'python'), (lines, language) => {
        for (const markdown of convert(`<p>前</p>${write(lines, language)}<p>后</p>`)) {
          const [, before, , code, , after] =
            /^([\s\S]*?)(`{3,})[^\n]*\n([\s\S]*)\n(`{3,})([\s\S]*)$/.exec(markdown) ?? [];
          expect([before, code, after], markdown).toEqual(['前\n\n', lines.join('\n'), '\n\n后']);
        }
      }),
      { numRuns: Number(process.env.CODE_RUNS ?? (process.env.TEST_LONG === '1' ? 2000 : 50)) },
    );
  });

  test('blank lines stay, and the name of a file is the title of its code', () => {
    for (const write of ['Hexo', 'Hugo, numbers in a table', 'Shiki', 'plain', 'WeChat', 'a line in each div'])
      for (const markdown of convert(frames[write]?.(['a', '', 'b'], 'js') ?? ''))
        expect(markdown, write).toMatch(/^```\w*\na\n\nb\n```$/);
    expect(
      convert(
        '<figure class="highlight js"><figcaption><span>部署.js</span></figcaption><table><tr><td class="code"><pre>a</pre></td></tr></table></figure>',
      )[0],
    ).toBe('```js title="部署.js"\na\n```');
  });

  test('words beside code that are no labels stay', () => {
    for (const markdown of convert(
      '<div class="highlight"><p>说明一句</p><pre>a</pre></div><pre>甲 <code>乙</code> 丙</pre>',
    ))
      expect(markdown).toMatch(/说明一句[\s\S]*a[\s\S]*甲 乙 丙/);
  });
});

test.each([
  ['<ul><li>一</li><ul><li>二</li><ul><li>三</li></ul></ul><li>四</li></ul>', '- 一\n  - 二\n    - 三\n- 四'],
  [
    '<ul><li aria-level="1"><p role="presentation">一</p></li><ol><li aria-level="2"><p role="presentation">二</p></li></ol></ul>',
    '- 一\n  1. 二',
  ],
  ['<ul><li aria-level="1">一</li><li aria-level="2">二</li><li aria-level="1">三</li></ul>', '- 一\n  - 二\n- 三'],
  [
    '<div class="ListContainerWrapper"><ul><li data-aria-level="1"><p>一</p></li></ul></div><div class="ListContainerWrapper"><ul><li data-aria-level="2"><p>二</p></li></ul></div>',
    '- 一\n  - 二',
  ],
  ['<ol><li data-list="bullet">一</li><li data-list="bullet" class="ql-indent-1">二</li></ol>', '- 一\n  - 二'],
  [
    "<ul><li class=MsoNormal style='mso-list:l0 level1 lfo1'>一</li><ul><li class=MsoNormal style='mso-list:l0 level2 lfo1'>二</li></ul></ul>",
    '- 一\n  - 二',
  ],
  ['<ul><li>一<ul><li>二</li></ul></li></ul>', '- 一\n  - 二'],
])('lists nest as they look: %s', (html, markdown) => {
  expect(convert(html)).toEqual([markdown, markdown]);
});

test.each([
  '<h2>安装<a class="headerlink" href="#a" title="永久链接">¶</a></h2>',
  '<h2 id="a"><a class="header-anchor" href="#a">#</a> 安装</h2>',
  '<h2>安装<a class="hash-link" href="#a" aria-label="x">\u200b</a></h2>',
  '<h2><a class="anchor" href="#a"><svg><path d="M"/></svg></a>安装</h2>',
  '<h2><a class="header-anchor" href="#a"><span>安装</span></a></h2>',
  '<h2>安装 <a class="anchorjs-link" href="#a"></a></h2>',
  '<h2>安装<a href="#a">§</a></h2>',
])('a heading loses the sign by which it links to itself: %s', (html) => {
  expect(convert(html)).toEqual(['## 安装', '## 安装']);
});

test.each([
  ['<img src="/a.png" width="50%">', '![](/a.png){width=50%}'],
  ['<img src="/a.png" style="zoom:30%">', '![](/a.png){width=50%}'],
  ['<img src="/a.png" style="width: 180px">', '![](/a.png){width=25%}'],
  ['<img src="/a.png" width="180">', '![](/a.png){width=25%}'],
  ['<img class="size-medium wp-image-3" src="/a.png" width="300">', '![](/a.png)'],
  ['<figure class="is-resized"><img class="wp-image-3" src="/a.png" width="300"></figure>', '![](/a.png){width=50%}'],
  ['<img src="/a.png" width="1200">', '![](/a.png)'],
])('an import keeps the width that a writer gave a picture: %s', (html, markdown) => {
  expect(convert(html)[0]).toBe(markdown);
});

test('an exclamation mark before a link makes no picture of it', () => {
  expect(convert('<p>快看!<a href="https://a.example/">这里</a></p>')[0]).toBe('快看\\![这里](https://a.example/)');
});
