import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, statSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { putInPlace } from '../../platform/durable-files.ts';
import { readSum, sha256 } from './download.ts';
import { compareVersions } from './home.ts';
import { checkRelease, type Release, readRelease, versionPattern } from './release.ts';

/** A release as the owner has it: an archive, or a folder somebody unpacked. `bytes`: unpacked. */
export type Source = { path: string; isFolder: boolean; version: string; bytes: number };

const damaged = (path: string) => new Error(`这个文件不完整或已损坏（多半没有下载完），请重新下载：${path}`);
const foreign = (path: string) => new Error(`不是墨笺的发布包：${path}`);

/** Says what a file or folder holds, without unpacking. @throws Error in Chinese for what cannot be a release */
export async function inspect(typed: string): Promise<Source> {
  const path = resolve(typed);
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new Error(`没有这个文件：${path}`);
  if (found.isDirectory()) return inspectFolder(path);
  if (path.endsWith('.zip')) throw new Error('这是 Windows 用的发布包，这里要 .tar.xz 的一种');
  if (!path.endsWith('.tar.xz')) throw foreign(path);
  await compareSum(path);
  const { top, bytes } = await listArchive(path);
  const [, version = ''] = /^mojian-(\d.*)-(?:linux-x64|linux-arm64|node)$/.exec(top) ?? [];
  if (!versionPattern.test(version)) throw foreign(path);
  return { path, isFolder: false, version, bytes };
}

async function inspectFolder(path: string): Promise<Source> {
  const { version, files } = await readRelease(path);
  const bytes = Object.keys(files).reduce(
    (sum, file) => sum + (statSync(join(path, file), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  return { path, isFolder: true, version, bytes };
}

/** Compares an archive with the SHA256SUMS beside it, if there is one that names it. */
async function compareSum(path: string) {
  const list = join(dirname(path), 'SHA256SUMS');
  if (!existsSync(list)) return;
  const wanted = readSum(readFileSync(list, 'utf8'), basename(path));
  if (wanted && (await sha256(path)) !== wanted)
    throw new Error(`这个文件与旁边的 SHA256SUMS 对不上（没有下载完，或被改过），请重新下载：${path}`);
}

/** Reads the whole list of an archive: one that ends early fails here, and so does one that would write elsewhere. */
async function listArchive(path: string) {
  const tar = spawn('tar', ['-tJf', path, '--verbose', '--numeric-owner', '--quoting-style=literal'], {
    env: { PATH: pathOfTools, LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise<number | null>((done, fail) => tar.on('error', fail).on('close', done));
  const tops = new Set<string>();
  let bytes = 0;
  let isHostile = false;
  for await (const line of createInterface({ input: tar.stdout })) {
    const [, kind = '', size = '', name = ''] = /^(.)\S+ +\S+ +(\d+) +\S+ +\S+ (.+)$/.exec(line) ?? [];
    const segments = name.split('/');
    isHostile ||= !'-d'.includes(kind) || kind === '' || segments.includes('..') || name.startsWith('/');
    tops.add(segments[0] ?? '');
    bytes += Number(size);
  }
  const code = await ended.catch(() => {
    throw new Error('这台机器上没有 tar，装上再试');
  });
  if (code !== 0) throw hasXz() ? damaged(path) : new Error('这台机器上没有 xz，装上（如 apt install xz-utils）再试');
  const [top = ''] = tops;
  if (isHostile || tops.size !== 1) throw foreign(path);
  return { top, bytes };
}

const pathOfTools = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

function hasXz() {
  return spawnSync('xz', ['--version'], { env: { PATH: pathOfTools } }).status === 0;
}

/** @throws Error in one line unless the release is newer than what runs here */
export function requireNewer(version: string, current: string) {
  const difference = compareVersions(version, current);
  if (difference === 0) throw new Error(`已经是 ${current}，不用升级`);
  if (difference < 0)
    throw new Error(`这是更旧的 ${version}，现在是 ${current}：只能换成更新的，要退回上一版用 mojian rollback`);
}

/** Unpacks beside the versions and checks every file; `target` appears only whole. */
export async function unpack({ path, isFolder, version }: Source, target: string): Promise<Release> {
  const unfinished = `${target}.tmp`;
  await rm(unfinished, { recursive: true, force: true });
  try {
    if (isFolder) cpSync(path, unfinished, { recursive: true, verbatimSymlinks: true });
    else await unpackArchive(path, unfinished);
    const release = await checkRelease(unfinished);
    if (release.version !== version) throw foreign(path);
    await requireNothingElse(unfinished, release);
    requireFitting(unfinished, release);
    await rm(target, { recursive: true, force: true }); // left by a failed upgrade
    await putInPlace(unfinished, target);
    return release;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function unpackArchive(path: string, folder: string) {
  await mkdir(folder);
  const options = ['--strip-components=1', '--no-same-owner', '--no-same-permissions'];
  const tar = spawn('tar', ['-xJf', path, '-C', folder, ...options], {
    env: { PATH: pathOfTools, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  tar.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const code = await new Promise((done, fail) => tar.on('error', fail).on('close', done));
  if (code === 0) return;
  throw /No space left/.test(said) ? new Error('磁盘满了，没有升级') : damaged(path);
}

/** Refuses an unpacked release with files that its list does not name. */
async function requireNothingElse(folder: string, { files }: Release) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(folder.length + 1);
    const isListed = entry.isDirectory() || path === 'release.json' || Object.hasOwn(files, path);
    if (!isListed || entry.isSymbolicLink()) throw new Error(`发布包里多出了 ${path}，没有升级。请重新下载、解开。`);
  }
}

const oldestNode = 24;

/** @throws Error in Chinese unless its Node runs on this machine */
function requireFitting(folder: string, { variant }: Release) {
  const machine = `${process.platform}-${process.arch}`;
  if (variant !== 'node' && variant !== machine) throw new Error(`这是 ${variant} 的发布包，这台机器是 ${machine}`);
  const node = variant === 'node' ? 'node' : join(folder, 'node/node');
  const { stdout, status } = spawnSync(node, ['--version'], { encoding: 'utf8', timeout: 20_000 });
  if (status === 0 && Number(/^v(\d+)/.exec(stdout)?.[1]) >= oldestNode) return;
  throw new Error(
    variant === 'node'
      ? `这一种发布包要先装好 Node.js ${oldestNode}`
      : `这个发布包在这台机器上运行不了（${machine}），请换成 -node 的一种`,
  );
}
