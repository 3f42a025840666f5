import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { tryLock, waitForLock } from './file-lock.ts';

/** A process: after a reboot, or in a container, its number alone may mean any other program. */
export type ProcessIdentity = {
  pid: number;
  /** Boot and start of the process; '' on systems that tell neither. */
  mark: string;
};

const siteFile = z.object({
  pid: z.int().positive(),
  /** Versions up to 0.2.0 wrote none, and held no lock. */
  mark: z.string().optional(),
  host: z.string(),
  port: z.int(),
  version: z.string(),
  /** ISO 8601. */
  startedAt: z.string(),
});
type SiteFile = z.infer<typeof siteFile>;

/** A site that runs on a data folder. */
export type RunningSite = SiteFile & ProcessIdentity;

const pathIn = (dataDir: string) => join(dataDir, 'mojian.pid');
const lockIn = (dataDir: string) => join(dataDir, 'mojian.lock');

/** Milliseconds in which a site that stops has left its folder, unless it still answers requests. */
const waitAtMost = 3000;

/**
 * Takes a data folder for this process until the returned function or the end of the process. Sites on PostgreSQL may
 * share a folder (`shared`).
 * @throws Error in Chinese while another process runs on it
 */
export async function lockDataFolder(dataDir: string, { shared = false } = {}) {
  const release = await waitForLock(lockIn(dataDir), { shared, milliseconds: waitAtMost });
  if (!release)
    throw new Error(`${describeHolder(dataDir)}正用着这个数据文件夹：${dataDir}。请先停下它，或换一个 DATA_DIR`);
  return release;
}

function describeHolder(dataDir: string) {
  const site = readPidFile(dataDir);
  return site ? `另一个墨笺（进程 ${site.pid}，端口 ${site.port}）` : '另一个墨笺';
}

/** Whether a process, this one too, runs on a data folder. */
export function isDataFolderLocked(dataDir: string) {
  if (!existsSync(lockIn(dataDir))) return false;
  const release = tryLock(lockIn(dataDir));
  release?.();
  return release === undefined;
}

/** Writes DATA_DIR/mojian.pid of this process atomically. */
export function writePidFile(dataDir: string, site: Omit<SiteFile, keyof ProcessIdentity>) {
  const unfinished = `${pathIn(dataDir)}.${randomUUID()}.part`;
  try {
    writeFileSync(unfinished, `${JSON.stringify({ ...identityOf(process.pid), ...site })}\n`);
    renameSync(unfinished, pathIn(dataDir));
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** Removes the file of this process; another process of the same folder keeps its own. */
export function removePidFile(dataDir: string) {
  if (readPidFile(dataDir)?.pid === process.pid) rmSync(pathIn(dataDir), { force: true });
}

/** Reads what the last site of a folder wrote; a killed one leaves its file behind, see `findRunning`. */
export function readPidFile(dataDir: string): SiteFile | undefined {
  try {
    return siteFile.safeParse(JSON.parse(readFileSync(pathIn(dataDir), 'utf8'))).data;
  } catch {
    return undefined;
  }
}

/** The other process that runs a site on a data folder; the file of a dead one, or of a former boot, counts as none. */
export function findRunning(dataDir: string): RunningSite | undefined {
  const site = readPidFile(dataDir);
  if (!site) return undefined;
  const { pid, mark } = site;
  if (mark === undefined)
    return hasStartedBy(pid, Date.parse(site.startedAt)) ? { ...site, ...identityOf(pid) } : undefined;
  return isAlive({ pid, mark }) && isDataFolderLocked(dataDir) ? { ...site, mark } : undefined;
}

/** Address of a site on its own machine. */
export function localAddress({ host, port }: Pick<RunningSite, 'host' | 'port'>) {
  const anywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1', '': '127.0.0.1' };
  const name = anywhere[host] ?? host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

export function identityOf(pid: number): ProcessIdentity {
  const ticks = startTicks(pid);
  return { pid, mark: ticks === undefined ? '' : `${bootOf(pid)} ${ticks}` };
}

/**
 * As the process itself reads it: a container covers the id of its host, and a service of systemd in it, with a /proc of
 * its own, still sees the host's.
 */
function bootOf(pid: number) {
  const id = '/proc/sys/kernel/random/boot_id';
  return readLine(`/proc/${pid}/root${id}`) || readLine(id);
}

/** Whether another process is the very one whose identity was kept. */
export function isAlive({ pid, mark }: ProcessIdentity) {
  return isAnyProcess(pid) && identityOf(pid).mark === mark;
}

/** For files without a mark: whoever took a dead site's number began later than that site wrote its file. */
function hasStartedBy(pid: number, time: number) {
  if (!isAnyProcess(pid)) return false;
  const ticks = startTicks(pid);
  if (ticks === undefined) return process.platform !== 'linux';
  const [uptime = '0'] = readLine('/proc/uptime').split(' ');
  return Date.now() - Number(uptime) * 1000 + ticks * millisecondsPerTick <= time;
}

/** Linux counts starts of processes in hundredths of a second, on every architecture. */
const millisecondsPerTick = 10;

function isAnyProcess(pid: number) {
  if (pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Ticks from boot to the start of a process; undefined where the system does not tell. Field 22 of `man 5 proc_pid_stat`. */
function startTicks(pid: number) {
  const stat = readLine(`/proc/${pid}/stat`);
  const [, ...fields] = stat.slice(stat.lastIndexOf(')')).split(' '); // the program's name may hold blanks
  return fields[19] === undefined ? undefined : Number(fields[19]);
}

function readLine(path: string) {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}
