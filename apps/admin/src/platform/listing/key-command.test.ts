import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

test('a key held down steps on, and does nothing else twice', () => {
  const held = (key: string) => pressed(key, { repeat: true })?.kind;
  expect(['j', 'k', 'ArrowDown', 'ArrowUp'].map(held)).toEqual(Array(4).fill('step'));
  expect(['a', 'd', 'x', 'z', 'Enter', '/', '?'].map(held)).toEqual(Array(7).fill(undefined));
});

test('no act claims a key that every list uses itself', () => {
  const admin = join(import.meta.dirname, '../..');
  const shortcuts = globSync('**/*.tsx', { cwd: admin }).flatMap((path) =>
    [...readFileSync(join(admin, path), 'utf8').matchAll(/\bkey: '(?:Enter )?([a-z])'/g)].map(([, key = '']) => ({
      path,
      key,
    })),
  );
  expect(shortcuts.length).toBeGreaterThan(5);
  expect(shortcuts.filter(({ key }) => pressed(key)?.kind !== 'act')).toEqual([]);
});
