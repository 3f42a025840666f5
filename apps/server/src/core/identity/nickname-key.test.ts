import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toSimplified, traditionalPairs } from '../../platform/search/simplified.ts';
import { radicals } from './look-alikes.ts';
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
  ['爱❤️', '爱❤', '爱 ❤️', '爱'],
  ['马力', '⻢力', '馬力', '马⼒'],
  ['长风', '⻓风', '長風', '長⾵'],
  ['龙见', '⻰见', '龍見'],
  ['鱼鸟', '⻥鸟', '魚鳥'],
  ['青门', '⻘门', '靑门', '靑門'],
  ['沈砚', '沈硯', '沉砚', '沉硯'],
  ['夕阳', '夕陽', '⼣阳', 'タ阳'],
  ['一叶', '㇐叶', '—叶', '―叶', '－叶', '─叶', 'ー叶', '一葉'],
  ['户外', '戶外', '戸外'],
  ['站长', '站長', '站⻓'],
  ['管理员', '管理員'],
  ['墨笺', '墨箋'],
  ['小林', '小-林', '小·林', '小_林', '【小林】', '小林✅', '✨小林✨'],
  [
    'Alice',
    'Alice.',
    'Alice_',
    '_Alice_',
    'Alice✅',
    'A l i c e',
    'Ꭺlice',
    'ꓮlice',
    'Aߊice',
    'Αlice',
    'Аlice',
    'Ａlice',
    '𝐀𝐥𝐢𝐜𝐞',
    '𝔸lice',
    'Ⓐlice',
    '🄰lice',
    'Alіce',
    'AlᎥce',
    'Аlісе',
    'AIice',
    'A1ice',
    'Alicé',
    'Álice',
    'ᗅlice',
    'Aꓡice',
  ],
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

test('a traditional character looks like its simplified one, for the whole table', () => {
  expect(traditionalPairs.length).toBeGreaterThan(2400);
  for (const [traditional, plain] of traditionalPairs) {
    expect(nicknameKey(traditional), traditional).toBe(nicknameKey(plain));
    expect(nicknameKey(toSimplified(traditional)), traditional).toBe(nicknameKey(traditional));
  }
});

test('every radical and stroke looks like its ideograph', () => {
  const signs = Array.from(radicals);
  for (let at = 0; at < signs.length; at += 2)
    expect(nicknameKey(signs[at] ?? ''), signs[at]).toBe(nicknameKey(signs[at + 1] ?? ''));
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
