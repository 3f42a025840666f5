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
  ],
  onLog(level, log) {
    throw new Error(`${level}: ${log.message}`);
  },
});
await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' });
