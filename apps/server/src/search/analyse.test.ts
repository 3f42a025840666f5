import fc from 'fast-check';
import { expect, test } from 'vitest';
import { analyse, analyseQuery } from './analyse.ts';
import { occursIn, snippet } from './snippet.ts';

test('a Chinese run gives its characters and its pairs, anything else its words', () => {
  expect(analyse('搜索引擎，Node.js 24')).toEqual(['搜', '索', '引', '擎', '搜索', '索引', '引擎', 'node', 'js', '24']);
  expect(analyse('タワー와 東京')).toEqual(['タ', 'ワ', 'ー', '와', 'タワ', 'ワー', 'ー와', '東', '京', '東京']);
  expect(analyse(`naïve café ${'x'.repeat(100)}`)).toEqual(['naïve', 'café', 'x'.repeat(64)]);
  expect(analyse(' —— ！🍜\ud800 ')).toEqual([]);
});

test('a query asks for pairs, for a lone character as it is, and for the last Latin word as a beginning', () => {
  expect(analyseQuery('搜索引擎')).toEqual({ words: ['搜索', '索引', '引擎'], prefix: '' });
  expect(analyseQuery('雨')).toEqual({ words: ['雨'], prefix: '' });
  expect(analyseQuery('react与vue入门')).toEqual({ words: ['react', '与', '入门'], prefix: 'vue' });
  expect(analyseQuery('哈哈哈哈')).toEqual({ words: ['哈哈'], prefix: '' });
  expect(analyseQuery('…')).toEqual({ words: [], prefix: '' });
});

test('every piece of a Chinese run is found by what the run gives', () => {
  const run = fc.string({ unit: fc.constantFrom(...'搜索引擎𠮷ー와ド'), minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(run, fc.nat(20), fc.nat(20), (text, from, length) => {
      const characters = [...text];
      const piece = characters.slice(from % characters.length).slice(0, 1 + length);
      expect(analyse(`见 ${text}，x`)).toEqual(expect.arrayContaining(analyseQuery(piece.join('')).words));
    }),
  );
});

test('no text breaks the analysis, and no word grows beyond what a database takes', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => analyse(text).every((word) => word.length <= 128)));
});

test('a snippet shows the place of the match', () => {
  const text = `${'前'.repeat(100)}搜索引擎${'后'.repeat(100)}`;
  const shown = snippet(text, ['引擎']);
  expect(shown).toMatch(/^…前+搜索引擎后+…$/);
  expect(shown.length).toBeLessThanOrEqual(94);
  expect(snippet('短短一句', ['没有'])).toBe('短短一句');
  expect(snippet('Ｎｏｄｅ 与其他', ['node'])).toBe('Ｎｏｄｅ 与其他');
});

test('a snippet is made of whole characters', () => {
  const text = '🍜'.repeat(100);
  for (let length = 20; length < 30; length++)
    expect(snippet(`x${text}春${text}`, ['春'], length)).not.toMatch(/\p{Cs}/u);
  expect(occursIn('İstanbul NODE', 'node')).toBe(true);
});
