import { globSync, rmSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './runtime.js';

// Puts the server and what it imports into few files: to resolve and compile a thousand modules is half of a start.

const folder = resolve(root, 'apps/server/build');
const worker = /new URL\('\.\/([\w-]+-worker)\.ts', import\.meta\.url\)/g;

/** Native parts and what reads files beside its own code. */
const external = [
  'vite',
  'sharp',
  '@node-rs/argon2',
  'ip2region',
  '@fastify/swagger',
  '@fastify/swagger-ui',
  'pg-native',
];

/**
 * Changes to packages that shorten the start: [file, before, after]. Loading glob is for a way of serving files that is
 * not used here; a function compiled for each piece of an address was a tenth of a start.
 */
const startedFaster = [
  [
    '@fastify/static/index.js',
    "const { glob } = require('glob')",
    "const glob = (...input) => require('glob').glob(...input)",
  ],
  ['find-my-way/lib/node.js', 'prefix.length >= LONG_PREFIX_MIN_LENGTH', 'prefix.length > 1'],
  ['find-my-way/lib/node.js', 'path.indexOf(prefix, i) === i', 'path.startsWith(prefix, i)'],
];

const workers = globSync('{apps/server,packages/markdown}/src/**/*-worker.ts', { cwd: root });
const programs = ['apps/server/src/mojian.ts', ...workers];

rmSync(folder, { recursive: true, force: true });
const bundle = await rolldown({
  cwd: root,
  platform: 'node',
  input: Object.fromEntries(programs.map((file) => [basename(file, '.ts'), file])),
  external,
  plugins: [
    {
      name: 'workers-beside-the-bundle',
      transform: {
        filter: { code: worker },
        handler: (code) => code.replace(worker, "new URL('./$1.js', import.meta.url)"),
      },
    },
    { name: 'faster-start', transform: startFaster },
  ],
  onLog(level, log) {
    throw new Error(`${level}: ${log.message}`);
  },
});
const { output } = await bundle.write({
  dir: folder,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  // V8 keeps the source in memory, two bytes a character once one is not Latin; names stay as they are, for stack traces
  charset: 'ascii',
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
});
for (const { fileName, code = '' } of output) {
  const [wide] = /.{0,60}[^\0-\xff].{0,20}/.exec(code) ?? [];
  if (wide) throw new Error(`${fileName}: 请写成 \\u 转义，整个文件才能一个字符占一个字节：${wide}`);
}

function startFaster(code, id) {
  const changes = startedFaster.filter(([path]) => id.endsWith(`node_modules/${path}`));
  if (changes.length === 0) return undefined;
  return changes.reduce((text, [path, before, after]) => {
    if (!text.includes(before)) throw new Error(`${path} has changed: ${before}`);
    return text.replace(before, after);
  }, code);
}
