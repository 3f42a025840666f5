import { mostTags } from '@mojian/contract/platform/rules';
import { expect, test } from 'vitest';
import { addTags, splitTags, suggestionsFor } from './tags-field.tsx';

test.each([
  ['a, b, c', ['a', 'b', 'c']],
  ['桥，夜班、 江 ', ['桥', '夜班', '江']],
  ['#节气；\n#雨  水', ['节气', '雨 水']],
  [' ,，', []],
])('%j are the tags %j', (text, names) => {
  expect(splitTags(text)).toEqual(names);
});

test('tags come in once, as many as an article has, and the next is named and stays to be typed on', () => {
  expect(addTags(['桥'], ['桥', '江', '江'])).toEqual({ tags: ['桥', '江'], error: undefined, left: '' });
  const most = Array.from({ length: mostTags - 1 }, (_, n) => `签${n}`);
  const { tags, error, left } = addTags(most, ['夜', '雨']);
  expect(tags).toEqual([...most, '夜']);
  expect(error).toBe(`标签最多 ${mostTags} 个，「雨」没有添加`);
  expect(left).toBe('雨');
});

test('a tag that is too long is refused, and those beside it are not', () => {
  const long = '长'.repeat(31);
  expect(addTags([], [long, '短'])).toEqual({ tags: ['短'], error: '标签不能超过 30 个字', left: long });
});

test('prefix matches come first, and chosen tags are left out', () => {
  const known = ['夜班', 'CSS', '半夜', '夜'];
  expect(suggestionsFor('夜', known, ['夜'])).toEqual(['夜班', '半夜']);
  expect(suggestionsFor('c', known, [])).toEqual(['CSS']);
  expect(suggestionsFor('', known, [], 2)).toEqual(['夜班', 'CSS']);
});
