import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { countsFile } from './count-tests.js';
import { environment, findNode, install, isOldNode, root } from './runtime.js';

install({ tools: true });
if (isOldNode()) {
  const { status } = spawnSync(findNode(), [import.meta.filename ?? process.argv[1]], {
    stdio: 'inherit',
    env: environment(),
  });
  process.exit(status ?? 1);
}

const bin = (path) => [process.execPath, resolve(root, 'node_modules', path)];
const call = (name, file, argument = '') => [
  process.execPath,
  '--input-type=module',
  '--eval',
  `import { ${name} } from ${JSON.stringify(pathToFileURL(resolve(root, 'scripts', file)))}; ${name}(${JSON.stringify(argument)});`,
];

/** Checks types with one checker: each of several works out the types of libraries again, and both cores are in use. */
const types = (project) => [...bin('typescript-7/bin/tsc'), '--checkers', '1', '-p', project];

/** Checks, longest first. The steps of a row run one after another, the rows in parallel. */
const rows = [
  [['构建页面', call('buildWhenNeeded', 'build.js', '页面')]],
  [['构建后台', call('buildWhenNeeded', 'build.js', '后台')]],
  [['构建服务端', call('buildWhenNeeded', 'build.js', '服务端')]],
  [['类型：服务端与包', types('tsconfig.json')]],
  [
    ['类型：页面路由', [...bin('@react-router/dev/bin.cjs'), 'typegen'], 'apps/web'],
    ['类型：页面', types('apps/web')],
  ],
  [['格式与规范', [resolve(root, 'node_modules/.bin/biome'), 'check', '--error-on-warnings', '.']]],
  [['类型：后台', types('apps/admin')]],
  [['无用代码', [...bin('knip/bin/knip.js')]]],
];

let passed = 0;
let failed = 0;
// two rows at a time use both cores; the browser's download needs neither
await Promise.all([runInTurn([['浏览器', call('needBrowser', 'browser.js')]]), runRows(), runRows()]);

async function runRows() {
  for (let row = rows.shift(); row; row = rows.shift()) await runInTurn(row);
}

async function runInTurn(steps) {
  for (const [name, command, folder] of steps) {
    const begun = Date.now();
    const { code, printed } = await runQuietly(command, folder);
    console.log(`${code === 0 ? '✓' : '✗'} ${name}（${((Date.now() - begun) / 1000).toFixed(1)} 秒）`);
    if (code === 0) passed++;
    else failed++;
    if (code !== 0) console.log(printed);
  }
}

/** Buffers the output until the end, so that parallel checks do not interleave. */
async function runQuietly([command, ...args], folder = '.') {
  const child = spawn(command, args, { cwd: resolve(root, folder), env: environment() });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (printed += text));
  const [code] = await once(child, 'close');
  return { code, printed };
}

// both are done by now; on a failure these report why and end the program
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
process.env.TEST_SHORT = '1';
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
