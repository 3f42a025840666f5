import { appendFile, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '@mojian/contract/platform/failures';
import { dayLength } from '@mojian/contract/platform/time';
import { oneAtATime } from '../limits/concurrency.ts';

const abandonedAfterMs = dayLength;

/** Chunk of an upload, and the folder in which it is assembled. */
type Piece = { folder: string; owner: number; id: string; from: number; total: number; bytes: Uint8Array };

/** `already`: result of an earlier complete upload. `whenWhole` throws for an unusable file. */
type Wanted<Whole> = {
  already?: (path: string) => Promise<Whole | undefined>;
  whenWhole: (path: string) => Promise<Whole>;
};

/**
 * Receives uploads in chunks, into files prefixed by `kind`, serially: a repeated chunk may arrive while the first is
 * being written. Unfinished uploads are deleted after a day.
 */
export function inPieces(kind: string) {
  const inTurn = oneAtATime();
  const pathOf = ({ folder, owner, id }: Pick<Piece, 'folder' | 'owner' | 'id'>) =>
    join(folder, `${kind}${owner}-${id}`);
  return {
    pathOf,
    /**
     * Appends a chunk and returns the bytes received so far, from which the sender continues, also when repeating the
     * same file. An unusable file is deleted when complete.
     * @throws Failure too-large when the disk has no room; stale when the beginning is gone; invalid-input for too much
     */
    take: <Whole>(piece: Piece, { already, whenWhole }: Wanted<Whole>) =>
      inTurn(async (): Promise<{ received: number; whole?: Whole }> => {
        const path = pathOf(piece);
        const before = await already?.(path);
        if (before !== undefined) return { received: piece.total, whole: before };
        if (piece.from === 0) await begin(kind, path, piece);
        const received = await append(path, piece);
        if (received < piece.total) return { received };
        return { received, whole: await orRemoved(path, whenWhole) };
      }),
  };
}

async function begin(kind: string, path: string, { folder, total }: Piece) {
  await requireRoom(folder, total);
  await sweep(folder, kind);
  if (!(await stat(path).catch(() => undefined))) await appendFile(path, '', { mode: 0o600 });
}

async function append(path: string, { from, total, bytes }: Piece) {
  const here = (await stat(path).catch(() => undefined))?.size;
  if (here === undefined) throw new Failure('stale', '这次上传已经中断，请重新选择文件', 'file');
  if (here !== from) return here; // repeated or out of order
  if (here + bytes.length > total) throw new Failure('invalid-input', '收到的数据超过文件大小，请重新选择文件', 'file');
  await appendFile(path, bytes);
  return here + bytes.length;
}

async function orRemoved<Whole>(path: string, use: (path: string) => Promise<Whole>) {
  try {
    return await use(path);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** @throws Failure too-large when the disk has no room for this many more bytes */
export async function requireRoom(folder: string, bytes: number) {
  const { bavail, bsize } = await statfs(folder);
  if (bytes > bavail * bsize) throw new Failure('too-large', '磁盘放不下这个文件，请先腾出地方', 'file');
}

/** Deletes files of this prefix untouched for a day. */
export async function sweep(folder: string, kind: string) {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(kind)) continue;
    const { mtimeMs } = await stat(join(folder, name));
    if (Date.now() - mtimeMs > abandonedAfterMs) await rm(join(folder, name), { recursive: true, force: true });
  }
}
