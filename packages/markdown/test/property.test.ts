import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countWords, renderMarkdown, splitOpening, summarize } from '../src/markdown.ts';
import { slugify } from '../src/slug.ts';
import { dangersOf } from './reading.ts';

const fragments = [
  ...'<>"\'&`*_=~$[](){}!#:|\\/^-+ \n\t',
  '**',
  '$$',
  '```',
  '```js',
  '~~~',
  ':::',
  '::: tip ',
  '> ',
  '> [!NOTE]',
  '- [ ] ',
  '1. ',
  '\n\n',
  '<a href="',
  '<img src=',
  ' onerror=',
  'javascript:',
  'data:',
  '<script>',
  '</script>',
  '<style>',
  '<svg ',
  '<div title="',
  '">',
  '<!--',
  '-->',
  '<textarea>',
  '</title>',
  '<math>',
  '\\href{',
  '\\text{',
  '[^1]',
  '[^1]: ',
  '](',
  '![',
  '\\(',
  '\\)',
  '\\[',
  '\\]',
  '^[',
  'H~2~',
  'x^2^',
  '\n: ',
  '|300](',
  'ا',
  '{#id}',
  'https://a.cn/',
  'a@b.cn',
  '|--|',
  '&#x3c;',
  '&quot;',
  '中',
  '。',
  '“',
  '𠮷',
  '\ud800',
  '\0',
  'a',
  'b1',
  '    ',
];
const hostile = fc.array(fc.constantFrom(...fragments), { maxLength: 60 }).map((pieces) => pieces.join(''));
const anything = fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 200 }));

test('any text renders to safe, well-formed HTML, the same each time', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(anything, async (source) => {
      const rendered = await renderMarkdown(source);
      expect(dangersOf(rendered.html)).toEqual([]);
      expect(rendered.html.isWellFormed()).toBe(true);
      expect(rendered.html).not.toMatch(/x[0-9a-f]{32}/);
      expect(await renderMarkdown(source)).toEqual(rendered);
    }),
    { numRuns: 1500 },
  );
});

test('ids are unique, and each heading of the contents exists', { timeout: 60_000 }, async () => {
  const pieces = fc.array(
    fc.constantFrom(
      '# 甲\n\n',
      '## 甲\n\n',
      '### a-2\n\n',
      '## a\n\n',
      '<p id="a">x</p>\n\n',
      '## b {#甲}\n\n',
      'x[^1]\n\n',
      '[^1]: y\n\n',
    ),
  );
  await fc.assert(
    fc.asyncProperty(pieces, async (written) => {
      const { html, headings } = await renderMarkdown(written.join(''));
      const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const { id } of headings) expect(ids).toContain(id);
    }),
    { numRuns: 200 },
  );
});

test('making a slug of a slug changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      expect(slugify(slugify(text))).toBe(slugify(text));
    }),
    { numRuns: 2000 },
  );
});

test('a summary never exceeds its limit, and counting words never throws', () => {
  const segmenter = new Intl.Segmenter('zh', { granularity: 'grapheme' });
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.integer({ min: 1, max: 120 }), (text, length) => {
      const summary = summarize(text, length);
      expect([...segmenter.segment(summary)].length).toBeLessThanOrEqual(length + 1);
      expect(summary.isWellFormed()).toBe(true);
      expect(countWords(text)).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('the opening of a locked text is its beginning, never the whole', () => {
  fc.assert(
    fc.property(hostile, (source) => {
      const { opening, rest } = splitOpening(source);
      if (source.trim() !== '') expect(rest.trim() === '' && opening.trim() !== '').toBe(false);
    }),
    { numRuns: 1000 },
  );
});
