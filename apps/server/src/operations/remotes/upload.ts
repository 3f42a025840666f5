import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { decrypt, prepareEncryption } from '../backups/age.ts';
import { type RemoteFolder, RemoteRefused, type Upload } from './clients/client.ts';
import { fileNames } from './remote-files.ts';

type UploadInput = {
  folder: RemoteFolder;
  /** The backup's file and name here. */
  path: string;
  name: string;
  /** '' uploads it as it is. */
  passphrase: string;
  largestFile?: number | undefined;
};

/**
 * Uploads a backup and proves it: what is read back has the sum of what was sent and, decrypted, that of the file here.
 * Needs memory for some pieces of 64 KB. What does not come to its end leaves nothing under the name of a backup.
 * @returns its name, size and number of files there @throws RemoteRefused
 */
export async function uploadBackup({ folder, path, name: own, passphrase, largestFile }: UploadInput) {
  const { size } = await stat(path);
  const encryption = passphrase === '' ? undefined : await prepareEncryption(passphrase);
  const [name, bytes] = encryption ? [`${own}.age`, encryption.sizeOf(size)] : [own, size];
  const { namesWhole } = await folder.prepare();
  const lengths = lengthsOf(bytes, { largestFile, namesWhole });
  const files = fileNames(name, lengths.length);
  const plain = new Summed(createReadStream(path));
  const sending = cut(encryption ? encryption.encrypt(plain.read()) : plain.read());
  const back = encryption && readBack(passphrase);
  try {
    for (const [at, length] of lengths.entries())
      await putProven(folder, { name: files[at] ?? name, bytes: length, content: sending.take(length) }, back);
    if (back) requireSame((await back.sum()) === plain.sum());
  } catch (error) {
    for (const file of files) await folder.remove(file).catch(() => {});
    throw error;
  } finally {
    await sending.end();
    back?.end();
  }
  return { name, bytes, pieces: files.length };
}

/** Lengths of the files; where half a file may bear its name, the last byte is one of its own, sent once all others are proven. */
function lengthsOf(
  bytes: number,
  { largestFile = bytes, namesWhole }: { largestFile?: number | undefined; namesWhole: boolean },
) {
  const cutBytes = namesWhole ? bytes : bytes - 1;
  const count = Math.ceil(cutBytes / largestFile);
  const lengths = Array.from({ length: count }, (_, at) => Math.min(largestFile, cutBytes - at * largestFile));
  return namesWhole ? lengths : [...lengths, 1];
}

/** Sends a file and compares what is read back with what was sent. */
async function putProven(folder: RemoteFolder, file: Upload, back: ReturnType<typeof readBack> | undefined) {
  const sent = new Summed(file.content);
  await folder.put({ ...file, content: sent.read() }, async (read) => {
    const returned = new Summed(read);
    for await (const chunk of returned.read()) await back?.write(chunk);
    requireSame(returned.sum() === sent.sum());
  });
}

function requireSame(isSame: boolean) {
  if (!isSame) throw new RemoteRefused('读回来的和送去的不一样：那边存坏了，这一份没有留下，会再抄一次');
}

/** Computes the sum of a stream while it is read. */
class Summed {
  readonly #source: AsyncIterable<Uint8Array>;
  readonly #hash = createHash('sha256');

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source;
  }

  async *read() {
    for await (const chunk of this.#source) {
      this.#hash.update(chunk);
      yield chunk;
    }
  }

  sum() {
    return this.#hash.digest('hex');
  }
}

/** Takes a stream in lengths, one after the other. */
function cut(source: AsyncIterable<Uint8Array>) {
  const iterator = source[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array();
  return {
    async *take(length: number) {
      for (let left = length; left > 0; ) {
        if (rest.length === 0) {
          const { value, done } = await iterator.next();
          if (done) return;
          rest = value;
        }
        const piece = rest.subarray(0, left);
        rest = rest.subarray(piece.length);
        left -= piece.length;
        yield piece;
      }
    },
    end: async () => void (await iterator.return?.()),
  };
}

/** Decrypts what is written to it, and says the sum of that. */
function readBack(passphrase: string) {
  const stream = new PassThrough();
  const plain = new Summed(decrypt(stream, passphrase));
  const reading = (async () => {
    for await (const _ of plain.read());
  })();
  reading.catch(() => stream.destroy());
  return {
    async write(chunk: Uint8Array) {
      if (stream.destroyed) requireSame(false);
      if (!stream.write(chunk)) await drained(stream);
    },
    async sum() {
      stream.end();
      await reading.catch(() => requireSame(false));
      return plain.sum();
    },
    end: () => stream.destroy(),
  };
}

function drained(stream: PassThrough) {
  return new Promise<void>((resolve) => {
    const done = () => {
      stream.off('drain', done).off('close', done);
      resolve();
    };
    stream.once('drain', done).once('close', done);
  });
}
