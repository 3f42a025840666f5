import type { Say } from '@mojian/contract/community/says';
import { expect, test } from 'vitest';
import { likersWords, likesAfterPress, linkTopics, readSayChoice, sayAddress, withNews, withUpdates } from './says.ts';

const read = (search: string) => readSayChoice(new URLSearchParams(search));

test('an address is read and written alike', () => {
  for (const choice of [
    { id: undefined, topic: undefined, page: 1 },
    { id: 12, topic: undefined, page: 1 },
    { id: undefined, topic: '慢工具', page: 1 },
    { id: undefined, topic: 'a&b=c?', page: 3 },
  ])
    expect(read(sayAddress(choice).split('?')[1] ?? '')).toEqual(choice);
  expect(sayAddress({})).toBe('/say');
});

test('an invalid address is not found, and empty parameters count as absent', () => {
  expect(read('topic=&page=')).toEqual({ id: undefined, topic: undefined, page: 1 });
  for (const search of ['page=0', 'page=-1', 'page=x', 'id=0', 'id=x', 'id=1e3'])
    expect(() => read(search), search).toThrow();
});

test('topics in a text become links, with their closing # or without', () => {
  expect(linkTopics('<p>好<span class="topic">#写字</span>，<span class="topic">#慢，工具#</span></p>')).toBe(
    `<p>好<a class="topic" href="/say?topic=${encodeURIComponent('写字')}">#写字</a>，<a class="topic" href="/say?topic=${encodeURIComponent('慢，工具')}">#慢，工具#</a></p>`,
  );
});

test('text that only looks like a topic is unchanged', () => {
  const html = '<p><code>&lt;span class="topic"&gt;#x&lt;/span&gt;</code><span class="topic">##</span></p>';
  expect(linkTopics(html)).toBe(html);
});

const say = (id: number, more: Partial<Say> = {}) =>
  ({ id, likes: 0, likers: [], liked: false, ...more }) as unknown as Say;

test('updates replace loaded says, and deleted says disappear', () => {
  const news = withUpdates(withUpdates(new Map(), [say(2, { likes: 1 })]), [say(2, { likes: 2 })], [3]);
  expect(withNews([say(1), say(2), say(3)], news)).toEqual([say(1), say(2, { likes: 2 })]);
  expect(withNews([say(3)], withUpdates(news, [say(3)]))).toEqual([say(3)]);
});

test('a like adds the reader in front, and undoing it leaves the others', () => {
  const ming = { id: 3, nickname: '阿明' };
  const liked = likesAfterPress(say(1, { likes: 1, likers: [{ id: 2, nickname: '小林' }] }), ming);
  expect(liked).toMatchObject({ liked: true, likes: 2, likers: [ming, { id: 2 }] });
  expect(likesAfterPress(liked, ming)).toMatchObject({ liked: false, likes: 1, likers: [{ id: 2 }] });
});

test('likers are counted where not all are named', () => {
  const likers = [{ id: 1, nickname: '小林' }];
  expect(likersWords({ likers, likes: 1 })).toBe('觉得很赞');
  expect(likersWords({ likers, likes: 12 })).toBe('等 12 人觉得很赞');
});
