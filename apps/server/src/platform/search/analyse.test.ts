import fc from 'fast-check';
import { expect, test } from 'vitest';
import { analyse } from './analyse.ts';
import { parseQuery, plainTerms } from './query.ts';
import { createMarker } from './snippet.ts';

const exact = (text: string) => parseQuery(text).exact;
const markerOf = (text: string) => createMarker(parseQuery(text));

test('a Chinese run gives characters and bigrams, other text words', () => {
  expect(analyse('搜索引擎，Node.js 24')).toEqual([
    '搜',
    '索',
    '引',
    '擎',
    '搜索',
    '索引',
    '引擎',
    'node',
    'js',
    'node．js',
    '24',
  ]);
  expect(analyse('タワー와 東京')).toEqual(['タ', 'ワ', 'ー', '와', 'タワ', 'ワー', 'ー와', '东', '京', '东京']);
  expect(analyse(`naïve café ${'x'.repeat(100)}`)).toEqual(['naive', 'cafe', 'x'.repeat(64)]);
  expect(analyse(' —— ！🍜\ud800 ')).toEqual([]);
});

test('punctuation of a name makes an extra word beside its words', () => {
  expect(analyse('C++ 与 C#、.NET')).toEqual(['c', 'c＋＋', '与', 'c', 'c＃', 'net', '．net']);
  expect(analyse('HTTP/3')).toEqual(['http', '3', 'http／3']);
  expect(analyse('GPT\u20114')).toEqual(analyse('GPT-4'));
  expect(analyse('1+1=2')).toEqual(['1', '1', '1＋1', '2']);
  expect(analyse('GPT4 512MB')).toEqual(['gpt4', 'gpt', '4', '512mb', '512', 'mb']);
  expect(analyse('@types/node')).toEqual(['types', '＠types', 'node', 'types／node']);
});

test('traditional and simplified characters are the same word', () => {
  expect(analyse('並發')).toEqual(analyse('并发'));
  expect(analyse('搜尋後臺')).toEqual(analyse('搜寻后台'));
});

test('a query contains bigrams, single characters, and the last Latin word as a prefix', () => {
  expect(exact('搜索引擎')).toEqual({ words: ['搜索', '索引', '引擎'], prefix: '' });
  expect(exact('雨')).toEqual({ words: ['雨'], prefix: '' });
  expect(exact('react与vue入门')).toEqual({ words: ['react', '与', '入门'], prefix: 'vue' });
  expect(exact('哈哈哈哈')).toEqual({ words: ['哈哈'], prefix: '' });
  expect(exact('…')).toEqual({ words: [], prefix: '' });
});

test('a name is searched with its punctuation, and loosely without it unless one letter is left', () => {
  expect(parseQuery('HTTP/3')).toMatchObject({
    exact: { words: ['http'], prefix: 'http／3' },
    loose: { words: ['http'], prefix: '3' },
  });
  expect(parseQuery('1.1.1.1')).toMatchObject({
    exact: { words: ['1', '1．1'], prefix: '' },
    loose: { words: [], prefix: '' },
  });
  expect(parseQuery('C++')).toMatchObject({ exact: { prefix: 'c＋＋' }, loose: { words: [], prefix: '' } });
  expect(plainTerms('C++ http/3')).toEqual({ words: ['c＋＋', 'http'], prefix: '3' });
});

test('question words are left out of the loose query', () => {
  expect(parseQuery('怎样备份数据库？').loose).toEqual({ words: ['备份', '数据', '库'], prefix: '' });
  expect(parseQuery('how to use markdown').loose).toEqual({ words: ['use'], prefix: 'markdown' });
  expect(parseQuery('什么').loose).toEqual({ words: [], prefix: '' });
});

test('a long text is cut', () => {
  expect(parseQuery(`${'备份'.repeat(200)} 结尾`).exact.words).toEqual(['备份', '份备']);
  expect(parseQuery(Array.from({ length: 500 }, (_, at) => `w${at}`).join(' ')).exact.words.length).toBeLessThan(40);
});

test('every part of a Chinese run is found by its tokens', () => {
  const run = fc.string({ unit: fc.constantFrom(...'搜索引擎𠮷ー와ド'), minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(run, fc.nat(20), fc.nat(20), (text, from, length) => {
      const characters = [...text];
      const piece = characters.slice(from % characters.length).slice(0, 1 + length);
      expect(analyse(`见 ${text}，x`)).toEqual(expect.arrayContaining(exact(piece.join('')).words));
    }),
  );
});

test('no text breaks the analysis, and no word grows beyond what a database takes', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => analyse(text).every((word) => word.length <= 128)));
});

test('a snippet shows the place of the match', () => {
  const text = `${'前'.repeat(100)}搜索引擎${'后'.repeat(100)}`;
  const shown = markerOf('引擎').snippet(text);
  expect(shown).toMatch(/^…前+搜索引擎后+…$/);
  expect(shown.length).toBeLessThanOrEqual(94);
  expect(markerOf('没有').snippet('短短一句')).toBe('短短一句');
});

test('a snippet shows the place where most words are near', () => {
  const text = `先说备份。${'隔'.repeat(200)}再说数据库的备份。`;
  expect(markerOf('备份 数据库').snippet(text)).toContain('数据库的备份');
});

test('a snippet is made of whole characters', () => {
  const text = '🍜'.repeat(100);
  for (let length = 20; length < 30; length++)
    expect(markerOf('春').snippet(`x${text}春${text}`, length)).not.toMatch(/\p{Cs}/u);
});

test('highlighted terms keep the spelling of the text', () => {
  expect(markerOf('并发 react').marks(['React 的並發模式'])).toEqual(['React', '並發']);
  expect(markerOf('C++').marks(['C++ 与 C'])).toEqual(['C++']);
  expect(markerOf('数据库').marks(['数据的库'])).toEqual(['数据', '库']);
  expect(markerOf('script').marks(['typescript <script>'])).toEqual(['script']);
});

test('snippets of any text are safe, and pattern characters stay text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, typed) => {
      const marker = markerOf(typed);
      expect(marker.marks([text]).every((mark) => text.includes(mark))).toBe(true);
      marker.snippet(text);
    }),
  );
  for (const typed of ['.*', '(a+)+$', '[x', '\\', '-]'])
    expect(() => markerOf(typed).marks(['(a+)+$ [x'])).not.toThrow();
});
