import { expect, test } from 'vitest';
import { compareTexts, type Passage } from './compare-texts.ts';

const reported = (passages: Passage[]) =>
  passages.map((passage) =>
    passage.kind === 'same'
      ? passage.lines.join('\n')
      : passage.pieces
          .map(({ kind, text }) => ({ same: text, gone: `[-${text}-]`, new: `[+${text}+]` })[kind])
          .join(''),
  );

test('Chinese is compared by its words', () => {
  expect(reported(compareTexts('我们去北京看雪。', '我们去南京看雪。'))).toEqual(['我们去[-北京-][+南京+]看雪。']);
});

test('lines that stay stand between those that changed, and nothing gets lost', () => {
  const before = '一\n\n二\n三\n四';
  const after = '一\n\n二又\n三\n四\n五';
  expect(reported(compareTexts(before, after))).toEqual(['一\n', '二[+又+]', '三\n四', '[+五+]']);
  const rebuilt = (side: 'gone' | 'new') =>
    compareTexts(before, after)
      .map((passage) =>
        passage.kind === 'same'
          ? passage.lines.join('\n')
          : passage.pieces
              .filter(({ kind }) => kind !== side)
              .map(({ text }) => text)
              .join(''),
      )
      .filter((text) => text !== '');
  expect(rebuilt('new').join('\n')).toBe(before);
  expect(rebuilt('gone').join('\n')).toBe(after);
});

test('the same text has no change, an empty one is all new', () => {
  expect(compareTexts('雨', '雨')).toEqual([{ kind: 'same', lines: ['雨'] }]);
  expect(reported(compareTexts('', '雨'))).toEqual(['[+雨+]']);
  expect(reported(compareTexts('雨', ''))).toEqual(['[-雨-]']);
});

test('comparing 100,000 wholly different characters ends in time', () => {
  const write = (seed: number) =>
    Array.from({ length: 100_000 }, (_, at) => String.fromCharCode(0x4e00 + ((at * seed) % 3000))).join('');
  const [passage] = compareTexts(write(7), write(11));
  const pieces = passage?.kind === 'changed' ? passage.pieces : [];
  const side = (without: string) =>
    pieces
      .filter(({ kind }) => kind !== without)
      .map(({ text }) => text)
      .join('');
  expect(side('new')).toBe(write(7));
  expect(side('gone')).toBe(write(11));
});
