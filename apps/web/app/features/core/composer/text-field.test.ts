import type { KeyboardEvent } from 'react';
import { expect, test, vi } from 'vitest';
import { composerKeys } from './text-field.tsx';

function press(key: string, modifiers: { ctrlKey?: boolean; metaKey?: boolean; isComposing?: boolean } = {}) {
  const { isComposing = false, ...rest } = modifiers;
  const [submit, close] = [vi.fn(), vi.fn()];
  const event = { key, ctrlKey: false, metaKey: false, ...rest, nativeEvent: { isComposing } };
  composerKeys({ submit, close })(event as unknown as KeyboardEvent);
  return { sent: submit.mock.calls.length === 1, closed: close.mock.calls.length === 1 };
}

test('Ctrl or Cmd with Enter sends, Escape closes', () => {
  expect(press('Enter', { ctrlKey: true })).toEqual({ sent: true, closed: false });
  expect(press('Enter', { metaKey: true })).toEqual({ sent: true, closed: false });
  expect(press('Enter')).toEqual({ sent: false, closed: false });
  expect(press('Escape')).toEqual({ sent: false, closed: true });
});

test('keys of a composition neither send nor close', () => {
  expect(press('Enter', { ctrlKey: true, isComposing: true })).toEqual({ sent: false, closed: false });
  expect(press('Escape', { isComposing: true })).toEqual({ sent: false, closed: false });
});
