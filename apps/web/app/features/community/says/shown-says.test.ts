import type { Say } from '@mojian/contract/community/says';
import { expect, test } from 'vitest';
import { learn, likersWords, withLike, withNews } from './shown-says.ts';

const say = (id: number, more: Partial<Say> = {}) =>
  ({ id, likes: 0, likers: [], liked: false, ...more }) as unknown as Say;

test('what was learnt takes the place of what was loaded, and what is gone leaves', () => {
  const news = learn(learn(new Map(), [say(2, { likes: 1 })]), [say(2, { likes: 2 })], [3]);
  expect(withNews([say(1), say(2), say(3)], news)).toEqual([say(1), say(2, { likes: 2 })]);
  expect(withNews([say(3)], learn(news, [say(3)]))).toEqual([say(3)]);
});

test('a like adds the reader in front, and taking it back leaves the others', () => {
  const ming = { id: 3, nickname: '阿明' };
  const liked = withLike(say(1, { likes: 1, likers: [{ id: 2, nickname: '小林' }] }), ming);
  expect(liked).toMatchObject({ liked: true, likes: 2, likers: [ming, { id: 2 }] });
  expect(withLike(liked, ming)).toMatchObject({ liked: false, likes: 1, likers: [{ id: 2 }] });
});

test('likers are counted where not all are named', () => {
  const likers = [{ id: 1, nickname: '小林' }];
  expect(likersWords({ likers, likes: 1 })).toBe('觉得很赞');
  expect(likersWords({ likers, likes: 12 })).toBe('等 12 人觉得很赞');
});
