import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { pipeline } from 'node:stream/promises';
import { isFailure } from '@mojian/contract/platform/failures';
import { commandBusyFor } from '../../platform/command-line.ts';
import type { Config } from '../../platform/config.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { sweep } from '../../platform/storage/pieces.ts';
import { decrypt } from '../backups/age.ts';
import { explainSealed } from '../backups/errors.ts';
import { backupFolder } from '../backups/folder.ts';
import type { OnProgress } from '../backups/progress.ts';
import { fetchBackup, findRemoteNamed } from '../remotes/remote-backups.ts';

type Found = { path: string; dispose: () => Promise<void> };

const nothing = async () => {};

/**
 * Finds what is to be restored: a file, one of this site's own backups by its name, one encrypted by a passphrase that is
 * asked for, or `地方/名字` for one elsewhere, which is brought here first. @throws Error in Chinese
 */
export async function findBackup(typed: string, config: Config, onProgress: OnProgress): Promise<Found> {
  const [, place, name = ''] = /^([^/]+)\/(mojian-[\w-]+\.zip(?:\.age)?)$/.exec(typed) ?? [];
  if (place !== undefined && !existsSync(typed))
    return { path: await fetchFrom(config, { place, name }, onProgress), dispose: nothing };
  const path = existsSync(typed) ? typed : ownBackup(typed, config);
  return path.endsWith('.age') && existsSync(path) ? decrypted(path, config) : { path, dispose: nothing };
}

/** A name as `backup list` prints it: only the site's own account may look into their folder. */
function ownBackup(typed: string, { dataDir }: Config) {
  const own = join(dataDir, 'backups', typed);
  return basename(typed) === typed && existsSync(own) ? own : typed;
}

async function fetchFrom(
  config: Config,
  { place, name: file }: { place: string; name: string },
  onProgress: OnProgress,
) {
  const db = openDatabase(config.databaseUrl, { busyFor: commandBusyFor });
  try {
    const remote = await findRemoteNamed(db, place).catch(() => undefined);
    if (!remote) throw new Error(`没有叫「${place}」的地方：后台「备份 › 别处的备份」里有哪些，用 backup list 看`);
    const request = { id: remote.id, name: file };
    const fetched = (passphrase: string) => fetchBackup({ ...config, db }, { ...request, passphrase }, onProgress);
    const name = await fetched('').catch(async (error) => {
      if (!isFailure(error) || error.field !== 'passphrase') throw error;
      return fetched(await askPassphrase('它是用以前的口令加密的，请输入那时的口令：'));
    });
    return join(await backupFolder(config.dataDir), name);
  } finally {
    await db.destroy();
  }
}

async function decrypted(typed: string, { dataDir }: Config): Promise<Found> {
  const passphrase = await askPassphrase();
  const folder = await backupFolder(dataDir);
  await sweep(folder, '.opened-'); // leftovers of a killed command
  const path = join(folder, `.opened-${basename(typed, '.age')}`);
  const dispose = () => rm(path, { force: true });
  try {
    await pipeline(decrypt(createReadStream(typed), passphrase), createWriteStream(path, { mode: 0o600 }));
    return { path, dispose };
  } catch (error) {
    await dispose();
    throw explainSealed(error);
  }
}

async function askPassphrase(question = '加密的口令：') {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const typed = await terminal.question(question);
  terminal.close();
  return typed.trim();
}
