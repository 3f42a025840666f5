import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const runningSite = z.object({
  pid: z.int().positive(),
  host: z.string(),
  port: z.int(),
  version: z.string(),
  /** ISO 8601. */
  startedAt: z.string(),
});

/** A site that runs on a data folder. */
export type RunningSite = z.infer<typeof runningSite>;

const pathIn = (dataDir: string) => join(dataDir, 'mojian.pid');

/** Writes DATA_DIR/mojian.pid of this process atomically. */
export function writePidFile(dataDir: string, site: Omit<RunningSite, 'pid'>) {
  const unfinished = `${pathIn(dataDir)}.${randomUUID()}.part`;
  try {
    writeFileSync(unfinished, `${JSON.stringify({ pid: process.pid, ...site })}\n`);
    renameSync(unfinished, pathIn(dataDir));
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** Removes the file of this process; another process of the same folder keeps its own. */
export function removePidFile(dataDir: string) {
  if (readPidFile(dataDir)?.pid === process.pid) rmSync(pathIn(dataDir), { force: true });
}

/** Reads what the last site of a folder wrote; a killed one leaves its file behind, see `isRunning`. */
export function readPidFile(dataDir: string): RunningSite | undefined {
  try {
    return runningSite.safeParse(JSON.parse(readFileSync(pathIn(dataDir), 'utf8'))).data;
  } catch {
    return undefined;
  }
}

/** The other process that runs a site on a data folder; a dead one's file counts as none. */
export function findRunning(dataDir: string): RunningSite | undefined {
  const site = readPidFile(dataDir);
  return site && isRunning(site) ? site : undefined;
}

/** Address of a site on its own machine. */
export function localAddress({ host, port }: Pick<RunningSite, 'host' | 'port'>) {
  const anywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1', '': '127.0.0.1' };
  const name = anywhere[host] ?? host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/**
 * Whether another process runs and is a site: after a reboot its number may belong to any other program, in a container
 * to this process itself.
 */
export function isRunning({ pid }: Pick<RunningSite, 'pid'>) {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('mojian');
  } catch {
    return true; // owned by another user
  }
}
