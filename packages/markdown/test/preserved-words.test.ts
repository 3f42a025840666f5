import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchableText } from '../src/markdown.ts';
import { dangersOf, htmlOf, visibleText } from './reading.ts';

/** Whole tags, half ones and other oddities that a writer may put anywhere; none holds words or hides any. */
const oddities = [
  'script',
  'style',
  'textarea',
  'title',
  'iframe',
  'option',
  'select',
  'noscript',
  'template',
  'svg',
  'math',
  'object',
  'xmp',
  'plaintext',
  'button',
  'form',
  'center',
  'font',
  'video',
  'audio',
  'source',
  'picture',
  'rp',
  'details',
  'summary',
  'div',
  'p',
  'table',
  'td',
  'ul',
  'li',
  'b',
  'a',
  'pre',
  'span',
  'String',
  'head',
  'html',
].flatMap((name) => [`<${name}>`, `</${name}>`, `<${name}/>`, `<${name} id=x>`, `<${name} `]);

const marks = [
  '\n',
  '\n\n',
  '\n\n',
  '\n- ',
  '\n> ',
  '\n1. ',
  '\n20260101. ',
  '\n12345) ',
  '\n# ',
  '\n    ',
  '\n---\n',
  '\n| ',
  ' | ',
  '\n| a | b |\n|---|---|\n| ',
  '\n```\n',
  '\n:::\n',
  '\n::: tip\n',
  '\n> [!NOTE]\n> ',
  '\n- [ ] ',
  '**',
  '__',
  '_',
  '*',
  '`',
  '==',
  '~~',
  '<',
  '>',
  '</',
  '<!',
  '<?',
  '?>',
  '<!-',
  '<!--',
  '<![CDATA[',
  ']]>',
  '&',
  '&lt;',
  '&#60;',
  '&#x3c;',
  '&nbsp;',
  '&bogus;',
  '&#99999999;',
  '\\',
  '[^1]',
  '\n[^1]: ',
  '\n[^2]: ',
  '\n[注]: ',
  '。',
  '“',
  '”',
  '0',
  'é',
  '<video src="/a.mp4">',
  '<video src="https://a.cn/b.mp4">',
  '<iframe src="//a.cn/b">',
  '<source src="/c.mp4">',
  '<img src="/d.png">',
  '](/e)',
  '[',
  ']',
  '<a href="/f">',
  '<br>',
  '<rp>',
  '</rp>',
  '<ruby>',
  '<rt>',
  '😀',
];

const numerals = [...'零一二三四五六七八九'];
const wordOf = (index: number) =>
  `甲${String(index)
    .padStart(3, '0')
    .replace(/\d/g, (digit) => numerals[Number(digit)] ?? '')}`;

/**
 * Finds what no page shows as text: an address in brackets (`[注]: </甲>`), the alternative text of a picture, and the
 * language of a code block (`~~~甲`).
 */
const attribute = /\[注\]:\s+<[/?]|!\[|(?:~~~|```)[^\n]*甲/;

const isLong = process.env.TEST_LONG === '1';

/** Words between oddities; of the words only the order is known. */
const document = fc
  .array(fc.oneof(fc.constantFrom(...oddities), fc.constantFrom(...marks), fc.constant(null)), { maxLength: 40 })
  .map((pieces) => {
    let count = 0;
    const source = pieces.map((part) => part ?? wordOf(count++)).join('');
    return { source, words: Array.from({ length: count }, (_, index) => wordOf(index)) };
  })
  .filter(({ source }) => !attribute.test(source));

function firstLost(words: string[], text: string): string | undefined {
  return words.find((word) => !text.includes(word));
}

test('every word of a text is on its page and in its search text', {
  timeout: 3_600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(document, async ({ source, words }) => {
      const html = await htmlOf(source);
      expect(firstLost(words, visibleText(html))).toBeUndefined();
      expect(firstLost(words, searchableText(source))).toBeUndefined();
      expect(dangersOf(html)).toEqual([]);
    }),
    { numRuns: Number(process.env.KEPT_WORDS_RUNS ?? (isLong ? 100_000 : 1000)) },
  );
});

const folder = new URL(process.env.KEPT_WORDS_POSTS ?? '../../../apps/server/sample/articles/', import.meta.url);
const posts = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .map((name) => readFileSync(new URL(name, folder), 'utf8').replace(/^---\n[\s\S]*?\n---\n/, ''));

const han = (text: string) => [...text.matchAll(/\p{Script=Han}/gu)].map(([sign]) => sign);

/** The first sign of `expected` that `text` does not go on with. */
function firstMissing(expected: string[], text: string): string | undefined {
  const signs = han(text);
  let at = 0;
  return expected.find((sign) => {
    const found = signs.indexOf(sign, at);
    at = found + 1;
    return found < 0;
  });
}

const insertion = fc.record({
  place: fc.double({ min: 0, max: 1, noNaN: true }),
  oddity: fc.constantFrom(...oddities),
});

test('no tag inserted into a real article hides any of its words', { timeout: 3_600_000 }, async () => {
  const whole = await Promise.all(posts.map(async (source) => han(visibleText(await htmlOf(source)))));
  await fc.assert(
    fc.asyncProperty(
      fc.nat(posts.length - 1),
      fc.array(insertion, { minLength: 1, maxLength: 6 }),
      async (post, inserted) => {
        let source = posts[post] ?? '';
        for (const { place, oddity } of inserted) {
          const places = [
            ...source.matchAll(/(?<=\p{Script=Han})(?=\p{Script=Han})|(?<=\n\n(?:- )?)(?=\p{Script=Han})/gu),
          ];
          const { index = 0 } = places[Math.floor(place * (places.length - 1))] ?? {};
          source = source.slice(0, index) + oddity + source.slice(index);
        }
        expect(firstMissing(whole[post] ?? [], visibleText(await htmlOf(source)))).toBeUndefined();
      },
    ),
    { numRuns: Number(process.env.KEPT_WORDS_RUNS ?? (isLong ? 5000 : 100)) },
  );
});

test.each([
  ['<script> 标签放在最后。', '<p>&lt;script&gt; 标签放在最后。</p>'],
  ['- <script> 一项', '<ul>\n<li>&lt;script&gt; 一项</li>\n</ul>'],
  ['<option> 与 <select> 是表单。', '<p>&lt;option&gt; 与 &lt;select&gt; 是表单。</p>'],
  ['<div>List<String></div>', '<div>List&lt;String&gt;</div>'],
  ['用 <script>alert(1)</script> 试', '<p>用 &lt;script&gt;alert(1)&lt;/script&gt; 试</p>'],
  ['<center>\n\n居中\n\n</center>', '<p>居中</p>'],
  ['<?php 一 ?> 二', '<p>&lt;?php 一 ?&gt; 二</p>'],
  ['<!-- 没有结尾\n\n正文', '<p>&lt;!-- 没有结尾</p>\n<p>正文</p>'],
  ['<details> 用来折叠\n\n正文', '&lt;details&gt; 用来折叠\n<p>正文</p>'],
  ['漢<rp>（</rp>，<rp>正文</rp>', '<p>漢<rp>（</rp>，正文</p>'],
  ['[注]: 今天下雨。', '<p>[注]: 今天下雨。</p>'],
  ['[注]: ?>甲', '<p>[注]: ?&gt;甲</p>'],
  ['[注]: ...未完', '<p>[注]: ...未完</p>'],
  ['[注]: <必填>', '<p>[注]: &lt;必填&gt;</p>'],
  ['[注]: <div 甲>', '<p>[注]: &lt;div 甲&gt;</p>'],
  ['[注]: PS:今天下雨', '<p>[注]: PS:今天下雨</p>'],
  ['[注]: A\u3000今天下雨', '<p>[注]: A\u3000今天下雨</p>'],
  ['[注]: 邮箱:lin@a.cn', '<p>[注]: 邮箱:<a href="mailto:lin@a.cn">lin@a.cn</a></p>'],
  ['> [注]:\n> 今天下雨', '<blockquote>\n<p>[注]:\n今天下雨</p>\n</blockquote>'],
])('%j shows all its words', async (source, html) => {
  expect((await htmlOf(source)).trim()).toBe(html);
});

test.each([
  ['https://a.cn/春', 'https://a.cn/%E6%98%A5'],
  ['mailto:春@a.cn', 'mailto:%E6%98%A5@a.cn'],
  ['www.a.cn/春', 'www.a.cn/%E6%98%A5'],
  ['/春', '/%E6%98%A5'],
  ['./春', './%E6%98%A5'],
  ['../春', '../%E6%98%A5'],
  ['#春', '#春'],
  ['?q=春', '?q=%E6%98%A5'],
  ['春.pdf', '%E6%98%A5.pdf'],
  ['<春 夏.pdf>', '%E6%98%A5%20%E5%A4%8F.pdf'],
  ['\n/春', '/%E6%98%A5'],
])('a definition of the address %j makes a link', async (address, href) => {
  expect(await htmlOf(`[见]\n\n[见]: ${address}`)).toContain(`<a href="${href}"`);
});

test.each(['script', 'style', 'textarea', 'title', 'iframe', 'video', 'rp', 'select'])(
  '<%s> at the beginning of a paragraph takes nothing after it away',
  async (name) => {
    expect(visibleText(await htmlOf(`<${name}> 甲\n\n乙 **丙**`))).toMatch(new RegExp(`<${name}> 甲\\s+乙 丙`));
  },
);

test.each([
  ['20260101. 日记', '<ol start="20260101" class="long">\n<li>日记</li>\n</ol>'],
  ['12345. 号', '<ol start="12345" class="long">\n<li>号</li>\n</ol>'],
  [
    '2019. 甲\n2021. 乙\n2022. 丙',
    '<ol start="2019" class="long">\n<li>甲</li>\n<li value="2021">乙</li>\n<li>丙</li>\n</ol>',
  ],
  ['1. 甲\n1. 乙', '<ol>\n<li>甲</li>\n<li>乙</li>\n</ol>'],
  ['<ol start="1234567890"><li value="123456789">甲</ol>', '<ol><li value="123456789">甲</li></ol>'],
])('%j keeps its item numbers', async (source, html) => {
  expect((await htmlOf(source)).trim()).toBe(html);
});

test('a long item number can be searched', () => {
  expect(searchableText('20260101. 日记')).toBe('20260101.\n日记');
});

test.each([
  ['```甲\n乙\n```', '甲\n乙'],
  ['```ts title="部署.ts"\n乙\n```', '部署.ts\n乙'],
  ['```default\n乙\n```', 'default\n乙'],
  ['```js\n乙\n```', '乙'],
])('the title of the code block %j can be searched', (source, text) => {
  expect(searchableText(source)).toBe(text);
});

const player = (name: string, attributes: string) => `<${name} ${attributes} controls preload="metadata"></${name}>`;

test.each([
  ['<video><source src="/a.mp4"></video>', `<p>${player('video', 'src="/a.mp4"')}</p>`],
  ['<video controls>\n  <source src="/a.mp4" type="video/mp4">\n</video>', player('video', 'src="/a.mp4"')],
  ['<audio>\n<source src="/a.mp3">\n您的浏览器不支持。\n</audio>', player('audio', 'src="/a.mp3"')],
  ['<video src="/a.mp4">\n\n正文', `${player('video', 'src="/a.mp4"')}\n<p>正文</p>`],
  ['<video src="/a.mp4">后来的话</video>', `<p>${player('video', 'src="/a.mp4"')}后来的话</p>`],
])('%j becomes a player', async (source, html) => {
  expect((await htmlOf(source)).replaceAll('=""', '').trim()).toBe(html);
});

test('a player lists all files of this site as sources', async () => {
  const html = await htmlOf('<video><source src="/a.webm" type="video/webm"><source src="/a.mp4"></video>');
  expect(html).toContain('<source src="/a.webm" type="video/webm" /><source src="/a.mp4" />');
});

test.each([
  ['<video src="https://elsewhere.cn/a.mp4"></video>', '视频：elsewhere.cn'],
  ['<audio>\n<source src="//elsewhere.cn/a.mp3">\n</audio>', '音频：elsewhere.cn'],
  ['<p><iframe src="https://elsewhere.cn/b"></iframe></p>', '内嵌页面：elsewhere.cn'],
  ['<iframe src="https://elsewhere.cn/b" title="地图"></iframe>', '内嵌页面：地图'],
  ['<iframe src="//player.bilibili.com/player.html?bvid=BV1"></iframe>', '视频：哔哩哔哩'],
])('%s becomes a link with a label of its kind', async (source, words) => {
  const html = await htmlOf(source);
  expect(html).toMatch(new RegExp(`<a href="[^"]+" target="_blank" rel="noopener noreferrer">${words}</a>`));
  expect(searchableText(source).trim()).toBe(words);
});

test('footnotes without a reference, with a repeated name or within another are all shown', async () => {
  const html = await htmlOf('甲[^a]\n\n[^a]: 乙\n\n    [^b]: 丙\n\n[^a]: 丁\n\n[^c]: 戊');
  expect(visibleText(html)).toMatch(/乙[\s\S]*丙[\s\S]*丁[\s\S]*戊/);
  expect(html.match(/doc-backlink/g)).toHaveLength(1);
});

test('cells beyond the header row are joined into the last column', async () => {
  expect(await htmlOf('> | 甲 | 乙 |\n> |---|---|\n> | 一 | 丙 | 丁 |')).toContain('<td>丙 | 丁</td>');
  expect(await htmlOf('| 甲 | 乙 |\n|---|---|\n| 一 | a || b\\|c |')).toContain('<td>a || b|c</td>');
  expect(await htmlOf('| 甲 |\n|---|\n| 一 |\n')).toContain('<td>一</td>');
});

test.each([
  ['| 或 | `a||b` |', '<td>或</td>\n<td><code>a||b</code></td>'],
  ['| `a|b` | 说明 |', '<td><code>a|b</code></td>\n<td>说明</td>'],
  ['`a|b` | 说明', '<td><code>a|b</code></td>\n<td>说明</td>'],
  ['| ``a`|`b`` | `c|d` | e | f |', '<td><code>a`|`b</code></td>\n<td><code>c|d</code> | e | f</td>'],
  ['| \\`a|b` | 说明 |', '<td>`a</td>\n<td>b` | 说明</td>'],
  ['| `a|b` |', '<td>`a</td>\n<td>b`</td>'], // as on GitHub, where the row has no cell too many
])('the row %j divides within code only where the columns ask for it', async (row, cells) => {
  expect(await htmlOf(`| 甲 | 乙 |\n|---|---|\n${row}`)).toContain(cells);
});

test('nesting beyond the limit becomes a paragraph', async () => {
  for (const sign of ['>', '- ', '> - '])
    expect(visibleText(await htmlOf(`${sign.repeat(150)}最里面\n\n之后`))).toMatch(/最里面[\s\S]*之后/);
  expect(await htmlOf(`${'> '.repeat(80)}${'<b>'.repeat(300)}\`码\``)).toContain('<code>码</code>');
});
