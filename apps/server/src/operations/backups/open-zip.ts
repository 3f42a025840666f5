import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { isFailure } from '@mojian/contract/platform/failures';
import type { Entry, ZipFile } from 'yauzl';
import { typeOfKey } from '../../platform/storage/storage.ts';
import { unusable } from './errors.ts';
import { entryNames } from './manifest.ts';

/** Similar rows compress well, but no real backup exceeds this. */
const mostRatio = 300;
const suspicious = 16 * 1024 * 1024;
const largestFile = 256 * 1024 * 1024;
const largestManifest = 4 * 1024 * 1024;

export type BackupZip = Awaited<ReturnType<typeof openBackupZip>>;

/**
 * Checks the directory: known names only, each once, plausible sizes.
 * @throws Failure in Chinese when broken or hostile
 */
export async function openBackupZip(path: string) {
  const zip = await open(path);
  try {
    const { named, files } = await readEntries(zip);
    return {
      files,
      has: (name: string) => named.has(name),
      sizeOf: (name: string) => named.get(name)?.uncompressedSize ?? 0,
      async read(name: string): Promise<Readable> {
        const entry = named.get(name);
        if (!entry) throw unusable(`缺少 ${name}`);
        return readEntry(zip, entry);
      },
      manifest: () => readManifest(zip, named.get(entryNames.manifest)),
      /** Files in order; read each before the next. */
      eachFile: () => eachFile(path),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function open(path: string): Promise<ZipFile> {
  const { openPromise } = await import('yauzl');
  try {
    return await openPromise(path, { lazyEntries: true, autoClose: false, strictFileNames: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw unusable('没有这个文件');
    if (code === 'EACCES')
      throw unusable('没有权限读。里面有密钥，别让谁都能读：请把它移进数据文件夹，归运行墨笺的用户（chown）');
    if (code === 'EISDIR') throw unusable('打不开这个文件');
    throw unusable('不是 zip，或者没有传完');
  }
}

async function readEntries(zip: ZipFile) {
  const named = new Map<string, Entry>();
  let files = 0;
  await eachEntry(zip, (entry) => {
    const isFile = requireHarmless(entry);
    if (named.has(entry.fileName)) throw unusable(`里面有两个 ${entry.fileName}`);
    if (isFile) files += 1;
    else named.set(entry.fileName, entry);
  });
  return { named, files };
}

function requireHarmless(entry: Entry) {
  const { fileName, compressedSize, uncompressedSize } = entry;
  const isFile = keyOf(fileName) !== undefined;
  if (!isFile && !/^(?:manifest\.json|files\.ndjson|rows\/\w{1,63}\.ndjson)$/.test(fileName))
    throw unusable(`里面有不该有的「${fileName.slice(0, 80)}」`);
  if (entry.isEncrypted()) throw unusable('它有密码');
  if (isFile && uncompressedSize > largestFile) throw unusable(`文件 ${fileName} 太大`);
  if (uncompressedSize > suspicious && uncompressedSize > compressedSize * mostRatio)
    throw unusable('压缩率异常，解开后可能占满磁盘，没有打开');
  return isFile;
}

async function eachEntry(zip: ZipFile, use: (entry: Entry) => void) {
  try {
    for await (const entry of zip.eachEntry()) use(entry);
  } catch (error) {
    if (isFailure(error)) throw error;
    const { message } = error as Error;
    throw unusable(
      /relative path|absolute path|invalid characters/.test(message)
        ? '里面有指向别处的路径，没有打开'
        : '目录损坏，多半没有传完',
    );
  }
}

async function readManifest(zip: ZipFile, entry: Entry | undefined): Promise<unknown> {
  if (!entry) throw unusable('里面没有 manifest.json，不是墨笺的备份');
  if (entry.uncompressedSize > largestManifest) throw unusable('manifest.json 太大');
  const bytes = await wholeOf(await readEntry(zip, entry));
  if (crc32(bytes) !== entry.crc32) throw unusable('manifest.json 损坏');
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw unusable('manifest.json 读不懂');
  }
}

/** Reports corrupt bytes as such. */
async function readEntry(zip: ZipFile, entry: Entry): Promise<Readable> {
  const broken = () => unusable(`${entry.fileName} 损坏`);
  const stream = await zip.openReadStreamPromise(entry).catch(() => {
    throw broken();
  });
  return Readable.from(withError(stream, broken), { objectMode: false });
}

async function* withError(stream: Readable, broken: () => Error) {
  try {
    yield* stream as AsyncIterable<Uint8Array>;
  } catch {
    throw broken();
  }
}

async function wholeOf(stream: Readable) {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream as AsyncIterable<Uint8Array>) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* eachFile(path: string) {
  const zip = await open(path);
  try {
    for await (const entry of zip.eachEntry()) {
      const key = keyOf(entry.fileName);
      if (key === undefined) continue;
      yield { key, content: (await readEntry(zip, entry)) as AsyncIterable<Uint8Array> };
    }
  } finally {
    zip.close();
  }
}

function keyOf(name: string) {
  const key = name.startsWith('files/') ? name.slice('files/'.length) : '';
  return typeOfKey(key) === undefined ? undefined : key;
}
