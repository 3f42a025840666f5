import fc from 'fast-check';
import { expect, test } from 'vitest';
import { glyphsOf, mask, WordFinder } from './word-finder.ts';

const masked = (words: string[], text: string) => mask(text, new WordFinder(words).find(glyphsOf(text)));
const found = (words: string[], text: string) => new WordFinder(words).find(glyphsOf(text)).map(({ word }) => word);

test.each([
  ['as it is', '真是傻瓜。', '真是＊＊。'],
  ['with signs in between', '真是傻*.-～ 瓜。', '真是＊＊。'],
  ['with zero-width signs in between', '真是傻\u200b\u200d\ufeff瓜。', '真是＊＊。'],
  ['with an emoji in between', '真是傻👨‍👩‍👧瓜👍', '真是＊＊👍'],
  ['across lines', '傻\n瓜', '＊＊'],
  ['stretched', '傻傻傻瓜瓜啊', '＊＊＊＊＊啊'],
  ['twice', '傻瓜傻瓜', '＊＊＊＊'],
])('a word is found %s', (_how, text, shown) => {
  expect(masked(['傻瓜'], text)).toBe(shown);
});

test('traditional and simplified characters are the same, in the list and in the text', () => {
  expect(masked(['賭博'], '不要赌博')).toBe('不要＊＊');
  expect(masked(['赌博'], '不要賭博')).toBe('不要＊＊');
  expect(masked(['發財髮廊'], '发财发廊發財')).toBe('＊＊＊＊發財');
});

test('case, width, accents and compatibility forms do not hide a word', () => {
  for (const text of ['VX', 'ｖｘ', 'v x', 'V.X', '𝓿𝔁', 'ⓥⓧ', 'v̶x̶', 'vẍ', 'V\u00adX'])
    expect(masked(['vx'], `加${text}聊`), text).toMatch(/^加＊＊聊$/);
  expect(masked(['100'], '①００')).toBe('＊＊＊');
  expect(masked(['shabi'], 'ShàBī!')).toBe('＊＊＊＊＊!');
});

test('Latin words and numbers match only whole', () => {
  expect(found(['ass', 'god', '110'], 'class, assess, good, a110b 1100 2110')).toEqual(['110']);
  expect(masked(['ass'], 'what an ass! ASS/asses')).toBe('what an ＊＊＊! ＊＊＊/asses');
  expect(masked(['sad'], 'was sad dog')).toBe('was ＊＊＊ dog');
  expect(masked(['fuck'], 'fuuuck f.u.c.k 你fuck我')).toBe('＊＊＊＊＊＊ ＊＊＊＊ 你＊＊＊＊我');
  expect(masked(['ass'], 'a.s.s')).toBe('＊＊＊');
});

test('a word with repeated characters needs as many of them', () => {
  expect(found(['妈妈'], '妈')).toEqual([]);
  expect(found(['妈妈', '妈'], '妈妈')).toEqual(['妈妈', '妈']);
});

test('overlapping words are all found and masked once', () => {
  expect(found(['她的', '的书包', '书', '她的书包'], '她的书包').toSorted()).toEqual([
    '书',
    '她的',
    '她的书包',
    '的书包',
  ]);
  expect(masked(['她的', '的书包'], '看她的书包吧')).toBe('看＊＊＊＊吧');
  expect(found(['abcd', 'bc'], 'abc bc')).toEqual(['bc']);
});

test('a word without letters or digits never matches', () => {
  expect(found(['', ' ', '。', '👍', '\u200b'], '。 👍\u200b')).toEqual([]);
});

test('only matched words are masked, all other text is unchanged', () => {
  const words = ['赌', 'ab', '你好', '看看', '12', 'が'];
  const finder = new WordFinder(words);
  const signs = fc.constantFrom(...'赌賭ａbAB12你好看 .\u200b\u0301👍が\ud83d', 'ﬁ', '㎏', 'İ');
  fc.assert(
    fc.property(fc.array(signs, { maxLength: 30 }), (list) => {
      const text = list.join('');
      const places = finder.find(glyphsOf(text));
      for (const { start, end } of places) expect(start).toBeLessThan(end);
      const shown = mask(text, places);
      expect(shown.includes('＊')).toBe(places.length > 0);
      expect(shown.startsWith(text.slice(0, Math.min(...places.map(({ start }) => start), text.length)))).toBe(true);
      expect(shown.endsWith(text.slice(Math.max(...places.map(({ end }) => end), 0)))).toBe(true);
    }),
  );
});

test('every listed Chinese word is found in any spelling', () => {
  const word = fc
    .array(fc.constantFrom(...'天地玄黄宇宙洪荒'), { minLength: 1, maxLength: 6 })
    .map((list) => list.join(''));
  const between = fc.constantFrom('', '。', ' ', '\u200b', '👍', '\u0301', '-_-');
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), fc.array(between, { minLength: 1 }), (words, signs) => {
      for (const listed of words) {
        const text = `是${[...listed].map((sign, at) => sign + signs[at % signs.length]).join('')}吗`;
        expect(found(words, text)).toContain(listed);
      }
    }),
  );
});

test('any text is parsed without an error, each character in place', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      let from = 0;
      for (const { start, end, tailStart, headEnd } of glyphsOf(text)) {
        expect(start).toBeGreaterThanOrEqual(Math.min(from, start));
        expect(headEnd).toBeLessThanOrEqual(end);
        expect(tailStart).toBeGreaterThanOrEqual(start);
        expect(end).toBeLessThanOrEqual(text.length);
        from = start;
      }
    }),
  );
});

test('one of ten thousand words is found in a thousand characters', () => {
  const sign = (number: number) => String.fromCodePoint(0x4e00 + (number % 5000));
  const words = Array.from({ length: 10_000 }, (_, n) => sign(n * 7) + sign(n * 13 + 5) + sign(n * 17 + 1) + sign(n));
  const text = Array.from({ length: 1000 }, (_, n) => sign(n * n)).join('') + words[777];
  expect(found(words, text)).toContain(words[777]);
});
