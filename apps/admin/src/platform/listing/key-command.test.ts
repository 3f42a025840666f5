import { expect, test } from 'vitest';
import { keyCommand } from './key-command.ts';

const pressed = (key: string, held: object = {}) => keyCommand({ key, ...held } as KeyboardEvent);

test('keys step through rows, select, open, and run the action of their letter', () => {
  expect([pressed('j'), pressed('ArrowUp')]).toEqual([
    { kind: 'step', by: 1, inRowsOnly: false },
    { kind: 'step', by: -1, inRowsOnly: true },
  ]);
  expect(['x', 'Enter', 'z', '?', '/'].map((key) => pressed(key)?.kind)).toEqual([
    'choose',
    'open',
    'undo',
    'help',
    'find',
  ]);
  expect(pressed('a')).toEqual({ kind: 'act', key: 'a' });
});

test('a key with a modifier and an unknown key are left to the browser', () => {
  for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }])
    expect(pressed('a', held)).toBeUndefined();
  expect(['Tab', 'Escape', 'A', '1', 'F5', ' '].map((key) => pressed(key))).toEqual(Array(6).fill(undefined));
});
