import { expect, test } from 'vitest';
import { mentionAt } from './mentions.tsx';

test('an @ outside of an address begins a mention', () => {
  expect(mentionAt('你好 @小', 5)).toEqual({ prefix: '小', start: 3 });
  expect(mentionAt('你好@', 3)).toEqual({ prefix: '', start: 2 });
  expect(mentionAt('@小林 后面', 3)).toEqual({ prefix: '小林', start: 0 });
  for (const text of ['a@b', '@小林 ', '没有', 'x@', '@@']) expect(mentionAt(text, text.length), text).toBeUndefined();
});
