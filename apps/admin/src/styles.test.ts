import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Lists the classes that a file styles without a class around them. */
function classesOf(file: string) {
  const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  return new Set([...text.matchAll(/^\.([\w-]+)(?= ?[,{])/gm)].map(([, name]) => name ?? ''));
}

test('each class is styled by one file, since the styles of every opened screen stay on the page', () => {
  const files = globSync('**/*.css', { cwd: import.meta.dirname });
  const found = new Map<string, string[]>();
  for (const file of files)
    for (const name of classesOf(`${import.meta.dirname}/${file}`)) found.set(name, [...(found.get(name) ?? []), file]);
  expect(found.size).toBeGreaterThan(50);
  expect([...found].filter(([, places]) => places.length > 1)).toEqual([]);
});
