import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync('SECURITY.md', 'utf8');
const promises = [...page.matchAll(/^\| (\d+) \| (.+?) \| (.+?) \|$/gm)].map(([, number = '']) => Number(number));
const held = [...page.matchAll(/^(\d+)\. .*\n((?: {3}- .*\n)+)/gm)].map(([, number = '', list = '']) => ({
  number: Number(number),
  tests: [...list.matchAll(/^ {3}- `([^`]+)`: (.+)$/gm)].map(([, file = '', name = '']) => ({ file, name })),
}));

test('every promise of SECURITY.md names the tests that show it', () => {
  expect(promises.length).toBeGreaterThan(15);
  expect(promises).toEqual(promises.map((_, at) => at + 1));
  expect(held.map(({ number }) => number)).toEqual(promises);
  expect(held.filter(({ tests }) => tests.length === 0)).toEqual([]);
  expect(held.reduce((sum, { tests }) => sum + tests.length, 0)).toBe([...page.matchAll(/^ {3}- /gm)].length);
});

test('each of these tests exists under its name', () => {
  const missing = held
    .flatMap(({ tests }) => tests)
    .filter(({ file, name }) => !existsSync(file) || !isTest(readFileSync(file, 'utf8'), name));
  expect(missing).toEqual([]);
});

/** Whether a file declares a test, or a table of tests, of this name, and runs it. */
function isTest(text: string, name: string) {
  const quoted = new RegExp(`\\(\\s*['"\`]${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}['"\`]`);
  const before = text.slice(0, text.search(quoted));
  return quoted.test(text) && !/\.(skip|todo|fails)$/.test(before);
}
