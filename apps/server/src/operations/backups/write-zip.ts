import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';

type Content = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** Writes an entry and returns its size and checksum. `packed`: already compressed. */
export type Add = (
  name: string,
  content: Content,
  how?: { packed?: boolean },
) => Promise<{ bytes: number; sha256: string }>;

/**
 * Writes a zip of mode 0600 under a temporary name, renamed once synced to disk; leaves nothing on an error. @returns
 * the result of `fill`
 */
export async function writeZip<Result>(
  path: string,
  fill: (add: Add) => Promise<Result>,
  { time = new Date() }: { time?: Date } = {},
): Promise<Result> {
  const { ZipFile } = await import('yazl');
  const unfinished = `${path}.part`;
  await rm(unfinished, { force: true });
  const zip = new ZipFile();
  const file = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true });
  const written = pipeline(zip.outputStream, file);
  written.catch(() => {}); // the promise awaited below reports it
  try {
    const result = await fill((name, content, { packed = false } = {}) => {
      const sum = openSum();
      const source = Readable.from(sum.read(content), { objectMode: false });
      zip.addReadStream(source, name, {
        mode: 0o100600,
        mtime: time,
        ...(packed ? { compress: false } : { compressionLevel }),
      });
      return Promise.race([finished(source), written]).then(sum.result);
    });
    zip.end();
    await written;
    await rename(unfinished, path);
    return result;
  } catch (error) {
    file.destroy();
    await finished(file).catch(() => {});
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Twice as fast as the default 6, a tenth larger. */
const compressionLevel = 3;

function openSum() {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    async *read(content: Content) {
      for await (const piece of content) {
        const part = typeof piece === 'string' ? Buffer.from(piece) : piece;
        hash.update(part);
        bytes += part.length;
        yield part;
      }
    },
    result: () => ({ bytes, sha256: hash.digest('hex') }),
  };
}
