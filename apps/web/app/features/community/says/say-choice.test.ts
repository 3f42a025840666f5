import { expect, test } from 'vitest';
import { linkTopics, readSayChoice, sayAddress } from './say-choice.ts';

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

test('an address no link has is not found, what is left empty is not there', () => {
  expect(read('topic=&page=')).toEqual({ id: undefined, topic: undefined, page: 1 });
  for (const search of ['page=0', 'page=-1', 'page=x', 'id=0', 'id=x', 'id=1e3'])
    expect(() => read(search), search).toThrow();
});

test('topics in a text become links, with their closing # or without', () => {
  expect(linkTopics('<p>好<span class="topic">#写字</span>，<span class="topic">#慢，工具#</span></p>')).toBe(
    `<p>好<a class="topic" href="/say?topic=${encodeURIComponent('写字')}">#写字</a>，<a class="topic" href="/say?topic=${encodeURIComponent('慢，工具')}">#慢，工具#</a></p>`,
  );
});

test('what only looks like a topic is left alone', () => {
  const html = '<p><code>&lt;span class="topic"&gt;#x&lt;/span&gt;</code><span class="topic">##</span></p>';
  expect(linkTopics(html)).toBe(html);
});
