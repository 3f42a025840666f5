import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The classes that a file styles wherever they are. */
function classesOf(file: string) {
  const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  return new Set([...text.matchAll(/^\.([\w-]+)(?= ?[,{])/gm)].map(([, name]) => name ?? ''));
}

test('a class is styled by one file: the styles of every screen opened before stay on the page', () => {
  const files = globSync('**/*.css', { cwd: import.meta.dirname });
  const found = new Map<string, string[]>();
  for (const file of files)
    for (const name of classesOf(`${import.meta.dirname}/${file}`)) found.set(name, [...(found.get(name) ?? []), file]);
  expect(found.size).toBeGreaterThan(50);
  expect([...found].filter(([, places]) => places.length > 1)).toEqual([]);
});
