import { expect, test } from 'vitest';
import { reviewCommand } from './review-keys.ts';

const text = { isDialogOpen: false, isTyping: false, isInReason: false };
const pressed = (key: string, more: object = {}, place: Partial<typeof text> = {}) =>
  reviewCommand({ key, ctrlKey: false, metaKey: false, altKey: false, repeat: false, ...more }, { ...text, ...place });

test('arrows move between submissions, R goes to the reason, Ctrl or Cmd with Enter decides', () => {
  expect(['ArrowLeft', 'ArrowRight', 'r', 'R'].map((key) => pressed(key))).toEqual([
    'previous',
    'next',
    'reason',
    'reason',
  ]);
  expect([pressed('Enter', { ctrlKey: true }), pressed('Enter', { metaKey: true })]).toEqual(['approve', 'approve']);
  expect(pressed('Enter', { ctrlKey: true }, { isTyping: true, isInReason: true })).toBe('refuse');
  expect([pressed('Enter'), pressed('ArrowLeft', { altKey: true }), pressed('r', { ctrlKey: true })]).toEqual(
    Array(3).fill(undefined),
  );
});

test('letters and arrows belong to the field somebody types in', () => {
  for (const key of ['r', 'ArrowLeft', 'ArrowRight']) expect(pressed(key, {}, { isTyping: true })).toBeUndefined();
});

test('keys held down decide once, so that the next submission is not decided unread', () => {
  expect(pressed('Enter', { ctrlKey: true, repeat: true })).toBe('ignore');
  expect(pressed('Enter', { ctrlKey: true, repeat: true }, { isTyping: true, isInReason: true })).toBe('ignore');
});

test('no key reaches the submission below an open dialog', () => {
  const below = { isDialogOpen: true };
  for (const key of ['ArrowLeft', 'ArrowRight', 'r']) expect(pressed(key, {}, below)).toBeUndefined();
  expect(pressed('Enter', { ctrlKey: true }, below)).toBeUndefined();
});
