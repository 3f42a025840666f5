import { expect, test } from 'vitest';
import { cutAt, fromMatch } from './find.tsx';

test('every second part is what was sought, whatever its capitals', () => {
  expect(cutAt('第十八座桥在哪儿', '桥')).toEqual(['第十八座', '桥', '在哪儿']);
  expect(cutAt('Bridge and bridge', 'BRIDGE')).toEqual(['', 'Bridge', ' and ', 'bridge', '']);
  expect(cutAt('没有它', '桥')).toEqual(['没有它']);
  expect(cutAt('什么都行', '  ')).toEqual(['什么都行']);
});

test('pattern characters are literal, and markup stays text', () => {
  expect(cutAt('(a+b)*c', '(a+b)*')).toEqual(['', '(a+b)*', 'c']);
  expect(cutAt('<b>桥</b>', '<b>')).toEqual(['', '<b>', '桥</b>']);
  expect(cutAt('[图片]', ']')).toEqual(['[图片', ']', '']);
});

test('each of several words is marked, the longest first', () => {
  expect(cutAt('竹尺与尺', '尺 竹尺')).toEqual(['', '竹尺', '与', '尺', '']);
});

test('a line begins shortly before the match', () => {
  expect(fromMatch(`${'很长的话'.repeat(10)}桥`, '桥', 4)).toBe('…很长的话桥');
  expect(fromMatch('短话里的桥', '桥')).toBe('短话里的桥');
  expect(fromMatch('没有', '桥')).toBe('没有');
});
