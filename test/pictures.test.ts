import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { views } from '../bench/pictures/views.ts';

const documents = [
  'README.md',
  'README.en.md',
  ...globSync('docs/**/*.md', { exclude: (path) => path.includes('decisions') }),
];
const shown = documents.flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(/!\[[^\]]*\]\([^)]*images\/([\w-]+)\.webp\)/g)].map(([, name = '']) => name),
);
const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

test('npm run pictures takes every picture that a document shows, each once, and no other', () => {
  const taken = views.map(({ name }) => name);
  expect(sorted(taken)).toHaveLength(taken.length);
  expect(shown.length).toBeGreaterThan(30);
  expect(sorted(taken)).toEqual(sorted(shown));
});

test('every picture in the folder is one of them', () => {
  const files = globSync('docs/images/*.webp').map((path) => basename(path, '.webp'));
  expect(sorted(files)).toEqual(sorted(shown));
});
