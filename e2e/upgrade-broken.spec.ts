import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type Installed,
  install as installFrom,
  listFiles,
  openReleases,
  ownUser,
  quickly,
  type Releases,
  write,
  written,
} from './installed-site.ts';
import { isLong } from './long.ts';
import { addMigration, archiveOf, grow, notInTrial, prepend, sumsOf } from './releases.ts';

const slow = { timeout: 600_000, retry: 0 };

let releases: Releases;
let site: Installed;
let folder: string;
const releaseOf = (name: string) => releases.pathOf(name);
const next: Releases['next'] = (...version) => releases.next(...version);
const install = () => installFrom(releases);

beforeAll(() => {
  if (!isLong) return;
  releases = openReleases();
  folder = releases.folder;
  next('0.2.1', (release) => addMigration(release, '999-grown', grow));
}, 120_000);
afterEach(() => site?.remove());
afterAll(() => releases?.remove());

test.runIf(isLong)(
  'an archive is tried on a copy, put in place, and rolled back with what was written kept as a backup',
  slow,
  async () => {
    site = await install();
    write(site.dataDir, 1);
    const archive = archiveOf(releaseOf('0.2.1'), folder);
    writeFileSync(join(folder, 'SHA256SUMS'), sumsOf(archive));
    const { code, output } = await site.run(['upgrade', archive, ...quickly]);
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('升级好了，现在是 0.2.1') });
    expect(output).toMatch(/要用的磁盘：程序 [\d.]+ MB/);
    expect(output).toContain('试恢复过');
    expect(site.current()).toBe('0.2.1');
    expect(site.running()).toBe('0.2.1');
    expect(await site.isUp()).toBe(true);
    expect(existsSync(join(site.dataDir, 'upgrades/trial'))).toBe(false);

    expect((await site.run(['upgrade', archive, ...quickly])).output).toBe('已经是 0.2.1，不用升级\n');
    expect((await site.run(['upgrade', releaseOf('0.2.0')])).output).toMatch(
      /^这是更旧的 0\.2\.0，现在是 0\.2\.1[^\n]*rollback\n$/,
    );

    const unfit = next('damaged-newer', () => {}, '0.2.2');
    writeFileSync(join(unfit, 'LICENCE'), 'one too many');
    expect((await site.run(['upgrade', unfit, ...quickly])).output).toContain('没有升级，站点照旧'); // and can still go back

    write(site.dataDir, 2);
    expect(await site.run(['rollback'])).toMatchObject({
      code: 2,
      output: expect.stringContaining('数据换回升级前的'),
    });
    const back = await site.run(['rollback', '--yes', ...quickly]);
    expect(back).toMatchObject({ code: 0, output: expect.stringContaining('退回好了，现在是 0.2.0') });
    expect(back.output).toMatch(/0\.2\.1 开着时写下的，备份在 DATA_DIR\/backups\/mojian-[\d-]+\.zip/);
    expect([site.current(), site.running(), await site.isUp()]).toEqual(['0.2.0', '0.2.0', true]);
    expect(written(site.dataDir)).toEqual([1]);
    expect((await site.run(['rollback', '--yes'])).output).toBe('没有可以退回的上一版\n');
    const owners = new Set(listFiles(site.dataDir).map((path) => lstatSync(path).uid));
    expect([...owners]).toEqual([ownUser]);
  },
);

test.runIf(isLong)('what is no release for this machine is refused in a line, and nothing changes', slow, async () => {
  site = await install();
  const refusal = async (typed: string) => {
    const { code, output } = await site.run(['upgrade', typed, ...quickly]);
    expect(code).toBe(1);
    expect([site.current(), site.versions()]).toEqual(['0.2.0', ['0.2.0', 'current']]);
    return output.trim().split('\n').at(-1);
  };
  expect(await refusal(join(folder, 'nowhere.tar.xz'))).toMatch(/^没有这个文件/);
  expect(await refusal('0.9.0')).toContain('没有设 UPGRADE_URL');

  rmSync(join(folder, 'SHA256SUMS'), { force: true });
  const whole = archiveOf(releaseOf('0.2.1'), folder);
  writeFileSync(join(folder, 'SHA256SUMS'), `${'0'.repeat(64)}  ${basename(whole)}\n`);
  expect(await refusal(whole)).toContain('对不上');
  rmSync(join(folder, 'SHA256SUMS'));
  truncateSync(whole, 9_000_000);
  expect(await refusal(whole)).toMatch(/不完整或已损坏/);
  const text = join(folder, 'other.tar.xz');
  writeFileSync(text, 'text');
  expect(await refusal(text)).toMatch(/不完整或已损坏/);
  mkdirSync(join(folder, 'plain'));
  execFileSync('tar', ['-cJf', text, '-C', folder, 'plain']);
  expect(await refusal(text)).toMatch(/不是墨笺的发布包/);

  const damaged = next('damaged', () => {});
  writeFileSync(join(damaged, 'LICENCE'), 'one too many');
  expect(await refusal(damaged)).toContain('多出了 LICENCE');
  rmSync(join(damaged, 'LICENCE'));
  writeFileSync(join(damaged, 'bin/mojian'), 'changed');
  expect(await refusal(damaged)).toContain('bin/mojian 和发布时不一样');
  rmSync(join(damaged, 'bin/mojian'));
  expect(await refusal(damaged)).toContain('少了 bin/mojian');
  const foreign = next('foreign', () => {});
  const release = JSON.parse(readFileSync(join(foreign, 'release.json'), 'utf8'));
  writeFileSync(
    join(foreign, 'release.json'),
    JSON.stringify({ ...release, variant: process.arch === 'x64' ? 'linux-arm64' : 'linux-x64' }),
  );
  expect(await refusal(foreign)).toMatch(/这是 linux-\w+ 的发布包，这台机器是 linux-/);

  mkdirSync(join(site.dataDir, 'backups'), { recursive: true });
  const lock = new DatabaseSync(join(site.dataDir, 'backups/.lock'));
  lock.exec('begin exclusive');
  expect(await refusal(releaseOf('0.2.1'))).toContain('正在备份、恢复或导入');
  lock.close();
  const other = new DatabaseSync(join(site.dataDir, 'upgrades/.lock'));
  other.exec('begin exclusive');
  expect(await refusal(releaseOf('0.2.1'))).toBe('正在升级，请等待完成');
  other.close();
  expect(await site.isUp('0.2.0')).toBe(true);
});

/** Versions that must never take the site's place, or not for long, by what the owner is told. */
const broken: [name: string, change: (release: string) => void, words: RegExp][] = [
  ['exits', (release) => prepend(release, "if (process.argv.includes('start')) process.exit(3);"), /新版启动不了/],
  [
    'hangs',
    (release) => prepend(release, "if (process.argv.includes('start')) { setTimeout(() => undefined, 1e8); return; }"),
    /新版迟迟没有应答/,
  ],
  [
    'fails-migration',
    (release) => addMigration(release, '999-bad', `${grow} throw new Error('表改不了');`),
    /新版启动不了：启动失败：表改不了/,
  ],
  [
    'answers-500',
    (release) => prepend(release, pageFailure('true')),
    /新版的页面不对：\/archive 从前答 200，新版答 500/,
  ],
  [
    'fails-for-real',
    (release) => {
      addMigration(release, '999-grown', grow);
      prepend(release, notInTrial('process.exit(3);'));
    },
    /0\.2\.1 启动不了/,
  ],
  [
    'fails-real-migration',
    (release) => addMigration(release, '999-bad', `${grow} ${notInTrial("throw new Error('磁盘有坏道');")}`),
    /0\.2\.1 启动不了/,
  ],
  [
    'dies-later',
    (release) => {
      addMigration(release, '999-grown', grow);
      prepend(release, notInTrial('setTimeout(() => process.exit(3), 20_000);'));
    },
    /新版开着开着停了/,
  ],
];

/** The built web application answers /archive with 500. */
function pageFailure(when: string) {
  return `{
const { ServerResponse } = require('node:http');
const end = ServerResponse.prototype.writeHead;
ServerResponse.prototype.writeHead = function (status, ...rest) {
  return end.call(this, ${when} && this.req?.url === '/archive' ? 500 : status, ...rest);
};
}`;
}

describe.skipIf(!isLong).each(broken)('a broken new version: %s', (name, change, words) => {
  test('the old version and its data come back by themselves', slow, async () => {
    const release = next(name, change);
    site = await install();
    write(site.dataDir, 1);
    const running = site.run(['upgrade', release, '--watch', '60', '--wait', name === 'hangs' ? '15' : '120']);
    if (name === 'dies-later') {
      await expect.poll(() => site.journal()?.step, { timeout: 200_000 }).toBe('watch');
      write(site.dataDir, 2);
    }
    const { code, output } = await running;
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringMatching(words) });
    expect(output.trim().split('\n').at(-1)).toMatch(/没有升级，站点照旧|0\.2\.0 和它的数据都回来了/);
    expect([site.current(), site.running(), await site.isUp()]).toEqual(['0.2.0', '0.2.0', true]);
    expect(written(site.dataDir)).toEqual([1]);
    if (name === 'dies-later')
      expect(output).toMatch(/新版开着时写下的没有丢，备份在 DATA_DIR\/backups\/mojian-[\d-]+\.zip/);

    const { output: good } = await site.run(['upgrade', releaseOf('0.2.1'), ...quickly]);
    expect(good).toContain('升级好了，现在是 0.2.1');
    expect(written(site.dataDir)).toEqual([1]);
  });
});
