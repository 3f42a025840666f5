import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  type Installed,
  install,
  openReleases,
  ownUser,
  quickly,
  type Releases,
  write,
  written,
} from './installed-site.ts';
import { isLong } from './long.ts';
import { addMigration, grow, notInTrial } from './releases.ts';

const slow = { timeout: 600_000, retry: 0 };

/** A name space of its own, in which the folder lies by which one knows systemd. */
const withSystemd = [
  'unshare',
  '-m',
  'sh',
  '-c',
  'mount -t tmpfs tmpfs /run/systemd && mkdir /run/systemd/system && exec "$@"',
  '--',
];
const canMount = process.getuid?.() === 0 && spawnSync('unshare', ['-m', 'true']).status === 0;

let releases: Releases;
let site: Installed;
let service: ReturnType<typeof serve>;
beforeAll(() => {
  if (isLong) releases = openReleases();
}, 120_000);
afterEach(async () => {
  service?.stop();
  await site?.remove();
});
afterAll(() => releases?.remove());

/** A stand-in for systemctl, which leaves a file for whoever runs the unit. */
function writeSystemctl(folder: string) {
  mkdirSync(folder);
  const program = join(folder, 'systemctl');
  writeFileSync(
    program,
    `#!/bin/sh
case "$*" in
  list-units*) echo '  mojian@3001.service loaded active running Mojian' ;;
  'show -p ExecStart --value mojian@3001.service') echo "{ path=/usr/bin/env ; argv[]=/usr/bin/env PORT=3001 $INSTALLED/current/bin/mojian start }" ;;
  'restart --no-block mojian@3001.service') touch ${folder}/restart ;;
  'reset-failed mojian@3001.service') ;;
  *) exit 1 ;;
esac
`,
  );
  chmodSync(program, 0o755);
}

const startsAtMost = 8;
const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null;
const hasFailed = ({ exitCode, signalCode }: ChildProcess) => signalCode !== null || (exitCode ?? 0) > 0;

async function end(child: ChildProcess) {
  if (!isRunning(child)) return;
  const ended = new Promise((done) => child.on('exit', done));
  child.kill('SIGTERM');
  await ended;
}

/** Runs the unit as systemd does: restarts it when asked, and when it fails. */
function serve({ home, env, kill }: Installed, folder: string) {
  const request = join(folder, 'restart');
  let child: ChildProcess | undefined;
  let isStopped = false;
  let starts = 0;
  const start = () => {
    child = spawn(join(home, 'current/bin/mojian'), ['start'], { env, stdio: 'ignore', uid: ownUser, gid: ownUser });
  };
  const restart = async () => {
    rmSync(request);
    await (child ? end(child) : kill());
    starts = 0;
    start();
  };
  const work = async () => {
    for (; !isStopped; await setTimeout(50)) {
      if (existsSync(request)) await restart();
      else if (child && hasFailed(child) && starts++ < startsAtMost) await setTimeout(500).then(start);
    }
    child?.kill('SIGKILL');
  };
  void work();
  return {
    stop() {
      isStopped = true;
    },
  };
}

async function installService() {
  const folder = join(releases.folder, `control-${Math.random().toString(36).slice(2)}`);
  writeSystemctl(folder);
  const installed = await install(releases, { wrap: withSystemd, toolsIn: folder });
  service = serve(installed, folder);
  write(installed.dataDir, 1);
  return installed;
}

test.runIf(isLong && canMount)('a service is upgraded by its restart, and goes back by it', slow, async () => {
  const bad = releases.next('bad', (release) =>
    addMigration(release, '999-bad', `${grow} ${notInTrial("throw new Error('磁盘有坏道');")}`),
  );
  const good = releases.next('good', (release) => addMigration(release, '999-grown', grow));
  site = await installService();
  const failed = await site.run(['upgrade', bad, ...quickly]);
  expect(failed).toMatchObject({ code: 1, output: expect.stringContaining('0.2.0 和它的数据都回来了') });
  expect([site.current(), site.running(), await site.isUp(), written(site.dataDir)]).toEqual([
    '0.2.0',
    '0.2.0',
    true,
    [1],
  ]);
  const done = await site.run(['upgrade', good, ...quickly]);
  expect(done).toMatchObject({ code: 0, output: expect.stringContaining('升级好了，现在是 0.2.1') });
  const back = await site.run(['rollback', '--yes', ...quickly]);
  expect(back).toMatchObject({ code: 0, output: expect.stringContaining('退回好了，现在是 0.2.0') });
  expect([site.current(), site.running(), await site.isUp(), written(site.dataDir)]).toEqual([
    '0.2.0',
    '0.2.0',
    true,
    [1],
  ]);
});

test.runIf(isLong && canMount)(
  'a version that never starts, with its upgrade killed, hands over to the older one after three starts',
  slow,
  async () => {
    const dead = releases.next('dead', (release) =>
      addMigration(release, '999-dead', `${grow} ${notInTrial('process.exit(3);')}`),
    );
    site = await installService();
    await site.run(['upgrade', dead, ...quickly], { killAt: 'start' });
    await expect.poll(() => site.isUp('0.2.0'), { timeout: 120_000 }).toBe(true);
    expect(written(site.dataDir)).toEqual([1]);
    const ended = await site.run(['upgrade', ...quickly]);
    expect(ended.code).toBe(0);
    expect([site.current(), site.running(), await site.isUp()]).toEqual(['0.2.0', '0.2.0', true]);
  },
);
