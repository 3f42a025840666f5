import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nicknameKey } from './nickname-key.ts';

test.each([
  ['Lin', 'lin', 'LIN', 'ｌｉｎ', 'l i n', '1in', 'Iin', '|in', 'Lín', 'ʟin', 'lın', '𝓵𝓲𝓷', 'ⓛⓘⓝ', 'łin', 'Łin'],
  ['admin', 'аdmin', 'ΑDMIN', 'adm1n', 'Admìn', 'аԁміn'],
  ['Moon', 'Μοοn', 'M00N', 'Мооn', 'm〇〇n'],
  ['HOPE', 'НОРЕ', 'ΗΟΡΕ', 'hope', 'һоре'],
  ['burnt', 'bumt', 'BURNT'],
  ['小林', '小 林', '小\u3000林', '小林\ufe0f', '小\u200b林'],
  ['一二三口', 'ー二三口', '一ニ三ロ'],
  ['A-B', 'A—B', 'A－B', 'a‐b'],
  ['爱❤️', '爱❤', '爱 ❤️'],
])('%s looks like each of the others', (name, ...others) => {
  for (const other of others) expect(nicknameKey(other), other).toBe(nicknameKey(name));
});

test.each([
  ['小林', '小琳'],
  ['小林', '小林2'],
  ['がき', 'かき'],
  ['Ann', 'Anna'],
  ['김', '감'],
  ['👍', '👎'],
])('%s and %s are told apart', (one, other) => {
  expect(nicknameKey(one)).not.toBe(nicknameKey(other));
});

test('the key of a key is itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (text) => {
      expect(nicknameKey(nicknameKey(text))).toBe(nicknameKey(text));
    }),
    { numRuns: 2000 },
  );
});

test('case and spaces do not make another nickname', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9\u4e00-\u9fff]{1,20}$/), (text) => {
      expect(nicknameKey(text.toUpperCase())).toBe(nicknameKey(text));
      expect(nicknameKey(Array.from(text).join(' '))).toBe(nicknameKey(text));
    }),
  );
});
