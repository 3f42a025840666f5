import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Failure } from '@mojian/contract/platform/failures';
import { requireRoom } from '../../platform/storage/pieces.ts';
import { decrypt, isSealed, readLock } from './age.ts';
import { explainSealed, unusable } from './errors.ts';
import { backupFolder } from './folder.ts';
import { beginReading, type OnProgress } from './progress.ts';
import { workAlone } from './work-alone.ts';

type Place = { dataDir: string; databaseUrl: string };

/** Whether a file is encrypted. @throws Failure invalid-input for one that no passphrase opens */
export async function isEncryptedFile(path: string) {
  if (!(await isSealed(createReadStream(path, { end: 63 })))) return false;
  await readLock(createReadStream(path)).catch(() => {
    throw unusable('是加密的，但不是用口令，或没有传完');
  });
  return true;
}

/** @throws Failure invalid-input naming `passphrase`; not-found for a file that is gone */
export async function requirePassphrase(path: string, passphrase: string) {
  if (!(await stat(path).catch(() => undefined)))
    throw new Failure('not-found', '上传的文件只留一天，已经不在了，请再选一次');
  const opens = await readLock(createReadStream(path));
  await opens(passphrase).catch((error) => {
    throw explainSealed(error);
  });
}

/**
 * Decrypts a file and has it made a backup; what is not whole is not kept, and the encrypted file stays.
 * @returns what `store` makes of the decrypted one @throws Failure
 */
export function decryptFile<Stored>(
  place: Place,
  { path, passphrase }: { path: string; passphrase: string },
  { store, onProgress }: { store: (path: string) => Promise<Stored>; onProgress: OnProgress },
) {
  return workAlone(place, async () => {
    const folder = await backupFolder(place.dataDir);
    const { size } = await stat(path);
    await requireRoom(folder, size);
    const plain = join(folder, '.decrypted.part');
    try {
      const reading = beginReading(onProgress, 'decrypt', size);
      await pipeline(decrypt(reading(createReadStream(path)), passphrase), createWriteStream(plain, { mode: 0o600 }));
      return await store(plain);
    } catch (error) {
      throw explainSealed(error);
    } finally {
      await rm(plain, { force: true });
    }
  });
}
