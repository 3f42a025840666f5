import { spawn, spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

// Plain JavaScript without dependencies: this runs before anything is installed, on whatever Node npm came with.

export const root = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const oldestNode = 24;

/** Installs the locked dependencies when node_modules is missing or older than the lockfile. */
export function install() {
  const installed = resolve(root, 'node_modules/.package-lock.json');
  const locked = resolve(root, 'package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(locked).mtimeMs) return;

  console.log('安装依赖……');
  run('npm', ['ci', '--loglevel=error', '--no-fund', '--no-audit'], { shell: process.platform === 'win32' });
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

/** Environment with the project's own programs first in the path. */
export function environment() {
  const separator = process.platform === 'win32' ? ';' : ':';
  return { ...process.env, PATH: `${resolve(root, 'node_modules/.bin')}${separator}${process.env.PATH ?? ''}` };
}
