import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { environment, findNode, install, isOldNode, root } from './runtime.js';

// node scripts/test.js <kind> [files or options]: one kind of test or check, installed and built first where needed.

const [kind, ...rest] = process.argv.slice(2);
const typescript = 'node_modules/typescript-7/bin/tsc';

/** Commands of each kind, run on the project's Node. */
const kinds = {
  unit: () => [vitest('units')],
  api: () => [vitest('sqlite', 'postgres')],
  browser: () => [vitest('browser')],
  long: () => [vitest('units', 'sqlite', 'postgres', 'browser')],
  lint: () => [
    ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', ...(rest.length ? rest : ['.'])],
  ],
  types: () => typesOf(rest),
};

function vitest(...projects) {
  return ['node_modules/vitest/vitest.mjs', 'run', ...projects.flatMap((name) => ['--project', name]), ...rest];
}

/** Programs whose type check includes the files: a file cannot be checked alone. */
function typesOf(files) {
  const isIn = (folder) =>
    files.length === 0 || files.some((file) => file.startsWith(folder) || file.startsWith('packages'));
  const isServer = files.length === 0 || files.some((file) => !/^apps\/(web|admin)/.test(file));
  return [
    ...(isServer ? [[typescript, '-p', 'tsconfig.json']] : []),
    ...(isIn('apps/web')
      ? [
          ['node_modules/@react-router/dev/bin.cjs', 'typegen', 'apps/web'],
          [typescript, '-p', 'apps/web'],
        ]
      : []),
    ...(isIn('apps/admin') ? [[typescript, '-p', 'apps/admin']] : []),
  ];
}

if (!Object.hasOwn(kinds, kind)) {
  console.error(`用法：node scripts/test.js <${Object.keys(kinds).join('|')}> [文件]`);
  process.exit(2);
}
install({ tools: true });
if (isOldNode()) {
  const again = spawnSync(findNode(), process.argv.slice(1), { stdio: 'inherit', env: environment() });
  process.exit(again.status ?? 1);
}
if (kind === 'long') process.env.TEST_LONG = '1';
if (kind === 'browser' || kind === 'long') {
  const [{ buildWhenNeeded }, { needBrowser }] = await Promise.all([import('./build.js'), import('./browser.js')]);
  buildWhenNeeded();
  process.env.CHROMIUM_PATH = needBrowser();
}
for (const [program, ...words] of kinds[kind]()) {
  const { status } = spawnSync(process.execPath, [resolve(root, program), ...words], {
    cwd: root,
    stdio: 'inherit',
    env: environment(),
  });
  if (status !== 0) process.exit(status ?? 1);
}
