import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { inTurn } from './in-turn.js';
import { environment, findNode, root, run } from './runtime.js';

const shared = ['packages/{contract,client,markdown,ui}/{src/**/*,package.json}', 'package-lock.json'];

/** Each app's sources, build command and the files browsers fetch (`assets`). */
const apps = [
  {
    name: '页面',
    folder: resolve(root, 'apps/web'),
    sources: ['apps/web/{app,public}/**/*', 'apps/web/*.{ts,json}', ...shared],
    command: ['node_modules/@react-router/dev/bin.cjs', 'build', '--logLevel', 'error'],
    assets: 'build/client/**/*.{js,css,svg,webmanifest}',
  },
  {
    name: '后台',
    folder: resolve(root, 'apps/admin'),
    sources: ['apps/admin/src/**/*', 'apps/admin/*.{ts,json,html}', ...shared],
    command: ['node_modules/vite/bin/vite.js', 'build'],
    assets: 'build/**/*.{js,css,svg}',
  },
  {
    name: '服务端',
    folder: resolve(root, 'apps/server'),
    sources: [
      'apps/server/src/**/*.ts',
      'packages/{foreign-files,importers}/{src/**/*,package.json}',
      'scripts/bundle-server.js',
      ...shared,
    ],
    command: ['scripts/bundle-server.js'],
  },
];

/**
 * Builds each app one of whose sources is newer than its last build; with a name, only that one. Of several processes
 * that find it old one builds it, and the others wait.
 */
export function buildWhenNeeded(only = '') {
  for (const app of apps.filter(({ name }) => !only || name === only)) {
    if (isCurrent(app)) continue;
    inTurn(`building-${app.name}`, () => {
      if (!isCurrent(app)) build(app);
    });
  }
}

const stampOf = ({ folder }) => resolve(folder, 'build/.built');

function isCurrent(app) {
  const stamp = stampOf(app);
  return existsSync(stamp) && newestOf(app.sources) <= statSync(stamp).mtimeMs;
}

function build(app) {
  console.log(`构建${app.name}……`);
  const [program, ...words] = app.command;
  run(findNode(), [resolve(root, program), ...words], {
    cwd: app.folder,
    env: { ...environment(), NODE_ENV: 'production' },
  });
  if (app.assets) compress(app);
  writeFileSync(stampOf(app), new Date().toISOString());
}

/** Builds everything from nothing, whatever was built before. */
export function buildAnew() {
  for (const { folder } of apps) rmSync(resolve(folder, 'build'), { recursive: true, force: true });
  buildWhenNeeded();
}

function newestOf(sources) {
  const files = sources.flatMap((pattern) => globSync(pattern, { cwd: root }));
  return Math.max(...files.map((file) => statSync(resolve(root, file)).mtimeMs));
}

/** Compresses each text file once, so that no request pays for it. */
function compress({ folder, assets }) {
  for (const file of globSync(assets, { cwd: folder })) {
    const path = resolve(folder, file);
    const bytes = readFileSync(path);
    writeFileSync(`${path}.br`, brotliCompressSync(bytes));
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
}
