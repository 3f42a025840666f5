import { createDocument } from '@mixmark-io/domino';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mendTags } from '../src/from-html/mend-tags.ts';
import { htmlToMarkdown } from '../src/from-html/parse.ts';
import { renderMarkdown } from '../src/markdown.ts';
import { visibleText } from './reading.ts';

const isLong = process.env.TEST_LONG === '1';
const runs = Number(process.env.SOUP_RUNS ?? (isLong ? 100_000 : 2000));

/** Text that a reader sees after the conversion, without white space. */
async function shown(html: string) {
  const { html: page } = await renderMarkdown(htmlToMarkdown(html));
  return visibleText(page).replace(/\s+/g, '');
}

describe('what is no tag stays', () => {
  test.each([
    ['<p>写信到 <zhang@example.com>，谢谢。</p>', '写信到<zhang@example.com>，谢谢。'],
    ['<p>Map<K,V> 与 Map<K, V></p>', 'Map<K,V>与Map<K,V>'],
    ['<p>List<String> 与 List<Object> 与 vector<int>a<b>c</p>', 'List<String>与List<Object>与vector<int>a<b>c'],
    ['<p><std::string>甲<https://a.b/c>乙</p>', '<std::string>甲<https://a.b/c>乙'],
    ['<p>if(a<b&&c>d) if (a<b && c>d)</p>', 'if(a<b&&c>d)if(a<b&&c>d)'],
    ['<p>for(i=0;i<n;i++){x>1} <n+1> <f(x)></p>', 'for(i=0;i<n;i++){x>1}<n+1><f(x)>'],
    ['<p>甲<div;>乙<img,src="x">丙a<b.c>d</p>', '甲<div;>乙<img,src="x">丙a<b.c>d'],
    [
      '<pre class="brush:java">Map<String,Integer> m;\n#include <stdio.h></pre>',
      'Java复制Map<String,Integer>m;#include<stdio.h>',
    ],
    ['<p><code>Map<K, V></code></p>', 'Map<K,V>'],
    ['<p>标签 <script> 与 <title> 与 <iframe> 与 <select></p><p>后</p>', '标签<script>与<title>与<iframe>与<select>后'],
    ['<p>甲 <!-- 没有结尾</p><p>乙</p>', '甲<!--没有结尾乙'],
    ['<p>我 </3 你 <3 <?php echo 1 ?></p>', '我</3你<3<?phpecho1?>'],
    ['<p>甲<a href="x>乙</a></p>', '甲<ahref="x>乙'],
    ['<p>甲<b>乙</b><K>丙</K><o:p></o:p><st1:place>丁</st1:place></p>', '甲乙丙丁'],
    ['<p>甲<![CDATA[乙]]>丙</p>', '甲乙丙'],
    ['<details><summary>题</summary>甲<summary>乙</summary></details><summary>丙</summary>', '题甲乙丙'],
    ['<video src="/a.mp4"><p>甲</p>', '甲'],
    ['<figure/>甲<img alt="x" src="/a.png"><figcaption>乙', '甲乙'],
    ['<figure><figcaption>甲<img alt="x" src="/a.png">乙', '甲乙'],
    ['<svg viewBox="0 0 9 9"><title>x</title><path d="M0"/><text>图</text><text>字</text></svg>', '图字'],
    ['<svg/><iframe id=x></svg>甲', '<iframeid=x>甲'],
    ['<p>甲</p><select><option>一</option><option>二</option></select>', '甲一二'],
    ['<div class="admonition note"><p class="admonition-title">先看这里</p><p>甲</p></div>', '旁注先看这里甲'],
  ])('%s', async (html, words) => {
    expect(await shown(html)).toBe(words);
  });

  test('real tags are left alone, whatever their attributes', () => {
    for (const html of [
      '<p style="x" "y">甲</p>',
      '<div data-v-7ba5bd90 _ngcontent-c1 class=a>甲</div>',
      '<a href=/x?a=1&b=2 title="a > b">甲</a><br/><img src=a.png><hr>',
      '<ul><li>甲<li>乙</ul><table><tr><td nowrap>丙</table>',
      '<mjx-container jax="SVG"><svg><g stroke="x"><path d="M"/></g></svg></mjx-container>',
      '<math><mi>x</mi></math><script>if(a<b){c("</p>")}</script><!-- <x@y> -->',
    ])
      expect(mendTags(html)).toBe(html);
  });
});

const names =
  `p div b a pre code span table tr td ul ol li blockquote h2 script style textarea title iframe noscript template svg
  math object select option video audio details summary figure figcaption button form center font canvas rp ruby dl dt dd
  em mark xmp plaintext String K my-x o:p frameset html body head image input br img`.split(/\s+/);
const oddities = names.flatMap((name) => [
  `<${name}>`,
  `</${name}>`,
  `<${name}/>`,
  `<${name} id=x>`,
  `<${name} class="a b">`,
]);
const strange = [
  '<zhang@example.com>',
  '<K,V>',
  '<std::string>',
  '<b&&c>',
  '<n+1>',
  '<f(x)>',
  '<div;>',
  '<https://a.b/c>',
  '<1>',

  '<',
  '>',
  '</',
  '<!',
  '<?',
  '?>',
  '<!x>',
  '<?php ',
  '<a b',
  '<p "',
  '<p =',
  '<&',
  '<i<',
  '&',
  '&lt;',
  '&#60;',
  '&amp;lt;',
  '&nbsp;',
  '\n',
  '\n\n',
  '  ',
  '*',
  '_',
  '`',
  '```',
  '#',
  '- ',
  '1. ',
  '|',
  '$',
  '$$',
  '~~',
  '==',
  '[',
  '](',
  ']',
  '\\',
  '\\(',
  '<div class="highlight">',
  '<td class="code">',
  '<td class="gutter">',
  '<div class="toolbar">',
  '<p class="admonition-title">',
  '<div class="admonition note">',
  '<figure class="highlight">',
  '<span class="katex">',
  '<pre class="wp-block-verse">',
  '<a href="#n1">1</a>',
  '<li id="n1">',
  '<p style="mso-list:l0 level2 lfo1">',
  '<span style="font-weight:bold">',
  '<div hidden>',
  '<img alt="x" src="/a.png">',
  '<a href="/b">',
  '<td colspan=2>',
  '<td rowspan=3>',
  '<ol start=5>',
  '<ul class="task-list">',
];

const numerals = [...'零一二三四五六七八九'];
const wordOf = (index: number) =>
  `甲${String(index)
    .padStart(3, '0')
    .replace(/\d/g, (one) => numerals[Number(one)] ?? '')}`;

/** Elements whose content no browser shows. */
const hiddenNames = new Set(
  'script style textarea title iframe noscript template object video audio canvas select rp'.split(' '),
);

/** Whether a word may be out of sight in a browser: between both tags of an element that hides what is in it. */
function mayHide(pieces: (string | null)[], at: number) {
  return [...hiddenNames].some((name) => {
    const opens = pieces.slice(0, at).some((piece) => piece?.startsWith(`<${name}`));
    return opens && pieces.slice(at).some((piece) => piece?.startsWith(`</${name}`));
  });
}

const soup = fc
  .array(fc.oneof(fc.constantFrom(...oddities), fc.constantFrom(...strange), fc.constant(null)), { maxLength: 30 })
  .map((pieces) => {
    let count = 0;
    const words: string[] = [];
    const html = pieces.map((piece, at) => {
      if (piece !== null) return piece;
      const word = wordOf(count++);
      if (!mayHide(pieces, at)) words.push(word);
      return word;
    });
    return { html: html.join(''), words };
  });

test('no soup of tags throws or loses a word', { timeout: 3_600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(soup, async ({ html, words }) => {
      const text = await shown(html);
      expect(words.filter((word) => !text.includes(word))).toEqual([]);
    }),
    { numRuns: runs },
  );
});

const signs = fc.constantFrom(...'<<<>>>//==""\'\'&;!?-@,:.()[]{}*_`#|$~\\ \n\tabipKx甲乙丙丁019'.split(''));
const charactersOf = (text: string) => (text.match(/\p{L}|\p{N}/gu) ?? []).sort().join('');

/** Letters that a parser of HTML shows. */
function seen(html: string) {
  const { body } = createDocument(`<body>${html}`);
  for (const hidden of Array.from(body.querySelectorAll([...hiddenNames].join(', ')))) hidden.remove();
  return charactersOf(body.textContent ?? '');
}

/** Whether all of the sorted letters are among the others. */
function areIn(wanted: string, found: string) {
  let at = 0;
  for (const sign of wanted) {
    at = found.indexOf(sign, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

test('every letter that a browser shows of any signs arrives', { timeout: 3_600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(signs, { maxLength: 60 }), async (written) => {
      const html = written.join('');
      expect(areIn(seen(html), charactersOf(await shown(html)))).toBe(true);
    }),
    { numRuns: runs },
  );
});
