import { join } from 'node:path';
import { type BackupWork, backupWork } from '@mojian/contract/operations/backups';
import { z } from 'zod';
import { readIfThere, writeWhole } from '../../platform/storage/local-storage.ts';
import { backupFolder } from './folder.ts';

type Told = { work: BackupWork; toldAt: number };
const toldShape: z.ZodType<Told> = z.object({ work: backupWork, toldAt: z.number() });

const everyMilliseconds = 1000;
/** A process that has said nothing of its work for so long is gone. */
const goneAfter = 15_000;
/** How a work ended is of no concern for ever. */
const forgottenAfter = 24 * 3_600_000;

/**
 * The work with backups that some process of the site does or did last, as it told of it. Told in a file beside the
 * backups: a database in the midst of being replaced could not.
 */
export async function readToldWork(dataDir: string, onBroken: (why: string) => void = () => {}) {
  const told = readTold(await readIfThere(await toldPath(dataDir)), onBroken);
  if (!told) return null;
  const { work, toldAt } = told;
  const toldWithin = work.state === 'running' ? goneAfter : forgottenAfter;
  return Math.abs(Date.now() - toldAt) > toldWithin ? null : work; // the clock may have been set back
}

/** What cannot be read counts as not told: the backups themselves do not depend on it. */
function readTold(bytes: Buffer | undefined, onBroken: (why: string) => void): Told | undefined {
  if (!bytes) return undefined;
  try {
    return toldShape.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    onBroken(`backups/.work 读不出来（${bytes.length} 字节），当作没有`);
    return undefined;
  }
}

/** One writer: what this process tells goes to the disk in the order it was told, whichever work it is about. */
let telling = Promise.resolve();

/** Tells of a work now and again and again until it is over, told for the last time by the returned function. */
export function tellWork(dataDir: string, work: BackupWork) {
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

/** A later work stays told, unless it is over and this one still runs in another process. */
async function writeTold(dataDir: string, told: Told) {
  const path = await toldPath(dataDir);
  const known = readTold(await readIfThere(path), () => {})?.work;
  const isLater = known && known.startedAt > told.work.startedAt;
  if (isLater && (known.state === 'running' || told.work.state !== 'running')) return;
  await writeWhole(path, Buffer.from(JSON.stringify(told)), { mode: 0o600 });
}

async function toldPath(dataDir: string) {
  return join(await backupFolder(dataDir), '.work');
}
