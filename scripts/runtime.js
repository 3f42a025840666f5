import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { totalmem } from 'node:os';
import { resolve } from 'node:path';

// Plain JavaScript without dependencies: this runs before anything is installed, on whatever Node npm came with.

export const root = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const oldestNode = 24;

/** Megabytes of memory and swap that installing and building take at most. */
const neededToBuild = 1300;

/**
 * Installs the locked dependencies when node_modules is missing or older than the lockfile. `tools`: including those of
 * tests and lint, which stay where they are installed. They come by a whole installation, from npm's cache: without them
 * node_modules lacks the types as well.
 */
export function install({ tools = false } = {}) {
  const installed = resolve(root, 'node_modules/.package-lock.json');
  const locked = resolve(root, 'package-lock.json');
  const isCurrent = existsSync(installed) && statSync(installed).mtimeMs >= statSync(locked).mtimeMs;
  const hasTools = existsSync(resolve(root, 'node_modules/vitest'));
  if (isCurrent && (!tools || hasTools)) return;

  refuseSmallMachine();
  console.log('安装依赖……');
  const command = ['ci', ...(tools || hasTools ? [] : ['--omit=dev'])];
  const quiet = ['--loglevel=error', '--no-fund', '--no-audit'];
  run('npm', [...command, ...quiet], { shell: process.platform === 'win32' });
  if (!tools && !hasTools) removeNeedless();
}

/** Exits with one line on a machine where the build would be killed half-way. */
function refuseSmallMachine() {
  const limit = process.constrainedMemory?.() || Number.POSITIVE_INFINITY;
  const megabytes = Math.floor((Math.min(totalmem(), limit) + freeSwap()) / 1024 ** 2);
  if (megabytes >= neededToBuild) return;
  console.error(
    `这里只有 ${megabytes} MB 内存，从源码安装要 ${neededToBuild} MB。请改用发布包：不用安装依赖，也不用构建，512 MB 就够（见 README）。`,
  );
  process.exit(1);
}

/** Bytes; 0 where the system does not tell. */
function freeSwap() {
  if (process.platform !== 'linux') return 0;
  return Number(/^SwapFree: +(\d+)/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1] ?? 0) * 1024;
}

/** Paths in node_modules that neither the site nor its build reads. */
const needless = [
  /\.(map|d\.[cm]?ts)$/,
  /(^|\/)(?!licen[cs]e|copying|notice)[^/]*\.md$/i,
  /^(@[^/]+\/)?[^@/][^/]*\/(tests?|demo|examples?|docs)\//,
  /^(node-linux-\w+\/(include|share)|antd\/dist|zod\/src)\//,
  /^mermaid\/dist\/(chunks\/)?mermaid(\.(esm|min|esm\.min|tiny))?(\.m?js$|\/)/,
];

/** Removes tests, documents, types, source maps, headers and further builds of what is installed: more than a third. */
function removeNeedless() {
  const folder = resolve(root, 'node_modules');
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const path = resolve(file.parentPath ?? file.path, file.name);
    const name = path.slice(folder.length + 1).replaceAll('\\', '/');
    if (needless.some((pattern) => pattern.test(name))) rmSync(path);
  }
}

/** Node version of the site: the installed package, else this process's own. Exits when it is too old. */
export function findNode() {
  const brought = resolve(root, 'node_modules/.bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const node = existsSync(brought) ? brought : process.execPath;
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? '';
  if (Number(/^v(\d+)/.exec(version)?.[1]) >= oldestNode) return node;

  console.error(
    `墨笺需要 Node.js ${oldestNode} 或更新的版本，这里是 ${version || '未知版本'}。请到 https://nodejs.org 安装后再试。`,
  );
  process.exit(1);
}

/** Whether this process runs on a Node older than the site's: `globSync` and the rest of the build want the project's own. */
export const isOldNode = () => Number(process.versions.node.split('.')[0]) < oldestNode;

/** Runs a command to its end with its output shown. Ends the program when it fails. */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: environment(), ...options });
  if (error) console.error(error.message);
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * Replaces this process by the program: by exec where available, else as a child with forwarded signals and exit code.
 */
export function become(node, args) {
  if (process.execve && process.platform !== 'win32') process.execve(node, [node, ...args], environment());

  const child = spawn(node, args, { cwd: process.cwd(), stdio: 'inherit', env: environment() });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}

/**
 * Environment with the project's own programs first in the path. Compiled code is kept: a program starts in half the time,
 * and the site takes 15 MB less.
 */
export function environment() {
  const separator = process.platform === 'win32' ? ';' : ':';
  return {
    NODE_COMPILE_CACHE: resolve(root, 'node_modules/.cache/node'),
    ...process.env,
    PATH: `${resolve(root, 'node_modules/.bin')}${separator}${process.env.PATH ?? ''}`,
  };
}
