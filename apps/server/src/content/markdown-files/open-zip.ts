import { Failure, type FailureId } from '@mojian/contract/platform/failures';
import type { Entry, ZipFile } from 'yauzl';

type Limits = { entries: number; megabytes: number };
const ofOneArticle: Limits = { entries: 500, megabytes: 100 };

/** Deflate reaches 1000:1 on zeros; texts and pictures stay far below this. */
const mostRatio = 200;
const megabyte = 1024 * 1024;
const suspicious = megabyte;

/** `read` unpacks the file again at each call. */
export type Packed = { path: string; size: number; read: () => Promise<Buffer> };

/**
 * Opens a zip and checks all entries before unpacking any.
 * @throws Failure blaming `file`: no zip, too many or too large files, encryption, links, paths outside its folder
 */
export async function openZip(bytes: Uint8Array): Promise<Packed[]> {
  return lookThrough(await open(bytes), ofOneArticle);
}

/** Opens a zip on disk; the caller closes it. */
export async function openZipAt(path: string, limits: Limits) {
  const { openPromise } = await import('yauzl');
  const zip = await openPromise(path, options).catch(() => {
    throw broken();
  });
  try {
    return { files: await lookThrough(zip, limits), close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function lookThrough(zip: ZipFile, most: Limits) {
  if (zip.entryCount > most.entries) throw fileRefused(`压缩包里的文件太多，最多 ${most.entries} 个`, 'too-large');
  const files: Packed[] = [];
  let unpacked = 0;
  for (const entry of await listEntries(zip)) {
    const path = pathOf(entry);
    requireHarmless(entry, path);
    unpacked += entry.uncompressedSize;
    if (unpacked > most.megabytes * megabyte) throw fileRefused(`压缩包解开后超过 ${most.megabytes} MB`, 'too-large');
    if (!path.endsWith('/')) files.push({ path, size: entry.uncompressedSize, read: () => unpack(zip, entry) });
  }
  return files;
}

// Unpacking verifies the declared sizes.
const options = { lazyEntries: true, decodeStrings: false, validateEntrySizes: true, autoClose: false };

async function open(bytes: Uint8Array) {
  const { fromBufferPromise } = await import('yauzl');
  return fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), options).catch(() => {
    throw broken();
  });
}

async function listEntries(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) entries.push(entry);
  } catch {
    throw broken();
  }
  return entries;
}

function requireHarmless(entry: Entry, path: string) {
  if (/^(?:\/|[a-z]:)/i.test(path) || path.split('/').includes('..') || path.includes('\0'))
    throw fileRefused(`压缩包里有指向外面的路径「${path.slice(0, 80).replaceAll('\0', '')}」，没有打开`);
  if (((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000)
    throw fileRefused(`压缩包里有符号链接「${path.slice(0, 80)}」，没有打开`);
  if (entry.isEncrypted()) throw fileRefused('压缩包有密码，请解开后再导入');
  const { compressedSize, uncompressedSize } = entry;
  if (uncompressedSize > suspicious && uncompressedSize > compressedSize * mostRatio)
    throw fileRefused('压缩包的压缩率异常，解开后可能占满内存，没有打开', 'too-large');
}

/** Chinese Windows writes GBK names without marking them. */
function pathOf({ fileNameRaw }: Entry) {
  const name = decode(fileNameRaw, 'utf-8') ?? decode(fileNameRaw, 'gb18030') ?? fileNameRaw.toString('latin1');
  return name
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/, '')
    .normalize('NFC');
}

function decode(bytes: Uint8Array, encoding: string) {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined; // not this encoding
  }
}

async function unpack(zip: ZipFile, entry: Entry) {
  try {
    return Buffer.concat(await (await zip.openReadStreamPromise(entry)).toArray());
  } catch {
    throw broken();
  }
}

function broken() {
  return fileRefused('压缩包打不开，可能没有传完整');
}

export function fileRefused(text: string, id: FailureId = 'invalid-input') {
  return new Failure(id, text, 'file');
}
