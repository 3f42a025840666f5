import { join } from 'node:path';
import { localStorage } from './local-storage.ts';
import type { Storage } from './storage.ts';

/**
 * Opens the storage that STORAGE_URL names; without one, files live in `files` below the data folder.
 * Throws for an address it cannot serve; the text never repeats the address, which may carry a secret.
 */
export function openStorage(url: string | undefined, dataFolder: string): Storage {
  if (!url) return localStorage(join(dataFolder, 'files'));
  if (url.startsWith('s3://')) {
    throw new Error('STORAGE_URL：暂不支持 s3:// 对象存储，请留空，文件会保存在 DATA_DIR/files。');
  }
  throw new Error('STORAGE_URL：不认识的存储地址，请留空，文件会保存在 DATA_DIR/files。');
}
