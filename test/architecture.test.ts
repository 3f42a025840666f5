import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { cruise, type ICruiseOptions, type IReporterOutput } from 'dependency-cruiser';
import { expect, onTestFinished, test } from 'vitest';
import rules from '../.dependency-cruiser.cjs';

const page = readFileSync('ARCHITECTURE.md', 'utf8');
const [, serverMap = '', restMap = ''] = page.split(/^## (?:Map|Arrows).*$/m);
const server = serverNouns();
const districts = [...new Set(server.map(({ district }) => district))];
const mapped = rowsOf(restMap).flatMap(({ first }) => first);

test('the districts on the map are those of the arrows, in their order', () => {
  const ordered = rules.forbidden
    .map(({ name }: { name: string }) => /^(.+)-knows-no-later-district$/.exec(name)?.[1])
    .filter((district: string | undefined) => district !== undefined);
  expect(districts.slice(0, -1)).toEqual(ordered);
});

test('every noun of the server is on the map, in its district', () => {
  const folders = globSync('apps/server/src/*/*/').map(withoutSlash);
  expect(server.map(({ district, noun }) => `apps/server/src/${district}/${noun}`).sort()).toEqual(folders.sort());
});

test('contract, web and admin have the same districts, and each noun stays in its own', () => {
  const trees = ['packages/contract/src', 'apps/web/app/features', 'apps/admin/src'];
  const folders = trees.flatMap((tree) => globSync(`${tree}/*/`).map(withoutSlash));
  expect(folders.filter((folder) => !districts.includes(basename(folder)))).toEqual([]);

  const strays = folders.flatMap((folder) =>
    globSync(`${folder}/*`).filter((path) => {
      const noun = basename(path).replace(/(-admin)?\.tsx?$/, '');
      const own = server.find((one) => one.noun === noun && one.district !== 'platform')?.district;
      return own !== undefined && own !== basename(folder);
    }),
  );
  expect(strays).toEqual([]);
});

test('every other folder is on the map, and exists', () => {
  const folders = globSync('{apps/*/,apps/web/app/*/,packages/*/,e2e/,bench/,scripts/,docs/}').map(withoutSlash);
  expect(folders.filter((folder) => !mapped.includes(folder))).toEqual([]);
  expect(mapped.filter((folder) => !existsSync(folder))).toEqual([]);
});

test('ARCHITECTURE.md fits on two screens', () => {
  expect(page.split('\n').length).toBeLessThanOrEqual(120);
});

test('every decision has a number of its own', () => {
  const numbers = globSync('docs/decisions/*.md').map((path) => path.slice(15, 18));
  expect(numbers.sort()).toEqual(numbers.map((_, index) => String(index + 1).padStart(3, '0')));
});

/** Imports of the whole tree, read once. */
const whole = cruiseFiles('.', ['apps', 'packages']);

test('the arrows hold, and the checker sees the whole tree', async () => {
  const { modules, violations } = await whole;
  const sources = globSync('{apps,packages}/**/*.{ts,tsx}').filter(
    (path) => !/node_modules|\/build\/|\.react-router/.test(path),
  );
  const read = modules.filter(({ source }) => /^(apps|packages)\//.test(source)).length;

  expect(violations).toEqual([]);
  expect(read).toBeGreaterThan(sources.length * 0.9);
}, 60_000);

test('nouns of a district form no cycle, but for those that ARCHITECTURE.md calls one', async () => {
  const { modules } = await whole;
  const [, line = ''] = /^6\. No cycles.* where two are one: (.*)$/m.exec(page) ?? [];
  const one = line.split(',').map((pair) => [...pair.matchAll(/`([^`]+)`/g)].map(([, noun = '']) => noun).join(' '));
  expect(one.every((pair) => pair.split(' ').length === 2)).toBe(true);
  expect(
    knotsOf(modules)
      .map((knot) => knot.map((noun) => basename(noun)).join(' '))
      .sort(),
  ).toEqual(one.sort());
}, 60_000);

test('a planted cycle of nouns is found', () => {
  const imports = [
    ['core/a/x.ts', 'core/b/x.ts'],
    ['core/b/y.ts', 'core/c/x.ts'],
    ['core/c/y.ts', 'core/a/y.ts'],
    ['core/c/y.ts', 'core/d/x.ts'],
    ['core/d/x.test.ts', 'core/c/x.ts'],
    ['chat/e/x.ts', 'core/e/x.ts'],
  ].map((paths) => paths.map((path) => `apps/server/src/${path}`));
  const modules = imports.map(([source = '', resolved = '']) => ({ source, dependencies: [{ resolved }] }));
  expect(knotsOf(modules)).toEqual([['a', 'b', 'c'].map((noun) => `apps/server/src/core/${noun}`)]);
});

test('planted imports of the importers, and by them, are found', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'planted-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = {
    'node_modules/kysely/package.json': '{ "name": "kysely", "main": "index.js" }',
    'node_modules/kysely/index.js': '',
    'packages/importers/src/form.ts': '',
    'packages/importers/src/bad.ts': "import 'kysely'; import type {} from '../../../apps/server/src/content/bad.ts';",
    'apps/server/src/operations/import/good.ts': "import '../../../../../packages/importers/src/form.ts';",
    'apps/server/src/content/good.test.ts': "import '../../../../packages/importers/src/form.ts';",
    'apps/server/src/content/bad.ts': "import type {} from '../../../../packages/importers/src/form.ts';",
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const { violations } = await cruiseFiles(folder, ['apps', 'packages']);
  const [importer, content] = ['packages/importers/src/bad.ts', 'apps/server/src/content/bad.ts'];
  expect(violations.sort()).toEqual([
    `importers-know-no-database-and-no-server: ${importer} → node_modules/kysely/index.js`,
    `only-the-import-knows-the-importers: ${content} → packages/importers/src/form.ts`,
    `packages-do-not-import-apps: ${importer} → ${content}`,
  ]);
});

const trees = ['apps/server/src', 'packages/contract/src', 'apps/web/app/features', 'apps/admin/src'];

test('planted imports against the order of districts are found in every tree', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'planted-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const plant = (path: string, text: string) => {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const tree of trees) {
    plant(`${tree}/assembly.ts`, '');
    for (const [index, district] of districts.entries()) {
      const [before = district, next = district] = [districts[index - 1], districts[index + 1]];
      plant(`${tree}/${district}/used.ts`, '');
      plant(`${tree}/${district}/good.ts`, `import '../${before}/used.ts'; import type {} from './used.ts';`);
      plant(`${tree}/${district}/good.test.ts`, `import '../${next}/used.ts';`);
      plant(`${tree}/${district}/bad.tsx`, `import '../assembly.ts'; import type {} from '../${next}/used.ts';`);
    }
  }

  const { violations } = await cruiseFiles(folder, ['apps', 'packages']);
  const expected = trees.flatMap((tree) =>
    districts.flatMap((district, index) => {
      const bad = `${tree}/${district}/bad.tsx`;
      const next = districts[index + 1];
      const upwards = `${district}-knows-no-later-district: ${bad} → ${tree}/${next}/used.ts`;
      return [`districts-do-not-know-the-assembly: ${bad} → ${tree}/assembly.ts`, ...(next ? [upwards] : [])];
    }),
  );
  expect(violations.sort()).toEqual(expected.sort());
});

type Imports = { source: string; dependencies: { resolved: string }[] };

/** Folders of nouns of one district that import each other, each group sorted. */
function knotsOf(modules: Imports[]) {
  const nounOf = (path: string) => /^.*?\/(?:src|features)\/[^/]+\/[^/.]+(?=\/)/.exec(path)?.[0];
  const used = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules.filter(({ source: path }) => !/\.test\.tsx?$/.test(path)))
    for (const { resolved } of dependencies) {
      const [noun, other] = [nounOf(source), nounOf(resolved)];
      if (!noun || !other || noun === other || dirname(noun) !== dirname(other)) continue;
      used.set(noun, (used.get(noun) ?? new Set()).add(other));
    }
  const reached = new Map([...used.keys()].map((noun) => [noun, reach(noun)]));
  const isOne = (noun: string, other: string) => reached.get(noun)?.has(other) && reached.get(other)?.has(noun);
  const groups = [...used.keys()].map((noun) => [...used.keys()].filter((other) => isOne(noun, other)).sort());
  return [...new Map(groups.filter(({ length }) => length > 0).map((knot) => [knot.join(), knot])).values()].sort();

  function reach(noun: string, seen = new Set<string>()) {
    for (const other of used.get(noun) ?? []) if (!seen.has(other)) reach(other, seen.add(other));
    return seen;
  }
}

/** Reads the imports below `baseDir` and checks the arrows. */
async function cruiseFiles(baseDir: string, folders: string[]) {
  const options = { ruleSet: rules, validate: true, ...rules.options, baseDir: resolve(baseDir) };
  const { output } = await cruise(folders, options as unknown as ICruiseOptions);
  const { modules, summary } = output as Exclude<IReporterOutput['output'], string>;
  return { modules, violations: summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`) };
}

test('every screen with data loads it in the browser too: nothing is asked through the server there', () => {
  const screens = globSync('apps/web/app/routes/*.tsx').map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  const loading = screens.filter(({ text }) => /export const loader\b/.test(text));
  expect(loading.length).toBeGreaterThan(10);
  expect(loading.filter(({ text }) => !/export const clientLoader\b/.test(text)).map(({ path }) => path)).toEqual([]);
});

/** Reads the map of the server: an empty first cell continues the district above. */
function serverNouns() {
  let district = '';
  return rowsOf(serverMap).flatMap(({ first, second }) => {
    district = first[0] ?? district;
    return second.map((noun) => ({ district, noun }));
  });
}

function withoutSlash(folder: string) {
  return folder.replace(/\/$/, '');
}

/** Reads what stands between code ticks in the first two cells of each row. */
function rowsOf(map: string) {
  const codes = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
  return [...map.matchAll(/^\| ([^|]*)\| ([^|]*)\|/gm)].map(([, first = '', second = '']) => {
    return { first: codes(first), second: codes(second) };
  });
}

test('caches bound their entries by number, or weigh each of them', () => {
  const sources = globSync('{apps,packages}/**/src/**/*.ts').filter((path) => !/node_modules|\.test\.ts$/.test(path));
  const caches = sources.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/new LRUCache[^(]*\(\{([\s\S]*?)\}\);/g)].map(([, options = '']) => ({
      path,
      options,
    })),
  );
  expect(caches.length).toBeGreaterThan(8);
  // an entry takes some 200 bytes beside its text: short texts made a cache of a million characters 19 MB
  expect(
    caches.filter(({ options }) => !/\bmax: |overhead|\+ 1000|\.\.\.memory/.test(options)).map(({ path }) => path),
  ).toEqual([]);
});

/** Caches and notes that a power cut may take: what they say is found out anew. */
const notDurable = ['platform/compiled-code.ts', 'platform/pid-file.ts'];

test('files get their final names where these are synced to the disk, and nowhere else', () => {
  const renaming = globSync('apps/server/src/**/*.ts')
    .filter((path) => !path.endsWith('.test.ts'))
    .filter((path) => /import \{[^}]*\brename(Sync)?\b[^}]*\} from 'node:fs/.test(readFileSync(path, 'utf8')))
    .map((path) => path.slice('apps/server/src/'.length));
  expect(renaming.sort()).toEqual([...notDurable, 'platform/durable-files.ts'].sort());
});
