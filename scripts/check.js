import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { countsFile } from './count-tests.js';
import { environment, findNode, install, root } from './runtime.js';

install();
if (Number(process.versions.node.split('.')[0]) < 24) {
  // globSync and the rest of the build want the project's own Node
  const { status } = spawnSync(findNode(), [import.meta.filename ?? process.argv[1]], {
    stdio: 'inherit',
    env: environment(),
  });
  process.exit(status ?? 1);
}

const bin = (path) => [process.execPath, resolve(root, 'node_modules', path)];

const steps = [
  ['格式与规范', [resolve(root, 'node_modules/.bin/biome'), 'check', '--error-on-warnings', '.']],
  ['类型：服务端与包', [...bin('typescript/bin/tsc'), '-p', 'tsconfig.json']],
  ['类型：页面路由', [...bin('@react-router/dev/bin.cjs'), 'typegen'], 'apps/web'],
  ['类型：页面', [...bin('typescript/bin/tsc'), '-p', 'apps/web']],
  ['类型：后台', [...bin('typescript/bin/tsc'), '-p', 'apps/admin']],
  ['无用代码', [...bin('knip/bin/knip.js')]],
];

let passed = 0;
let failed = 0;
for (const [name, [command, ...args], folder = '.'] of steps) {
  const begun = Date.now();
  const { status } = spawnSync(command, args, { cwd: resolve(root, folder), stdio: 'inherit', env: environment() });
  console.log(`${status === 0 ? '✓' : '✗'} ${name}（${((Date.now() - begun) / 1000).toFixed(1)} 秒）`);
  if (status === 0) passed++;
  else failed++;
}

const { buildWhenNeeded } = await import('./build.js');
const { needBrowser } = await import('./browser.js');
buildWhenNeeded();
process.env.CHROMIUM_PATH = needBrowser();

const vitest = [
  ...bin('vitest/vitest.mjs'),
  'run',
  '--reporter=default',
  `--reporter=${resolve(root, 'scripts/count-tests.js')}`,
];
rmSync(countsFile, { force: true });
const { status } = spawnSync(vitest[0], vitest.slice(1), { cwd: root, stdio: 'inherit', env: environment() });
const tests = readCounts();
passed += tests.passed;
failed += tests.failed + (status !== 0 && tests.failed === 0 ? 1 : 0);

for (const name of tests.again) console.log(`↻ 第二次才通过：${name}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function readCounts() {
  try {
    return JSON.parse(readFileSync(countsFile, 'utf8'));
  } catch {
    return { passed: 0, failed: 0, again: [] };
  }
}
