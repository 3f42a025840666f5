import { characterOf, numberOfCharacter } from '@mojian/contract/core/cover-number';
import { expect, test } from 'vitest';
import { chooseGround, drawnOf, shownCover } from './choose-cover.ts';
import { titleCharacter } from './title-character.ts';

const all = () => true;

test.each([
  ['为什么我的搜索找不到「之」', '之'],
  ['重读《东京梦华录》：一座用文字留下来的城', '东'],
  ['旧书店老板教我的三件事', '旧'],
  ['给中文网页排版', '中'],
  ['SQLite 3.45：一个文件的数据库', '文'],
  ['2026 年，我的 12 个《VS Code》插件', '插'],
])('the character of %s is %s', (title, character) => {
  expect(titleCharacter(title, all)).toBe(character);
});

test('a title of particles, figures and Latin has none, nor one whose characters the typeface lacks', () => {
  for (const title of ['', '的、了、吗', 'Hello, 2026!', '我和你']) expect(titleCharacter(title, all)).toBeUndefined();
  expect(titleCharacter('「㐂」与山', (character) => character === '山')).toBe('山');
});

test('two neighbours never have the same ground', () => {
  let before: number[] = [];
  const grounds = Array.from({ length: 200 }, (_, index) => {
    const drawn = chooseGround(`第${index}封信`, '信', before);
    before = [drawn];
    return ['grid', 'ruled', 'ruled', 'bare'][drawn % 4];
  });
  for (const [index, ground] of grounds.entries()) expect(ground).not.toBe(grounds[index - 1]);
  expect(new Set(grounds).size).toBe(3);
});

test('the number of a large character tells character, ground and pigment', () => {
  const number = shownCover({
    title: '账',
    coverNumber: null,
    drawn: drawnOf({ character: '账', layout: 2 }),
    pigment: 'lotus',
  });
  expect(characterOf(number)).toEqual({ character: '账', layout: 2, pigment: 4 });
  expect(characterOf(999)).toBeUndefined();
  expect(characterOf(1000 + 20_992 * 32)).toBeUndefined();
  expect(() => numberOfCharacter({ character: 'A', layout: 0, pigment: 0 })).toThrow(RangeError);
});
