import { expect, test } from 'vitest';
import { joinWords } from './shared.ts';

test.each([
  [{ title: '雨', text: '下雨了', url: 'https://a.cn/1' }, '下雨了\nhttps://a.cn/1'],
  [{ title: '一篇文章', text: '一篇文章 https://a.cn/1', url: 'https://a.cn/1' }, '一篇文章 https://a.cn/1'],
  [{ title: '同样', text: '同样' }, '同样'],
  [{ text: ' \n' }, ''],
  [{ url: 'https://a.cn' }, 'https://a.cn'],
  [{}, ''],
])('shared words %j are joined as %j', (words, joined) => {
  expect(joinWords(words)).toBe(joined);
});
