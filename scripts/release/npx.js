#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

// npx mojian [command]: a site in the folder it is called in. Plain JavaScript that an old Node reads too, to say that it is old.

const oldestNode = 24;
if (Number(process.versions.node.split('.')[0]) < oldestNode) {
  console.error(
    `墨笺需要 Node.js ${oldestNode} 或更新的版本，这里是 ${process.version}。请到 https://nodejs.org 安装后再试。`,
  );
  process.exit(1);
}

const data = resolve(process.env.DATA_DIR || 'mojian-data');
// glibc keeps a memory arena per thread: one saves 25 MB; large buffers go back to the system when they are freed
const memory = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '262144' };
const env = { NODE_COMPILE_CACHE: resolve(data, 'cache/node'), ...memory, ...process.env, DATA_DIR: data };
const heap = ['--max-semi-space-size=4', '--max-old-space-size=160', '--no-concurrent-recompilation'];
const typed = process.argv.length > 2 ? process.argv.slice(2) : ['start'];
const words = [...heap, resolve(import.meta.dirname, 'apps/server/build/mojian.js'), ...typed];

if (process.execve && process.platform !== 'win32') process.execve(process.execPath, [process.execPath, ...words], env);
const child = spawn(process.execPath, words, { stdio: 'inherit', env });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
