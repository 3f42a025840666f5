import { expect, test } from 'vitest';
import { mentionedIds, splitMessage } from './message-text.ts';

const links = (text: string) =>
  splitMessage(text).flatMap((piece) => ('href' in piece ? [[piece.text, piece.href]] : []));

test.each([
  ['看 https://a.cn/b?c=d#e 好', 'https://a.cn/b?c=d#e', 'https://a.cn/b?c=d#e'],
  ['看https://a.cn/b，好', 'https://a.cn/b', 'https://a.cn/b'],
  ['（https://a.cn/b）', 'https://a.cn/b', 'https://a.cn/b'],
  ['「https://a.cn」。', 'https://a.cn', 'https://a.cn/'],
  ['去 https://a.cn/b. 再说', 'https://a.cn/b', 'https://a.cn/b'],
  ['(见 https://a.cn/b_(c))', 'https://a.cn/b_(c)', 'https://a.cn/b_(c)'],
  ['https://a.cn/b这个', 'https://a.cn/b', 'https://a.cn/b'],
  [
    'https://zh.example.org/wiki/中国',
    'https://zh.example.org/wiki/中国',
    'https://zh.example.org/wiki/%E4%B8%AD%E5%9B%BD',
  ],
  ['www.a.cn/x！', 'www.a.cn/x', 'https://www.a.cn/x'],
  ['HTTP://A.cn', 'HTTP://A.cn', 'http://a.cn/'],
])('%s has one link', (text, shown, href) => {
  expect(links(text)).toEqual([[shown, href]]);
  expect(
    splitMessage(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text);
});

test.each([
  'javascript:alert(1)',
  'data:text/html,<script>',
  'ftp://a.cn/b',
  'mailto:a@b.cn',
  'www.',
  'www.a',
  'https://',
  'https://。',
  '不是 a.cn',
  'me@www.a.cn',
])('%s has none', (text) => {
  expect(links(text)).toEqual([]);
});

test('only web addresses become links', () => {
  expect(links('javascript:https://a.cn/%0aalert(1)').every(([, href]) => href?.startsWith('https://'))).toBe(true);
});

test('the longest name after an @ is mentioned, except within an address', () => {
  const people = [
    { id: 1, nickname: '小林' },
    { id: 2, nickname: '小林子' },
    { id: 3, nickname: 'Ming' },
  ];
  expect(splitMessage('@小林子 @小林，@ming @Mingo https://a.cn/@小林 a@小林', people)).toEqual([
    { text: '@小林子', memberId: 2 },
    { text: ' ' },
    { text: '@小林', memberId: 1 },
    { text: '，' },
    { text: '@ming', memberId: 3 },
    { text: ' @Mingo ' },
    { text: 'https://a.cn/@', href: 'https://a.cn/@' },
    { text: '小林 a@小林' },
  ]);
  expect(mentionedIds('@小林 @小林 @谁', people)).toEqual(new Set([1]));
});

test('line breaks and markup stay text', () => {
  const text = '<b>一</b>\n\n&amp; **二**';
  expect(splitMessage(text)).toEqual([{ text }]);
});
