import { expect, test } from 'vitest';
import { keyCommand } from './key-command.ts';

const pressed = (key: string, held: object = {}) => keyCommand({ key, ...held } as KeyboardEvent);

test('a key steps, chooses and opens; a letter of its own acts', () => {
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

test('what is held with another key is the browser’s, and so is what means nothing', () => {
  for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }])
    expect(pressed('a', held)).toBeUndefined();
  expect(['Tab', 'Escape', 'A', '1', 'F5', ' '].map((key) => pressed(key))).toEqual(Array(6).fill(undefined));
});
