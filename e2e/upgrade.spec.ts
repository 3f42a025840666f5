import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openCorpus } from '../bench/corpus.ts';
import { isLong } from './long.ts';
import { addMigration, copyRelease, installRelease, makeRelease, prepend } from './releases.ts';
import { freePort } from './site.ts';

const folder = mkdtempSync(join(tmpdir(), 'mojian-upgrade-'));
const releaseOf = (name: string) => join(folder, 'releases', name);
const slow = { timeout: 600_000, retry: 0 };

/** Migrates, so that the older version cannot open its data. */
const grow = "await db.schema.createTable('grown').addColumn('id', 'integer').execute();";
const notInTrial = (code: string) =>
  `if (process.argv.includes('start') && !process.argv.includes('--trial')) { ${code} }`;

beforeAll(() => {
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'releases'));
  makeRelease(releaseOf('0.2.0'), '0.2.0');
  next('0.2.1', (release) => addMigration(release, '999-grown', grow));
}, 120_000);

function next(name: string, change: (release: string) => void, version = '0.2.1') {
  if (!existsSync(releaseOf(name))) copyRelease(releaseOf('0.2.0'), releaseOf(name), version, change);
  return releaseOf(name);
}

let site: Awaited<ReturnType<typeof install>>;
afterEach(() => site?.remove());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Upgraded by root, run by a user of its own, as install.sh has it. */
const isRoot = process.getuid?.() === 0;
const nobody = 65534;

function listFiles(of: string) {
  return readdirSync(of, { recursive: true, encoding: 'utf8' }).map((path) => join(of, path));
}

/** 10,000 articles, made once. */
async function largeDatabase() {
  const file = join(folder, 'corpus.db');
  await (await openCorpus(file)).destroy();
  return file;
}

/** A site as install.sh lays it out, without a service manager, on a copy of a database. */
async function install(database?: string) {
  const place = mkdtempSync(join(folder, 'mojian-'));
  const home = join(place, 'opt');
  const dataDir = join(place, 'data');
  mkdirSync(home);
  installRelease(releaseOf('0.2.0'), home, '0.2.0');
  mkdirSync(dataDir);
  if (database) copyFileSync(database, join(dataDir, 'mojian.db'));
  if (isRoot) for (const path of [dataDir, ...listFiles(dataDir)]) chownSync(path, nobody, nobody);
  if (isRoot) chmodSync(place, 0o755);
  const port = await freePort();
  const path = `${dirname(process.execPath)}:${process.env.PATH}`;
  const env = {
    ...process.env,
    PATH: path,
    DATA_DIR: dataDir,
    PORT: String(port),
    SMTP_URL: 'keep:',
    NODE_ENV: 'production',
  };

  const run = (
    args: string[],
    { killAt, version = 'current' }: { killAt?: RegExp | string; version?: string } = {},
  ) => {
    const child = spawn(join(home, version, 'bin/mojian'), args, { env });
    let output = '';
    const killWhen = () => {
      const isThere = killAt instanceof RegExp ? killAt.test(output) : killAt && journal()?.step === killAt;
      if (isThere) child.kill('SIGKILL');
    };
    const timer = setInterval(killWhen, 2);
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data) => {
        output += data;
        killWhen();
      });
    return new Promise<{ code: number | null; output: string }>((done) => {
      child.on('close', (code) => {
        clearInterval(timer);
        done({ code, output });
      });
    });
  };
  const pidFile = () => {
    try {
      const running = JSON.parse(readFileSync(join(dataDir, 'mojian.pid'), 'utf8')) as { pid: number; version: string };
      process.kill(running.pid, 0);
      return running;
    } catch {
      return undefined;
    }
  };
  const journal = () => {
    try {
      return JSON.parse(readFileSync(join(dataDir, 'upgrades/journal.json'), 'utf8')) as Record<string, unknown>;
    } catch {
      return undefined;
    }
  };
  const isUp = async (asVersion?: string) => {
    const page = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    const isRight = !asVersion || pidFile()?.version === asVersion;
    return page?.status === 200 && (await page.text()).includes('<title') && isRight;
  };
  const start = async (version = 'current') => {
    const as = isRoot ? { uid: nobody, gid: nobody } : {};
    const child = spawn(join(home, version, 'bin/mojian'), ['start'], { env, detached: true, stdio: 'ignore', ...as });
    child.unref();
    await expect.poll(() => isUp(), { timeout: 120_000 }).toBe(true);
  };
  const kill = async () => {
    const running = pidFile();
    if (running) process.kill(running.pid, 'SIGKILL');
    await expect.poll(() => pidFile()).toBe(undefined);
  };
  await start();
  return {
    home,
    dataDir,
    run,
    start,
    isUp,
    kill,
    journal,
    port,
    current: () => readlinkSync(join(home, 'current')),
    versions: () => readdirSync(home).sort(),
    running: () => pidFile()?.version,
    async remove() {
      const running = pidFile();
      if (running) process.kill(running.pid, 'SIGKILL');
      await setTimeout(100);
      rmSync(place, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const quickly = ['--watch', '2', '--wait', '120'];

/** Something written on the site, seen by whoever opens its database. */
function write(dataDir: string, views: number) {
  const database = new DatabaseSync(join(dataDir, 'mojian.db'));
  database.exec(
    `pragma busy_timeout = 5000; insert into "visitDays" (day, views, visitors, reads) values ('1999-01-0${views}', ${views}, 0, 0)`,
  );
  database.close();
}

function written(dataDir: string) {
  const database = new DatabaseSync(join(dataDir, 'mojian.db'), { readOnly: true });
  const rows = database.prepare(`select views from "visitDays" where day < '2000' order by day`).all();
  database.close();
  return rows.map(({ views }) => views);
}

function archiveOf(release: string, variant = 'node') {
  const version = JSON.parse(readFileSync(join(release, 'package.json'), 'utf8')).version as string;
  const name = `mojian-${version}-${variant}`;
  const archive = join(folder, `${name}.tar.xz`);
  const options = ['--transform', `s,^${basename(release)},${name},`, '-C', dirname(release), basename(release)];
  execFileSync('tar', ['-cJf', archive, ...options], { env: { ...process.env, XZ_OPT: '-0' } });
  return archive;
}

test(
  'an archive is tried on a copy, put in place, and rolled back with what was written kept as a backup',
  slow,
  async () => {
    site = await install();
    write(site.dataDir, 1);
    const archive = archiveOf(releaseOf('0.2.1'));
    const sum = createHash('sha256').update(readFileSync(archive)).digest('hex');
    writeFileSync(join(folder, 'SHA256SUMS'), `${sum}  ${basename(archive)}\n`);
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
    expect([...owners]).toEqual([isRoot ? nobody : process.getuid?.()]);
  },
);

test('what is no release for this machine is refused in a line, and nothing changes', slow, async () => {
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
  const whole = archiveOf(releaseOf('0.2.1'));
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
  expect(await refusal(releaseOf('0.2.1'))).toContain('正在备份或恢复');
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
    (release) =>
      prepend(release, "if (process.argv.includes('start')) await new Promise((done) => setTimeout(done, 1e8));"),
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
  return `import { ServerResponse } from 'node:http';
const end = ServerResponse.prototype.writeHead;
ServerResponse.prototype.writeHead = function (status, ...rest) {
  return end.call(this, ${when} && this.req?.url === '/archive' ? 500 : status, ...rest);
};`;
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

/** A line that is printed as a step begins, or the step's own name once it is recorded. */
const killed: (RegExp | string)[] = [
  /要用的磁盘/,
  'unpack',
  'backup',
  'copy',
  'trial',
  'compare',
  /换成 0\.2\.1/,
  'start',
  'watch',
  'tidy',
];

describe.each(isLong ? killed : ['start'])('killed at %s', (killAt) => {
  test('the site answers with the old or the new version, and the next upgrade ends it', slow, async () => {
    site = await install(isLong ? await largeDatabase() : undefined);
    write(site.dataDir, 1);
    await site.run(['upgrade', releaseOf('0.2.1'), '--watch', '5', '--wait', '120'], { killAt });
    await expect.poll(() => site.isUp(), { timeout: 120_000 }).toBe(true);
    const ended = await site.run(['upgrade', ...quickly]);
    expect(ended.code).toBe(0);
    expect(site.journal()?.step ?? 'undone').toMatch(/^(done|undone)$/);
    expect(await site.isUp(site.current())).toBe(true);
    expect(written(site.dataDir)).toEqual([1]);
    if (site.current() === '0.2.0') {
      const again = await site.run(['upgrade', releaseOf('0.2.1'), ...quickly]);
      expect(again).toMatchObject({ code: 0, output: expect.stringContaining('升级好了') });
    }
    expect(site.versions()).toEqual(['0.2.0', '0.2.1', 'current']);
    expect(await site.isUp('0.2.1')).toBe(true);
  });

  test.skipIf(!isLong)('after a power cut the next start of the site ends it', slow, async () => {
    site = await install(isLong ? await largeDatabase() : undefined);
    write(site.dataDir, 1);
    await site.run(['upgrade', releaseOf('0.2.1'), '--watch', '5', '--wait', '120'], { killAt });
    const { startPid, trialPid } = (site.journal() ?? {}) as { startPid?: number; trialPid?: number };
    for (const pid of [startPid, trialPid]) if (pid) endNow(pid);
    await site.kill();
    await site.start();
    expect(await site.isUp(site.current())).toBe(true);
    expect(written(site.dataDir)).toEqual([1]);
  });
});

function endNow(pid: number) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // gone
  }
}
