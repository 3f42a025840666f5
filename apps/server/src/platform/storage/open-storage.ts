import { join } from 'node:path';
import { localStorage } from './local-storage.ts';
import { readS3Address } from './s3-request.ts';
import { s3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

/**
 * The storage that STORAGE_URL names; without one, files live in `files` below the data folder. Asks nobody yet: see
 * Storage.check. Throws for an address it cannot serve; the text never repeats the address, which carries a secret.
 */
export function openStorage(url: string | undefined, dataFolder: string): Storage {
  if (!url) return localStorage(join(dataFolder, 'files'));
  if (url.startsWith('s3://')) return s3Storage(readS3Address(url));
  throw new Error('STORAGE_URL：不认识的存储地址，须以 s3:// 开头；留空则把文件保存在 DATA_DIR/files。');
}
