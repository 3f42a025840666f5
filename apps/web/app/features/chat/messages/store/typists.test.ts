import { expect, test } from 'vitest';
import { lin, ming } from './test-cast.ts';
import { stillTyping, withoutTypist, withTypist } from './typists.ts';

const both = withTypist(withTypist([], 1, ming, 0), 1, lin, 3000);

test('typing ends six seconds after the last sign of it', () => {
  expect(stillTyping(both, 6000).map(({ person }) => person.nickname)).toEqual(['小林']);
  expect(stillTyping(withTypist(both, 1, ming, 5000), 6000)).toHaveLength(2);
  expect(stillTyping(both, 5999)).toBe(both);
});

test('it ends with what is said, in that room', () => {
  expect(withoutTypist(both, 1, ming.id)).toHaveLength(1);
  expect(withoutTypist(both, 2, ming.id)).toBe(both);
});
