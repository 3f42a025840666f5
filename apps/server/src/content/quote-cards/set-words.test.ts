import { expect, test } from 'vitest';
import { breakLines } from './break-lines.ts';
import { type Face, lacking } from './faces.ts';
import { findPrinted, findWords, fingerprintOf, plainWords, quotedText, signs } from './quoted-text.ts';
import { sentenceAddress } from './sentence-address.ts';
import { shortenWords } from './shorten-words.ts';
import { columnItems, setColumns, verticalForm } from './vertical-text.ts';

const face: Face = { has: () => true, widthOf: (text) => text.length / 2, pathOf: () => lacking, unit: 1000 };
const faces = { song: face, mono: face };
const columns = (text: string, height = 1024) =>
  setColumns(text, height, faces).columns.map((column) => column.map((item) => item.text).join(''));
const lines = (text: string, length: number) =>
  breakLines(columnItems(text, faces), length * 1.06).map((line) => line.map((item) => item.text).join(''));

test('signs take their vertical forms, and Latin is turned', () => {
  expect(Array.from('，。：；！？「」『』《》（）【】…“”', verticalForm).join('')).toBe(
    '︐︒︓︔︕︖﹁﹂﹃﹄︽︾︵︶︻︼︙﹃﹄',
  );
  const stands = columnItems('读 War 12 与 2026，A——', faces).filter(({ isSpace }) => !isSpace);
  expect(stands.map(({ text, stand }) => `${text} ${stand}`)).toEqual([
    '读 upright',
    'War turned',
    '12 pair',
    '与 upright',
    '2026 turned',
    '， upright',
    'A upright',
    '— dash',
    '— dash',
  ]);
});

test('no column begins with a sign that closes or ends with one that opens, and pairs stay together', () => {
  expect(lines('山高月小水落石出。', 8)).toEqual(['山高月小水落石出。']);
  expect(lines('他说：「好」，就走了。', 5)).toEqual(['他说：', '「好」，就', '走了。']);
  expect(lines('一二三四五「六」', 6)).toEqual(['一二三四五', '「六」']);
  expect(lines('一二三四五——六', 6)).toEqual(['一二三四五', '——六']);
  expect(lines('一二三四五……', 6)).toEqual(['一二三四', '五……']);
});

test('the type follows the length, and beyond the last size words end with a sentence', () => {
  expect(columns('写得慢的人，并不是想得慢。他只是不肯让手跑到心的前面去。')).toEqual([
    '写得慢的人，并不是',
    '想得慢。他只是不肯',
    '让手跑到心的前面去。',
  ]);
  const long = `${'山高月小，水落石出。'.repeat(30)}完。`;
  const { isCut, type, columns: set } = setColumns(long, 1024, faces);
  expect([
    isCut,
    type,
    set
      .at(-1)
      ?.map(({ text }) => text)
      .join('')
      .slice(-3),
  ]).toEqual([true, 36, '。……']);
  expect(set.length).toBeLessThanOrEqual(13);
  expect(shortenWords('一二三四五六七八', 5)).toBe('一二三四五……');
  expect(columns(Array.from('赤橙黄绿青蓝紫甲乙丙丁戊己庚').join('\n')).length).toBeLessThanOrEqual(13);
});

test('words are found whatever their white space, and found again by their fingerprint only', () => {
  const text = quotedText(
    '<h2>题</h2><p>先 <code>a b</code> 后<a class="fn" href="#n">1</a>，</p><pre><code>x\n  y</code></pre><p>完。</p>',
  );
  expect(text.split('\n')[0]).toBe('题');
  const found = findWords(text, ' 后1，x y 完');
  expect(found && plainWords(found)).toBe('后， x y 完');
  expect(found).toContain(`${signs.block}x\n  y${signs.blockEnd}`);
  expect(findWords(text, 'b后')?.startsWith(signs.code)).toBe(true);
  expect(findWords(text, '没有')).toBeUndefined();

  const whole = '山高月小，水落石出。'.repeat(200);
  const print = fingerprintOf('水落石出。山高');
  expect(findPrinted(whole, print)).toBe('水落石出。山高');
  expect(findPrinted(whole.replaceAll('石', '不'), print)).toBeUndefined();
});

test('an address carries whole words of both ends of a sentence', () => {
  const address = sentenceAddress('https://a.example/article/1', '「写得慢的人，并不是想得慢。」');
  expect(decodeURIComponent(address)).toBe('https://a.example/article/1#:~:text=写得慢,想得慢');
  expect(decodeURIComponent(sentenceAddress('https://a.example/', '慢。'))).toBe('https://a.example/#:~:text=慢');
});
