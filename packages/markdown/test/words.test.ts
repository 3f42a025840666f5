import { expect, test } from 'vitest';
import { countWords, readingMinutes, renderMarkdown, summarize } from '../src/markdown.ts';

test.each([
  ['', 0],
  ['你好，世界！', 4],
  ['用 React 19 写', 4],
  ['ＡＢＣ ｶﾀｶﾅ', 5],
  ["it's state-of-the-art v1.2.3", 3],
  ['한국어 ひらがな', 7],
  ['𠮷野家 👨‍👩‍👧', 3],
  ['word中文word', 4],
  ['—— …… 。', 0],
])('%j has %i words', (text, words) => {
  expect(countWords(text)).toBe(words);
});

test('the reading time is a minute per 400 characters, at least one', () => {
  expect([0, 1, 400, 700, 4260].map(readingMinutes)).toEqual([1, 1, 1, 2, 11]);
});

test('the summary of a short text is the text in one line', () => {
  expect(summarize(' 一\n二　三 ')).toBe('一 二 三');
  expect(summarize('他说。\n\n然后「走」了， 又 回')).toBe('他说。然后「走」了，又 回');
  expect(summarize('字'.repeat(120))).toBe('字'.repeat(120));
});

test('the summary of a long text ends after a sentence, or else between characters', () => {
  expect(summarize(`${'字'.repeat(99)}。${'字'.repeat(99)}`)).toBe(`${'字'.repeat(99)}。…`);
  expect(summarize('字'.repeat(200))).toBe(`${'字'.repeat(120)}…`);
  expect(summarize('字'.repeat(200), 10)).toBe(`${'字'.repeat(10)}…`);
  expect(summarize(`甲乙丙丁，${'字'.repeat(20)}`, 5)).toBe('甲乙丙丁…');
});

test('a summary cuts neither a surrogate pair, an emoji sequence nor a word', () => {
  expect(summarize('𠮷'.repeat(10), 5)).toBe(`${'𠮷'.repeat(5)}…`);
  expect(summarize('👨‍👩‍👧'.repeat(10), 3)).toBe(`${'👨‍👩‍👧'.repeat(3)}…`);
  expect(summarize('the quick brown fox jumps over', 12)).toBe('the quick…');
  expect(summarize('version 3.14 of it. Then more words follow here', 30)).toBe('version 3.14 of it. Then more…');
});

test('a file or an address alone in its line is no part of a summary, but is found', async () => {
  const file = '/files/d4/d4ef7cd75d58c393949965a01db54ec5.pdf';
  const { prose, text } = await renderMarkdown(
    `讲义放在这里。\n\n[第三稿.pdf](${file})\n\nhttps://www.bilibili.com/video/BV1GJ411x7h7\n\n<https://example.com/雨>\n\n看[第三稿.pdf](${file})，和 https://example.com/a 那一篇。\n\n[一个题目](https://example.com/b)`,
  );
  expect(prose).toBe('讲义放在这里。\n看第三稿.pdf，和 https://example.com/a 那一篇。\n一个题目');
  expect(text).toContain('第三稿.pdf\nhttps://www.bilibili.com');
});

test('search text, prose for the summary and visible words are extracted separately', async () => {
  const { text, prose, words } = await renderMarkdown(
    '# 题\n\n一 `码` $x$[^1]\n\n| 表 |\n|---|\n| 格 |\n\n```js\nlet 代码\n```\n\n> [!NOTE]\n> 旁\n\n![图](a.webp)\n\n<details><summary>展</summary>开 &amp; 合</details>\n\n[^1]: 注\n',
  );
  expect(text.split('\n')).toEqual(['题', '一 码 x', '表', '格', 'let 代码', '旁', '图', '展', '开 & 合', '注']);
  expect(prose.split('\n')).toEqual(['一 码', '旁', '展', '开 & 合']);
  expect(words).toBe(11);
});
