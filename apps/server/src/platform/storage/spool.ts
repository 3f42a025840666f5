import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalFile } from './storage.ts';

export type Spool = Awaited<ReturnType<typeof openSpool>>;

/** Opens a temporary file, which is hashed as it is written. */
export async function openSpool(folder: string) {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${spoolPrefix}${randomUUID()}`);
  const file: FileHandle = await open(path, 'wx');
  const hash = createHash('sha256');
  let size = 0;
  return {
    async write(chunk: Uint8Array) {
      hash.update(chunk);
      size += chunk.length;
      await file.appendFile(chunk);
    },
    async end(): Promise<LocalFile> {
      await file.close();
      return { path, size, sha256: hash.digest('hex') };
    },
    async remove() {
      await file.close().catch(() => {});
      await rm(path, { force: true });
    },
  };
}

/** Writes a content to a temporary file while `use` needs it, which may move it. */
export async function withSpooled<Result>(
  folder: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  use: (file: LocalFile) => Promise<Result>,
) {
  const spool = await openSpool(folder);
  try {
    for await (const chunk of content) await spool.write(chunk);
    return await use(await spool.end());
  } finally {
    await spool.remove();
  }
}

/** Begins the names of temporary files: what a crash leaves is swept away by it. */
export const spoolPrefix = 'upload-';

/** Folder of the temporary files below the data folder. */
export function spoolFolder(dataDir: string) {
  return join(dataDir, 'arriving');
}
