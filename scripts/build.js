import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { findNode, root, run } from './runtime.js';

const web = resolve(root, 'apps/web');
const stamp = resolve(web, 'build/.built');
const sources = [
  'apps/web/{app,public}/**/*',
  'apps/web/*.{ts,json}',
  'packages/{contract,client,markdown}/{src/**/*,package.json}',
  'package-lock.json',
];

/** Builds the web app when a source is newer than the last build. */
export function buildWhenNeeded() {
  if (existsSync(stamp) && newestSource() <= statSync(stamp).mtimeMs) return;

  console.log('构建页面……');
  run(findNode(), [resolve(root, 'node_modules/@react-router/dev/bin.cjs'), 'build', '--logLevel', 'error'], {
    cwd: web,
  });
  compressAssets();
  writeFileSync(stamp, new Date().toISOString());
}

function newestSource() {
  const files = sources.flatMap((pattern) => globSync(pattern, { cwd: root }));
  return Math.max(...files.map((file) => statSync(resolve(root, file)).mtimeMs));
}

/** Each text file gets its compressed forms beside it once, so that no request pays for compression. */
function compressAssets() {
  for (const file of globSync('build/client/**/*.{js,css,svg,webmanifest}', { cwd: web })) {
    const path = resolve(web, file);
    const bytes = readFileSync(path);
    writeFileSync(`${path}.br`, brotliCompressSync(bytes));
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
}
