import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { lstat, readdir, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { readableSize } from '@mojian/contract/platform/readable-size';
import { chinaTime } from '../../platform/dates.ts';
import { isRelease, programFile } from '../../platform/program-files.ts';
import { readRelease } from '../upgrade/release.ts';
import { bad, type Finding, messageOf, ok, warn } from './finding.ts';

const megabyte = 1024 ** 2;
const tolerance = 60_000;

/** Checks that the clock is not behind the newest file written, then asks the system whether it is synchronised. */
export async function checkClock(dataDir: string, now = Date.now()): Promise<Finding> {
  const name = '时钟';
  const advice = '开启时间同步：timedatectl set-ntp true（或装 chrony）。时钟不对，登录、定时发布与验证码都会出错';
  const written = await newestTime(dataDir);
  if (written > now + tolerance)
    return bad(name, `现在是 ${chinaTime(now)}，而数据里有 ${chinaTime(written)} 写下的文件：时钟慢了`, advice);
  const isSynchronised = await askTimedatectl();
  if (isSynchronised === false) return warn(name, `${chinaTime(now)}（北京时间），没有与网络时间同步`, advice);
  const source = isSynchronised ? '，与网络时间同步' : '';
  return ok(name, `${chinaTime(now)}（北京时间）${source}`);
}

async function newestTime(dataDir: string) {
  const names = await readdir(dataDir).catch(() => []);
  const times = await Promise.all(
    names.map((name) =>
      lstat(join(dataDir, name)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  );
  const released = isRelease ? (await readRelease(programFile('.'))).time * 1000 : 0;
  return Math.max(released, ...times);
}

/** Undefined without systemd. */
function askTimedatectl() {
  return new Promise<boolean | undefined>((resolve) => {
    execFile('timedatectl', ['show', '-p', 'NTPSynchronized', '--value'], { timeout: 3000 }, (error, out) =>
      resolve(error ? undefined : out.trim() === 'yes'),
    );
  });
}

/** A backup needs about the size of the data once more. */
export async function checkDisk(dataDir: string): Promise<Finding> {
  const name = '磁盘';
  const { bavail, blocks, bsize, files, ffree } = await statfs(dataDir);
  const free = bavail * bsize;
  const text = `用去 ${Math.round((1 - bavail / blocks) * 100)}%，还有 ${readableSize(free)}`;
  const advice = `腾出地方：看看 ${join(dataDir, 'backups')} 里旧的备份（backup.keep 是留几份），或换大的磁盘。满了就写不进文章与评论`;
  if (free < 200 * megabyte) return bad(name, text, advice);
  if (files > 0 && ffree / files < 0.01) return bad(name, `${text}，但索引节点（inode）快用完了`, '删去大量的小文件');
  if (free < 1024 * megabyte) return warn(name, text, advice);
  return ok(name, text);
}

export async function checkMemory(read = () => readFile('/proc/meminfo', 'utf8')): Promise<Finding> {
  const name = '内存';
  const info = await read().catch(() => '');
  const bytesOf = (field: string) =>
    Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(info)?.[1] ?? Number.NaN) * 1024;
  const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY;
  const total = Math.min(bytesOf('MemTotal') || totalmem(), limit);
  const [swap, available] = [bytesOf('SwapTotal'), bytesOf('MemAvailable')];
  const text = `${readableSize(total)}${Number.isNaN(swap) ? '' : `，交换空间 ${readableSize(swap)}`}${Number.isNaN(available) ? '' : `，可用 ${readableSize(available)}`}`;
  const advice =
    '加交换空间：fallocate -l 512M /swapfile && chmod 600 /swapfile && mkswap /swapfile && swapon /swapfile，再写进 /etc/fstab';
  if (available < 48 * megabyte && !(swap > 0)) return bad(name, `${text}：快用完了`, advice);
  if (total < 700 * megabyte && swap === 0) return warn(name, `${text}：小机器没有交换空间`, advice);
  return ok(name, text);
}

/** Entries of the data folder made by another user, as by a command run as root, cannot be written by the site. */
export async function checkFolder(dataDir: string): Promise<Finding> {
  const name = '数据文件夹';
  const folder = await stat(dataDir);
  if (!folder.isDirectory()) return bad(name, `${dataDir} 不是文件夹`, '改 DATA_DIR');
  const probe = join(dataDir, `.doctor-${randomUUID()}`);
  try {
    await writeFile(probe, 'x'.repeat(4096), { flush: true });
  } catch (error) {
    return bad(name, `${dataDir} 写不进去：${messageOf(error)}`, adviceFor(error, dataDir));
  } finally {
    await rm(probe, { force: true });
  }
  const strangers = await ownedByOthers(dataDir, folder.uid);
  if (strangers.length > 0)
    return bad(
      name,
      `这些不属于文件夹的主人：${strangers.join('、')}，站点可能写不进去`,
      `chown -R ${folder.uid}:${folder.gid} ${dataDir}（多半是用 root 跑过命令）`,
    );
  if (folder.mode & 0o002 && process.platform !== 'win32')
    return warn(name, `${dataDir} 谁都能写`, `chmod 750 ${dataDir}：里面有密码的哈希与会员的资料`);
  return ok(name, `${dataDir}，能写`);
}

function adviceFor(error: unknown, dataDir: string) {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return '磁盘满了：腾出地方';
  if (code === 'EROFS') return '磁盘被挂成只读，多半是它出了错：看 dmesg，修好再重新挂载';
  return `让运行站点的用户能写：chown -R 用户 ${dataDir}`;
}

const namedAtMost = 5;

async function ownedByOthers(dataDir: string, uid: number) {
  const names = await readdir(dataDir);
  const found: string[] = [];
  for (const name of names) {
    const entry = await lstat(join(dataDir, name)).catch(() => undefined);
    if (entry && entry.uid !== uid && found.length < namedAtMost) found.push(name);
  }
  return found;
}
