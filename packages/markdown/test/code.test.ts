import { expect, test } from 'vitest';
import { elementsOf, find, htmlOf } from './reading.ts';

const fence = (info: string, code: string) => `\`\`\`${info}\n${code}\n\`\`\`\n`;
const lines = (html: string) => elementsOf(html).filter(({ attributes }) => /^l( on)?$/.test(attributes.class ?? ''));

test('code has a line element and a line break for each line', async () => {
  const html = await htmlOf(fence('css title="prose.css"', '/* 注 */\na { max-width: 40em; content: "x" }'));
  expect(html).toBe(
    '<figure class="code"><figcaption><span class="label">CSS</span><span class="file">prose.css</span>' +
      '<button type="button" class="btn quiet push" data-copy>复制</button></figcaption><pre tabindex="0"><code>' +
      '<span class="l"><span class="c9">/* 注 */</span>\n</span>' +
      '<span class="l"><span class="k">a</span> { max-width: <span class="n9">40em</span>; content: <span class="s">&quot;x&quot;</span> }\n</span>' +
      '</code></pre></figure>\n',
  );
});

test.each([
  ['ts title="src/a.ts" {1,3-4}', 'TypeScript', 'src/a.ts', [1, 3, 4]],
  ['ts filename=b.ts', 'TypeScript', 'b.ts', []],
  ['ts:line-numbers {2} [c.ts]', 'TypeScript', 'c.ts', [2]],
  ['js{4}', 'JavaScript', '', [4]],
  ['js d.js', 'JavaScript', 'd.js', []],
  ["C++ title='甲 乙.cpp'", 'C++', '甲 乙.cpp', []],
  ['brainfuck', 'brainfuck', '', []],
  ['', '文本', '', []],
  ['text', '文本', '', []],
])('the info string %s is parsed', async (info, label, file, on) => {
  const html = await htmlOf(fence(info, 'a\nb\nc\nd'));
  const spans = elementsOf(html).filter(({ name }) => name === 'span');
  expect(spans.find(({ attributes }) => attributes.class === 'label')?.text).toBe(label);
  expect(spans.find(({ attributes }) => attributes.class === 'file')?.text ?? '').toBe(file);
  expect(lines(html).flatMap(({ attributes }, index) => (attributes.class === 'l on' ? [index + 1] : []))).toEqual(on);
});

test.each([
  ['ts', 'const a = 1; // 注', ['k', 'n9', 'c9']],
  ['python', 'def f(): return "x"  # 注', ['k', 'k', 's', 'c9']],
  ['json', '{ "a": [1, "s"] }', ['k', 'n9', 's']],
  ['yaml', 'a: 1 # 注', ['k', 'n9', 'c9']],
  ['bash', 'for f in $x; do echo "x"; done', ['k', 'k', 'k', 's', 'k']],
  ['diff', '- a\n+ b', ['k', 's']],
  ['sql', "SELECT 1 FROM t WHERE a = 'x'", ['k', 'n9', 'k', 'k', 's']],
  ['rust', 'fn main() { let x = 5; }', ['k', 'k', 'n9']],
])('%s is highlighted with the classes of the style sheet', async (language, code, kinds) => {
  const html = await htmlOf(fence(language, code));
  const classes = elementsOf(html).map(({ attributes }) => attributes.class ?? '');
  expect(classes.filter((name) => /^(k|s|n9|c9)$/.test(name))).toEqual(kinds);
});

test('every language is loaded and keeps the text', { timeout: 60_000 }, async () => {
  const { findLanguage } = await import('../src/code/languages.ts');
  const names =
    `js ts jsx tsx vue html css scss json yaml toml ini xml md bash ps1 dockerfile nginx diff sql py java kotlin
    swift dart go rust c cpp cs php ruby lua`.split(/\s+/);
  const code = 'if (a < 1) { return "<b>&amp;" } // 注\n\n\ttail';
  expect(names.filter((name) => !findLanguage(name))).toEqual([]);
  // to load a grammar takes longest: all of them in the long run
  for (const name of names.filter((_, index) => process.env.TEST_LONG === '1' || index % 5 === 0)) {
    expect(find(await htmlOf(fence(name, code)), 'code')?.text, name).toBe(`${code}\n`);
  }
});

test('code that is too long or has too long lines is only escaped', async () => {
  const long = await htmlOf(fence('ts', 'const a = "<";\n'.repeat(2500)));
  expect(long).toContain('const a = &quot;&lt;&quot;;');
  expect(long).not.toContain('class="k"');
  const wide = await htmlOf(fence('ts', `const a = "${'x'.repeat(6000)}"`));
  expect(wide).not.toContain('class="k"');
});

test('code on which a grammar backtracks endlessly stays plain, and the next text is highlighted again', {
  timeout: 60_000,
}, async () => {
  expect(find(await htmlOf(fence('csharp', '.a '.repeat(60))), 'code')?.text).toContain('.a .a');
  expect(await htmlOf(fence('ts', 'let a'))).toContain('<span class="k">let</span>');
});

test('highlighting does not depend on earlier texts', async () => {
  const source = fence('md', '~~~ruby\nputs 1 if true\n~~~');
  const before = await htmlOf(source);
  await htmlOf(fence('ruby', 'puts 1'));
  expect(await htmlOf(source)).toBe(before);
});

test('indented code, and a fence in a list, are blocks of code', async () => {
  expect(find(await htmlOf('    a < b\n'), 'figure')?.attributes.class).toBe('code');
  expect(await htmlOf(`- 项\n\n  ${fence('', 'x').replaceAll('\n', '\n  ')}`)).toMatch(
    /<li>[\s\S]*<figure class="code">[\s\S]*<\/li>/,
  );
});

test('a diagram is served as its source', async () => {
  const { renderMarkdown } = await import('../src/markdown.ts');
  const { html, hasDiagram } = await renderMarkdown(fence('mermaid', 'graph TD; A-->B'));
  expect(html).toBe(
    '<figure class="diagram"><pre class="mermaid-source" tabindex="0">graph TD; A--&gt;B</pre></figure>\n',
  );
  expect(hasDiagram).toBe(true);
  expect((await renderMarkdown(fence('ts', ''))).hasDiagram).toBe(false);
});
