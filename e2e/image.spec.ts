import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isLong } from './long.ts';
import { freePort } from './site.ts';

const root = resolve(import.meta.dirname, '..');
/** Docker archive of an image that was built before, to be tried without building it again. */
const built = process.env.IMAGE;
const [archive] = globSync('release/mojian-*-linux-x64.tar.xz', { cwd: root }).map((path) => join(root, path));
const folder = mkdtempSync(join(tmpdir(), 'mojian-image-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** @returns why the image is not built here, '' where it is */
function obstacle() {
  if (!isLong) return 'only in test:long';
  if (process.getuid?.() !== 0 || process.arch !== 'x64') return 'needs root on x64';
  if (built) return '';
  const missing = ['buildah', 'debootstrap'].filter((tool) => spawnSync(tool, ['--version']).error);
  if (missing.length > 0) return `${missing.join(' and ')} not installed`;
  return archive ? '' : 'no archive: npm run release first';
}

const reason = obstacle();
const name = 'the image is built, runs read-only as user 10001, and starts again after kill -9';
const minutes = 60_000;

type Config = { User: string; Env: string[]; Cmd: string[]; Healthcheck: { Test: string[] }; Volumes: object };

if (reason) test.skip(`${name} (${reason})`, () => {});
else test(name, { timeout: 30 * minutes, retry: 0 }, tryImage);

/** A file of the archive, unpacked as its reader does. @returns its path */
function packed(file: string) {
  const path = join(basename(archive ?? '', '.tar.xz'), file);
  execFileSync('tar', ['-xf', archive ?? '', '-C', folder, path]);
  return join(folder, path);
}

async function tryImage() {
  const file = built ?? join(folder, 'image.tar.gz');
  if (!built) execFileSync(packed('deploy/build-image.sh'), ['--out', file, archive ?? ''], { stdio: 'inherit' });
  expect(statSync(file).size).toBeLessThan(200_000_000);
  const { config, rootFolder } = unpack(file);
  expect(config).toMatchObject({
    User: '10001:10001',
    Cmd: ['mojian', 'start'],
    Healthcheck: { Test: ['CMD', 'mojian', 'status', '--ready'] },
    Volumes: { '/data': {} },
  });

  const data = join(folder, 'data');
  mkdirSync(data);
  chownSync(data, 10001, 10001);
  const port = await freePort();
  const first = start({ config, rootFolder, data, port });
  const url = `http://127.0.0.1:${port}`;
  await expect.poll(() => isReady(url), { timeout: 2 * minutes, interval: 500 }).toBe(true);
  expect(await (await fetch(url)).text()).toContain('<html');
  expect(first.inside(config.Healthcheck.Test.slice(1)).status).toBe(0);
  expect(first.inside(['sh', '-c', 'id -u; touch /x /opt/x 2>/dev/null; touch /tmp/x && echo tmp']).stdout).toBe(
    '10001\ntmp\n',
  );
  const backup = first.inside(['mojian', 'backup']);
  expect([backup.status, backup.stdout + backup.stderr]).toEqual([0, expect.stringContaining('已备份')]);
  await first.kill();
  expect(existsSync(join(data, 'mojian.pid'))).toBe(true); // left behind; its number is again the next one's own

  const second = start({ config, rootFolder, data, port });
  await expect.poll(() => isReady(url), { timeout: 2 * minutes, interval: 500 }).toBe(true);
  expect(second.inside(['mojian', 'status', '--ready']).status).toBe(0);
  await second.stop();
  expect(existsSync(join(data, 'mojian.pid'))).toBe(false);
}

/** Reads an archive of `docker save`: its configuration, and its layers one upon the other. */
function unpack(file: string) {
  const layers = join(folder, 'layers');
  const rootFolder = join(folder, 'root');
  for (const path of [layers, rootFolder]) mkdirSync(path);
  execFileSync('tar', ['-xzf', file, '-C', layers]);
  const readJson = (path: string) => JSON.parse(readFileSync(join(layers, path), 'utf8'));
  const [manifest] = readJson('manifest.json') as { Config: string; Layers: string[] }[];
  if (!manifest) throw new Error('no image in the archive');
  for (const layer of manifest.Layers)
    execFileSync('tar', ['-xf', join(layers, layer), '-C', rootFolder, '--numeric-owner']);
  const { config } = readJson(manifest.Config) as { config: Config };
  rmSync(layers, { recursive: true });
  return { config, rootFolder };
}

type Container = { config: Config; rootFolder: string; data: string; port: number };

/** Starts the image's command as a container does: read-only root, /tmp in memory, own processes, no capabilities. */
function start({ config, rootFolder, data, port }: Container) {
  const enter = [
    `mount --bind ${rootFolder} ${rootFolder}`,
    `mount -o remount,ro,bind ${rootFolder}`,
    `mount -t tmpfs -o size=64m,mode=1777 tmpfs ${rootFolder}/tmp`,
    `mount -t proc proc ${rootFolder}/proc`,
    `mount -t tmpfs -o mode=755 tmpfs ${rootFolder}/dev`,
    `for device in null zero random urandom; do touch ${rootFolder}/dev/$device && mount --bind /dev/$device ${rootFolder}/dev/$device; done`,
    `mount --bind ${data} ${rootFolder}/data`,
  ];
  const env = ['env', '-i', ...config.Env, 'HOST=127.0.0.1', `PORT=${port}`, 'SAMPLE_CONTENT=0'];
  const asUser = [
    'setpriv',
    '--reuid=10001',
    '--regid=10001',
    '--clear-groups',
    '--bounding-set=-all',
    '--no-new-privs',
  ];
  const command = ['exec', 'chroot', rootFolder, ...asUser, ...env, ...config.Cmd].join(' ');
  const script = [...enter, command].join(' && ');
  const child = spawn('unshare', ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-ec', script], {
    stdio: 'inherit',
  });
  const ended = new Promise((done) => child.on('exit', done));
  const pid = () => execFileSync('pgrep', ['-P', String(child.pid)], { encoding: 'utf8' }).trim();
  const signal = async (name: NodeJS.Signals) => {
    process.kill(Number(pid()), name);
    await ended;
  };
  return {
    /** Runs a command in the container, as `docker exec`. */
    inside: (words: string[]) => {
      const namespaces = ['-t', pid(), '-m', '-p', '-r', '-w', '--'];
      return spawnSync('nsenter', [...namespaces, ...asUser, ...env, ...words], { encoding: 'utf8' });
    },
    kill: () => signal('SIGKILL'),
    stop: () => signal('SIGTERM'),
  };
}

async function isReady(url: string) {
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}
