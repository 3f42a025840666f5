import { join } from 'node:path';
import { localStorage } from './local-storage.ts';
import { readS3Address } from './s3-request.ts';
import { s3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

/**
 * Opens the storage of STORAGE_URL; without one, `files` below the data folder. Makes no request yet: see
 * Storage.check.
 * @throws Error for an unusable address, whose text never repeats it, since it holds a secret
 */
export function openStorage(url: string | undefined, dataFolder: string): Storage {
  if (!url) return localStorage(join(dataFolder, 'files'));
  if (url.startsWith('s3://')) return s3Storage(readS3Address(url));
  throw new Error('STORAGE_URL：不认识的存储地址，须以 s3:// 开头；留空则把文件保存在 DATA_DIR/files。');
}
