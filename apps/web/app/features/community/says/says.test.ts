import type { Say } from '@mojian/contract/community/says';
import { expect, test } from 'vitest';
import { linkTopics, readSayChoice, sayAddress, stampersWords, withNews, withSeal, withUpdates } from './says.ts';

const read = (search: string) => readSayChoice(new URLSearchParams(search));

test('an address is read and written alike', () => {
  for (const choice of [
    { id: undefined, topic: undefined, month: undefined, page: 1 },
    { id: 12, topic: undefined, month: undefined, page: 1 },
    { id: undefined, topic: '慢工具', month: undefined, page: 1 },
    { id: undefined, topic: 'a&b=c?', month: undefined, page: 3 },
    { id: undefined, topic: undefined, month: '2026-11', page: 2 },
  ])
    expect(read(sayAddress(choice).split('?')[1] ?? '')).toEqual(choice);
  expect(sayAddress({})).toBe('/say');
});

test('an invalid address is not found, and empty parameters count as absent', () => {
  expect(read('topic=&page=')).toEqual({ id: undefined, topic: undefined, month: undefined, page: 1 });
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

const say = (id: number, more: Partial<Say> = {}) => ({ id, likes: 0, liked: false, ...more }) as unknown as Say;

test('updates replace loaded says, and deleted says disappear', () => {
  const news = withUpdates(withUpdates(new Map(), [say(2, { likes: 1 })]), [say(2, { likes: 2 })], [3]);
  expect(withNews([say(1), say(2), say(3)], news)).toEqual([say(1), say(2, { likes: 2 })]);
  expect(withNews([say(3)], withUpdates(news, [say(3)]))).toEqual([say(3)]);
});

test('a seal adds the reader in front, and taking back the last one leaves the others', () => {
  const ming = { id: 3, nickname: '阿明', avatar: '' };
  const lin = { id: 2, nickname: '小林', avatar: '' };
  const before = { seals: { like: 1, laugh: 0, recall: 0, hug: 0 }, stamped: [], stampers: [lin] };
  const hugged = withSeal(before, 'hug', { isOn: true, count: 1 }, ming);
  expect(hugged).toMatchObject({ stamped: ['hug'], seals: { like: 1, hug: 1 }, liked: false, stampers: [ming, lin] });
  const both = withSeal(hugged, 'like', { isOn: true, count: 2 }, ming);
  expect(both).toMatchObject({ liked: true, likes: 2, stampers: [ming, lin] });
  const one = withSeal(both, 'hug', { isOn: false, count: 0 }, ming);
  expect(one).toMatchObject({ stamped: ['like'], stampers: [ming, lin] });
  expect(withSeal(one, 'like', { isOn: false, count: 1 }, ming)).toMatchObject({ stamped: [], stampers: [lin] });
});

test('three stampers are named, and seals are counted where there are more', () => {
  const seals = { like: 1, laugh: 0, recall: 0, hug: 0 };
  const people = [1, 2, 3, 4].map((id) => ({ id, nickname: `人${id}`, avatar: '' }));
  expect(stampersWords({ stampers: [], seals })).toBe('');
  expect(stampersWords({ stampers: people.slice(0, 1), seals })).toBe('人1盖过印');
  expect(stampersWords({ stampers: people.slice(0, 1), seals: { ...seals, hug: 1 } })).toBe('人1盖过印，共 2 枚');
  expect(stampersWords({ stampers: people, seals: { ...seals, hug: 11 } })).toBe('人1、人2、人3 等人盖过印，共 12 枚');
});
