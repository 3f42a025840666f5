import { existsSync, globSync, readFileSync } from 'node:fs';
import { cruise, type ICruiseOptions, type IReporterOutput } from 'dependency-cruiser';
import { expect, test } from 'vitest';
import rules from '../.dependency-cruiser.cjs';

const page = readFileSync('ARCHITECTURE.md', 'utf8');
const mapped = [...page.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell = '']) =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, folder = '']) => folder),
);
const folders = globSync('{apps/*/,apps/server/src/*/*/,apps/web/app/*/,packages/*/,e2e/,bench/,scripts/,docs/}').map(
  (folder) => folder.replace(/\/$/, ''),
);

test('every folder on the map exists', () => {
  expect(mapped.filter((folder) => !existsSync(folder))).toEqual([]);
});

test('every folder of the tree is on the map', () => {
  expect(folders.filter((folder) => !mapped.includes(folder))).toEqual([]);
});

test('ARCHITECTURE.md fits on two screens', () => {
  expect(page.split('\n').length).toBeLessThanOrEqual(120);
});

test('every decision has a number of its own', () => {
  const numbers = globSync('docs/decisions/*.md').map((path) => path.slice(15, 18));
  expect(numbers.sort()).toEqual(numbers.map((_, index) => String(index + 1).padStart(3, '0')));
});

test('the arrows hold, and the checker sees the whole tree', async () => {
  const { output } = (await cruise(['apps', 'packages'], {
    ruleSet: rules,
    validate: true,
    ...rules.options,
  } as unknown as ICruiseOptions)) as {
    output: Exclude<IReporterOutput['output'], string>;
  };
  const sources = globSync('{apps,packages}/**/*.{ts,tsx}').filter(
    (path) => !/node_modules|\/build\/|\.react-router/.test(path),
  );
  const read = output.modules.filter(({ source }) => /^(apps|packages)\//.test(source)).length;

  expect(output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([]);
  expect(read).toBeGreaterThan(sources.length * 0.9);
}, 60_000);

test('every screen with data loads it in the browser too: nothing is asked through the server there', () => {
  const screens = globSync('apps/web/app/routes/*.tsx').map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  const loading = screens.filter(({ text }) => /export const loader\b/.test(text));
  expect(loading.length).toBeGreaterThan(10);
  expect(loading.filter(({ text }) => !/export const clientLoader\b/.test(text)).map(({ path }) => path)).toEqual([]);
});
