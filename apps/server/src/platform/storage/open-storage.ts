import { join } from 'node:path';
import { localStorage } from './local-storage.ts';
import { readS3Address } from './s3-address.ts';
import { s3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

/** Opens the storage of STORAGE_URL; without one, `files` below the data folder. Makes no request: see Storage.check. */
export function openStorage(url: string | undefined, dataFolder: string): Storage {
  return url ? s3Storage(readS3Address(url)) : localStorage(join(dataFolder, 'files'));
}
