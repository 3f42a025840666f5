import { expect, test } from 'vitest';
import { answerTo, whatHappened, whoDid } from './notice-list.tsx';

const people = ['沈砚', '许青禾', '木匠'].map((nickname, id) => ({ id, nickname, avatar: '' }));
const who = (count: number, kind = 3) => whoDid({ kind, reason: '', actors: people.slice(0, count), count });

test('one, two and many are named', () => {
  expect([who(1), who(2), who(3), who(12)]).toEqual([
    '沈砚',
    '沈砚、许青禾',
    '沈砚、许青禾 等 3 人',
    '沈砚、许青禾 等 12 人',
  ]);
  expect([who(0, 0), who(0, 3)]).toEqual(['系统', '有人']);
});

test.each([
  [2, '', '', '/user?tab=fans', '关注了你'],
  [3, 'article', '', '/article/1', '赞了你的文章'],
  [3, 'comment', '', '/article/1#comment-5', '赞了你的评论'],
  [3, 'comment', '', '/say#say-1', '赞了你的评论'],
  [3, 'say', '', '/say#say-1', '赞了你的说说'],
  [4, 'article', '', '/article/1', '收藏了你的文章'],
  [1, 'comment', 'own', '/article/1#comment-5', '评论了你的文章'],
  [1, 'comment', 'own', '/say#say-1', '评论了你的说说'],
  [1, 'comment', 'reply', '/article/1#comment-5', '在文章里回复了你'],
  [1, 'comment', 'mention', '/say#say-1', '在说说里提到了你'],
  [1, 'chat', 'mention', '/im?message=5', '在聊天室里提到了你'],
  [0, '', '', '', '有一条通知'],
] as const)('kind %i of %j because of %j, leading to %s', (kind, subject, reason, link, words) => {
  expect(whatHappened({ kind, subject, reason, link, title: '' })).toBe(words);
});

test('a notice of a new article names its title', () => {
  const reported = { kind: 2, reason: 'published', subject: '', link: '/article/1', title: '雨水' } as const;
  expect([whoDid({ ...reported, actors: people.slice(0, 1), count: 1 }), whatHappened(reported)]).toEqual([
    '你关注的 沈砚',
    '发布了《雨水》',
  ]);
});

test('a system notice says its own title', () => {
  expect(whatHappened({ kind: 0, subject: '', reason: '', link: '', title: '你的友链通过了' })).toBe('你的友链通过了');
});

test.each([
  [1, 'comment', 'reply', '/article/1#comment-5', 1, '回复', '/article/1#comment-5'],
  [1, 'chat', 'mention', '/im?message=5', 1, '去看', '/im?message=5'],
  [2, '', '', '/user?tab=fans', 1, '看看 TA', '/user/0'],
  [2, '', 'published', '/article/3', 1, '去读', '/article/3'],
  [0, '', '', '/article/3', 0, '去看', '/article/3'],
] as const)(
  'kind %i of %j because of %j to %s has one thing to do',
  (kind, subject, reason, link, count, words, to) => {
    expect(answerTo({ kind, subject, reason, link, count, actors: people.slice(0, count) })).toEqual({ words, to });
  },
);

test('there is nothing to do about likes, many followers, and news without an address', () => {
  const like = { kind: 3, subject: 'say', reason: '', link: '/say?id=1', count: 1, actors: people } as const;
  expect(answerTo(like)).toBeUndefined();
  expect(answerTo({ ...like, kind: 2, subject: '', count: 3 })).toBeUndefined();
  expect(answerTo({ ...like, kind: 0, subject: '', link: '', actors: [] })).toBeUndefined();
});
