import { spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { expect, inject } from 'vitest';
import { copyRelease, installRelease, makeRelease } from './releases.ts';
import { freePort } from './site.ts';

/** Upgraded by root, run by a user of its own, as install.sh has it. */
const isRoot = process.getuid?.() === 0;
const nobody = 65534;
/** Owner of the data. */
export const ownUser = isRoot ? nobody : process.getuid?.();

export type Installed = Awaited<ReturnType<typeof install>>;
type Run = { killAt?: RegExp | string; version?: string };

/** Folder for the releases of a test file, with 0.2.0 in it. */
export function openReleases() {
  const folder = mkdtempSync(join(tmpdir(), 'mojian-upgrade-'));
  chmodSync(folder, 0o755);
  const pathOf = (name: string) => join(folder, 'releases', name);
  mkdirSync(join(folder, 'releases'));
  makeRelease(pathOf('0.2.0'), '0.2.0');
  return {
    folder,
    pathOf,
    /** A later version of it, changed. */
    next(name: string, change: (release: string) => void, version = '0.2.1') {
      if (!existsSync(pathOf(name))) copyRelease(pathOf('0.2.0'), pathOf(name), version, change);
      return pathOf(name);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export type Releases = ReturnType<typeof openReleases>;

type Options = {
  dataDir?: string;
  from?: string;
  env?: Record<string, string>;
  /** Runs the commands of the program, not the site. */
  wrap?: string[];
  /** Folder of programs found before the system's. */
  toolsIn?: string;
};

/** A site as install.sh lays it out, without a service manager: version 0.2.0, started. `from`: a data folder to copy. */
export async function install(releases: Releases, options: Options = {}) {
  const place = mkdtempSync(join(releases.folder, 'mojian-'));
  const home = join(place, 'opt');
  const { dataDir = join(place, 'data'), from = join(inject('firstSites'), 'empty') } = options;
  mkdirSync(home);
  installRelease(releases.pathOf('0.2.0'), home, '0.2.0');
  cpSync(from, dataDir, { recursive: true });
  rmSync(join(dataDir, 'covers'), { force: true }); // a link to what other tests share
  if (isRoot) for (const path of [dataDir, ...listFiles(dataDir)]) lchownSync(path, nobody, nobody);
  if (isRoot) chmodSync(place, 0o755);
  const port = await freePort();
  const env = {
    ...process.env,
    PATH: [options.toolsIn, dirname(process.execPath), process.env.PATH].filter(Boolean).join(':'),
    INSTALLED: home,
    DATA_DIR: dataDir,
    PORT: String(port),
    SMTP_URL: 'keep:',
    SAMPLE_CONTENT: '0',
    NODE_ENV: 'production',
    ...options.env,
  };

  const journal = () => readJson(join(dataDir, 'upgrades/journal.json'));
  const run = (args: string[], { killAt, version = 'current' }: Run = {}) => {
    const [program = '', ...words] = [...(options.wrap ?? []), join(home, version, 'bin/mojian'), ...args];
    const child = spawn(program, words, { env });
    let output = '';
    const killWhen = () => {
      const isThere = killAt instanceof RegExp ? killAt.test(output) : killAt && journal()?.step === killAt;
      if (isThere) child.kill('SIGKILL');
    };
    const timer = killAt === undefined ? undefined : setInterval(killWhen, 2);
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
  const running = () => {
    const { pid, version } = readJson(join(dataDir, 'mojian.pid')) ?? {};
    return typeof pid === 'number' && isAlive(pid) ? { pid, version } : undefined;
  };
  const isUp = async (asVersion?: string) => {
    const page = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    const isRight = !asVersion || running()?.version === asVersion;
    return page?.status === 200 && (await page.text()).includes('<title') && isRight;
  };
  const start = async (version = 'current') => {
    const as = isRoot ? { uid: nobody, gid: nobody } : {};
    const child = spawn(join(home, version, 'bin/mojian'), ['start'], { env, detached: true, stdio: 'ignore', ...as });
    child.unref();
    await expect.poll(() => isUp(), { timeout: 120_000 }).toBe(true);
  };
  const kill = async () => {
    const { pid } = running() ?? {};
    if (pid) endNow(pid);
    await expect.poll(running).toBe(undefined);
  };
  await start();
  return {
    home,
    dataDir,
    port,
    env,
    run,
    start,
    isUp,
    kill,
    journal,
    current: () => readlinkSync(join(home, 'current')),
    versions: () => readdirSync(home).sort(),
    running: () => running()?.version,
    async remove() {
      for (const pid of [running()?.pid, journal()?.startPid, journal()?.trialPid])
        if (typeof pid === 'number' && pid > 0) endNow(pid);
      await setTimeout(100);
      rmSync(place, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function readJson(path: string) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export function endNow(pid: number) {
  try {
    if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('mojian.js')) process.kill(pid, 'SIGKILL');
  } catch {
    // gone
  }
}

export function listFiles(of: string) {
  return readdirSync(of, { recursive: true, encoding: 'utf8' }).map((path) => join(of, path));
}

/** Bytes of the files below a folder, each once however many names it has. */
function bytesIn(folder: string) {
  const seen = new Map<number, number>();
  try {
    for (const path of listFiles(folder)) {
      const file = statSync(path, { throwIfNoEntry: false });
      if (file?.isFile()) seen.set(file.ino, file.size);
    }
  } catch {
    // a folder went away meanwhile: the next time counts
  }
  return [...seen.values()].reduce((sum, size) => sum + size, 0);
}

/** Moments at which an upgrade is killed: a line that is printed as a step begins, or the step's own name once it is recorded. */
export const killPoints: (RegExp | string)[] = [
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

/** Options that make an upgrade in a test short. */
export const quickly = ['--watch', '2', '--wait', '120'];

/** Something written on the site, seen by whoever opens its database. */
export function write(dataDir: string, views: number) {
  const database = new DatabaseSync(join(dataDir, 'mojian.db'));
  database.exec(
    `pragma busy_timeout = 5000; insert into "visitDays" (day, views, visitors, reads) values ('1999-01-0${views}', ${views}, 0, 0)`,
  );
  database.close();
}

export function written(dataDir: string) {
  const database = new DatabaseSync(join(dataDir, 'mojian.db'), { readOnly: true });
  const rows = database.prepare(`select views from "visitDays" where day < '2000' order by day`).all();
  database.close();
  return rows.map(({ views }) => views);
}

/** Polls a site while work runs. @returns the work's result and the longest time without an answer, in milliseconds */
export async function watchAnswers<Result>(site: Installed, work: Promise<Result>) {
  let isDone = false;
  let longest = 0;
  let disk = 0;
  const before = bytesIn(site.dataDir);
  void work.finally(() => {
    isDone = true;
  });
  for (let answeredAt = Date.now(), measuredAt = 0; !isDone; await setTimeout(20)) {
    const page = await fetch(`http://127.0.0.1:${site.port}/healthz`).catch(() => undefined);
    if (page?.status === 200) answeredAt = Date.now();
    longest = Math.max(longest, Date.now() - answeredAt);
    if (Date.now() - measuredAt < 100) continue;
    measuredAt = Date.now();
    disk = Math.max(disk, bytesIn(site.dataDir) - before);
  }
  return { result: await work, longest, disk };
}
