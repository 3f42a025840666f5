import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLong } from './long.ts';
import { freePort, run } from './site.ts';

const root = resolve(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const archive = join(root, 'release', `mojian-${version}-npm.tgz`);
/** npm's folders for this file: what `npx` fetches, and the folder the site is started in. */
const [prefix, folder] = [0, 0].map(() => mkdtempSync(join(tmpdir(), 'mojian-npx-'))) as [string, string];
const program = join(prefix, 'node_modules/mojian/mojian.js');

beforeAll(() => {
  if (!isLong) return;
  if (!existsSync(archive))
    execFileSync(process.execPath, [join(root, 'scripts/release.js'), 'npm'], { stdio: 'inherit' });
  const install = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--prefix', prefix, archive];
  execFileSync('npm', install, { cwd: prefix, stdio: 'inherit' });
}, 600_000);

afterAll(() => {
  for (const one of [prefix, folder]) rmSync(one, { recursive: true, force: true });
});

const mojian = (...typed: string[]) => {
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...typed], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: '' },
  });
  return { said: stdout + stderr, status };
};

test.runIf(isLong)(
  'the package starts a site in the folder it is called in, says its commands as npx knows them, and starts again',
  { timeout: 120_000 },
  async () => {
    const port = String(await freePort());
    const env = { DATA_DIR: join(folder, 'mojian-data'), PORT: port, SITE_URL: `http://127.0.0.1:${port}` };
    const first = run({ ...env, SMTP_URL: 'keep:' }, [program]);
    await first.says('墨笺已启动');
    expect(await (await fetch(env.SITE_URL)).text()).toContain('<title>');
    expect((await fetch(`${env.SITE_URL}/admin`)).status).toBe(200);
    expect(mojian('status').said).toContain('在运行');
    expect(mojian('backup', '--help').said).toContain('用法：npx mojian backup');
    expect(mojian('upgrade', '9.9.9')).toMatchObject({ status: 1, said: expect.stringContaining('npx mojian@latest') });
    await first.end('SIGTERM');
    expect(await first.ended).toBe(0);
    const second = run({ ...env, SMTP_URL: 'keep:' }, [program, 'start']);
    await second.says('墨笺已启动');
    await second.end('SIGTERM');
  },
);

test.runIf(isLong)('without DATA_DIR the data lie beside, in mojian-data', () => {
  expect(mojian('set')).toMatchObject({ status: 0 });
  expect(existsSync(join(folder, 'mojian-data/mojian.db'))).toBe(true);
});

test('an older Node is told which one it takes', () => {
  const source = readFileSync(join(root, 'scripts/release/npx.js'), 'utf8').replace(
    'process.versions.node',
    JSON.stringify('20.19.0'),
  );
  const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', source.replace(/^#!.*\n/, '')], {
    encoding: 'utf8',
  });
  expect({ stderr, status }).toMatchObject({ status: 1, stderr: expect.stringContaining('需要 Node.js 24') });
});
