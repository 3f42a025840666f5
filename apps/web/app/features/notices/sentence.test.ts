import { expect, test } from 'vitest';
import { whatHappened, whoDid } from './sentence.ts';

const people = ['沈砚', '许青禾', '木匠'].map((nickname, id) => ({ id, nickname, avatar: '' }));
const who = (count: number, kind = 3) => whoDid({ kind, actors: people.slice(0, count), count });

test('one, two and many are named', () => {
  expect([who(1), who(2), who(3), who(12)]).toEqual([
    '沈砚',
    '沈砚、许青禾',
    '沈砚、许青禾 等 3 人',
    '沈砚、许青禾 等 12 人',
  ]);
  expect(who(0, 0)).toBe('系统');
});

test.each([
  [2, '/user?tab=fans', '关注了你'],
  [3, '/article/1', '赞了你的文章'],
  [3, '/article/1#comment-5', '赞了你的评论'],
  [3, '/say?id=1', '赞了你的说说'],
  [4, '/article/1', '收藏了你的文章'],
  [1, '/article/1#comment-5', '在文章下接了话'],
  [1, '/say?id=1#comment-5', '在说说下接了话'],
  [0, '', '有一条通知'],
])('kind %i leading to %s', (kind, link, words) => {
  expect(whatHappened({ kind, link, title: '' })).toBe(words);
});

test('a system notice says its own title', () => {
  expect(whatHappened({ kind: 0, link: '', title: '你的友链通过了' })).toBe('你的友链通过了');
});
