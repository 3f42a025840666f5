import { expect, test } from 'vitest';
import { enterMeans } from './use-writing.ts';

const enter = {
  key: 'Enter',
  keyCode: 13,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  isComposing: false,
};

test('Enter sends, and with Ctrl, Cmd or Shift makes a line', () => {
  expect(enterMeans(enter, false)).toBe('send');
  expect(enterMeans({ ...enter, ctrlKey: true }, false)).toBe('line');
  expect(enterMeans({ ...enter, metaKey: true }, false)).toBe('line');
  // the browser makes this one itself
  expect(enterMeans({ ...enter, shiftKey: true }, false)).toBe('nothing');
});

test('the Enter that ends a composition never sends', () => {
  expect(enterMeans({ ...enter, isComposing: true }, false)).toBe('nothing');
  expect(enterMeans({ ...enter, keyCode: 229 }, false)).toBe('nothing');
});

test('on a touch screen Enter makes a line, which the browser does itself', () => {
  expect(enterMeans(enter, true)).toBe('nothing');
});

test('other keys are left to the browser', () => {
  expect(enterMeans({ ...enter, key: 'a', keyCode: 65 }, false)).toBe('nothing');
});
