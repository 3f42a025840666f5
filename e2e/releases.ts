import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, globSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { installedFor } from '../scripts/release/lock.js';
import { besideTheBundle, copyPackage, programFiles } from '../scripts/release/packages.js';

const root = resolve(import.meta.dirname, '..');

/** Lays out an unpacked release of the built program in a folder: a real one, but for its version and documents. */
export function makeRelease(folder: string, version: string) {
  for (const file of globSync(programFiles, { cwd: root })) {
    if (statSync(join(root, file)).isDirectory() || file.endsWith('.built')) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(root, file), join(folder, file));
  }
  const platform = { os: 'linux', cpu: process.arch };
  for (const part of installedFor(
    platform,
    besideTheBundle.map((name) => `node_modules/${name}`),
  ))
    copyPackage(part, join(folder, part.path));
  mkdirSync(join(folder, 'bin'));
  cpSync(join(root, 'deploy/mojian'), join(folder, 'bin/mojian'));
  nameRelease(folder, version);
}

/** Makes another version of a release: `change` may break what it likes, and the list of files is made after it. */
export function copyRelease(from: string, to: string, version: string, change: (folder: string) => void = () => {}) {
  cpSync(from, to, { recursive: true });
  change(to);
  nameRelease(to, version);
}

function nameRelease(folder: string, version: string) {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'mojian', version, type: 'module' }));
  const all = globSync('**/*', { cwd: folder }).filter((file) => statSync(join(folder, file)).isFile());
  const sums = all
    .filter((file) => file !== 'release.json')
    .map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex'),
    ]);
  const release = { version, variant: 'node', commit: 'test', time: 0, files: Object.fromEntries(sums) };
  writeFileSync(join(folder, 'release.json'), JSON.stringify(release));
}

/** Installs a release as install.sh lays it out. */
export function installRelease(release: string, home: string, version: string) {
  execFileSync('cp', ['-al', release, join(home, version)]);
  symlinkSync(version, join(home, 'current'));
}

/** Adds a migration with this code to the bundled server, after its last one. */
export function addMigration(folder: string, name: string, body: string) {
  const last = /((["'`])\d{3}-[\w-]+\2:\s*[\w$]+)(?=\s*\};)/;
  for (const file of globSync('apps/server/build/*.js', { cwd: folder })) {
    const text = readFileSync(join(folder, file), 'utf8');
    if (last.test(text))
      writeFileSync(join(folder, file), text.replace(last, `$1, "${name}": { up: async (db) => { ${body} } }`));
  }
}

/** Has the program of a release do something before anything else. */
export function prepend(folder: string, code: string) {
  const file = join(folder, 'apps/server/build/mojian.js');
  writeFileSync(file, `${code}\n${readFileSync(file, 'utf8')}`);
}

/** A migration that the older version does not know. */
export const grow = "await db.schema.createTable('grown').addColumn('id', 'integer').execute();";

/** Code of a release that runs at every start but the trial's. */
export const notInTrial = (code: string) =>
  `if (process.argv.includes('start') && !process.argv.includes('--trial')) { ${code} }`;

/** The list of sums that lies beside an archive. */
export function sumsOf(archive: string) {
  return `${createHash('sha256').update(readFileSync(archive)).digest('hex')}  ${basename(archive)}\n`;
}

/** Packs a release as `npm run release` does. @returns path of the archive */
export function archiveOf(release: string, folder: string, variant = 'node') {
  const version = JSON.parse(readFileSync(join(release, 'package.json'), 'utf8')).version as string;
  const name = `mojian-${version}-${variant}`;
  const archive = join(folder, `${name}.tar.xz`);
  const options = ['--transform', `s,^${basename(release)},${name},`, '-C', dirname(release), basename(release)];
  execFileSync('tar', ['-cJf', archive, ...options], { env: { ...process.env, XZ_OPT: '-0' } });
  return archive;
}
