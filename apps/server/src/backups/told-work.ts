import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupWork } from '@mojian/contract/admin/backups';
import { backupFolder } from './folder.ts';

type Told = { work: BackupWork; toldAt: number };

const everyMilliseconds = 1000;
/** A process that has said nothing of its work for so long is gone. */
const goneAfter = 15_000;
/** How a work ended is of no concern for ever. */
const forgottenAfter = 24 * 3_600_000;

/**
 * The work with backups that some process of the site does or did last, as it told of it. Told in a file beside the
 * backups: a database in the midst of being replaced could not.
 */
export async function readToldWork(dataDir: string): Promise<BackupWork | null> {
  const path = await toldPath(dataDir);
  const told = await readFile(path, 'utf8').then(
    (text) => JSON.parse(text) as Told,
    () => undefined, // nothing was told yet
  );
  if (!told) return null;
  const { work, toldAt } = told;
  const toldWithin = work.state === 'running' ? goneAfter : forgottenAfter;
  return Date.now() - toldAt > toldWithin ? null : work;
}

/** Tells of a work now and again and again until it is over, told for the last time by the returned function. */
export function tellWork(dataDir: string, work: BackupWork) {
  let telling = Promise.resolve();
  const tell = () => {
    telling = telling.then(() => writeTold(dataDir, { work, toldAt: Date.now() })).catch(() => {}); // on a full disk only this process knows
    return telling;
  };
  void tell();
  const timer = setInterval(tell, everyMilliseconds).unref();
  return () => {
    clearInterval(timer);
    return tell();
  };
}

/** Nobody reads half of it: it is renamed when it is whole. */
async function writeTold(dataDir: string, told: Told) {
  const path = await toldPath(dataDir);
  const own = `${path}-${process.pid}`;
  await writeFile(own, JSON.stringify(told), { mode: 0o600 });
  await rename(own, path);
}

async function toldPath(dataDir: string) {
  return join(await backupFolder(dataDir), '.work');
}
