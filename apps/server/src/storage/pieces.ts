import { appendFile, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '@mojian/contract/failures';

const givenUpAfter = 24 * 3_600_000;

type Coming = { folder: string; name: string; from: number; total: number };

/**
 * Takes the next piece of a file that is sent up. Says how many bytes are here now: after a lost answer the sender goes
 * on from there. What others left unfinished for a day, under names that begin like `kind`, is swept up.
 * @throws Failure too-large when the disk has no room; stale when the beginning is gone; invalid-input for too much.
 */
export async function takePiece(kind: string, { folder, name, from, total }: Coming, bytes: Uint8Array) {
  const path = join(folder, name);
  if (from === 0) {
    await requireRoom(folder, total);
    await sweep(folder, kind);
    if (!(await stat(path).catch(() => undefined))) await appendFile(path, '', { mode: 0o600 });
  }
  const here = (await stat(path).catch(() => undefined))?.size;
  if (here === undefined) throw new Failure('stale', '这次上传已经中断，请重新选择文件', 'file');
  if (here !== from) return here; // came a second time, or out of turn
  if (here + bytes.length > total) throw new Failure('invalid-input', '传来的比说好的多，请重新选择文件', 'file');
  await appendFile(path, bytes);
  return here + bytes.length;
}

/** @throws Failure too-large when the disk has no room for so many bytes more. */
export async function requireRoom(folder: string, bytes: number) {
  const { bavail, bsize } = await statfs(folder);
  if (bytes > bavail * bsize) throw new Failure('too-large', '磁盘放不下这个文件，请先腾出地方', 'file');
}

/** Removes what lies in a folder under names that begin like `kind` and nobody has touched for a day. */
export async function sweep(folder: string, kind: string) {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(kind)) continue;
    const { mtimeMs } = await stat(join(folder, name));
    if (Date.now() - mtimeMs > givenUpAfter) await rm(join(folder, name), { recursive: true, force: true });
  }
}
