import type { Readable } from 'node:stream';
import { Failure, type FailureId } from '@mojian/contract/platform/failures';
import type { Entry, ZipFile } from 'yauzl';

type Limits = { entries: number; megabytes: number };
const ofOneArticle: Limits = { entries: 500, megabytes: 100 };

/** Deflate reaches 1000:1 on zeros; texts and pictures stay far below this. */
const mostRatio = 200;
const megabyte = 1024 * 1024;
const suspicious = megabyte;

/** `read` and `open` unpack the file again at each call. */
export type Packed = {
  path: string;
  size: number;
  modifiedAt: number;
  read: () => Promise<Buffer>;
  open: () => Promise<Readable>;
};

/** Reports an entry that is left out; the others remain. */
type LeaveOut = (path: string, reason: string) => void;

/**
 * Opens a zip and checks all entries before unpacking any.
 * @throws Failure blaming `file`: no zip, too many or too large files, encryption, links, paths outside its folder
 */
export async function openZip(bytes: Uint8Array): Promise<Packed[]> {
  return lookThrough(await open(bytes), ofOneArticle);
}

/**
 * Opens a zip on disk; the caller closes it. With `leaveOut`, links, paths outside and names that come twice are left
 * out instead of refusing the whole.
 */
export async function openZipAt(path: string, limits: Limits, leaveOut?: LeaveOut) {
  const { openPromise } = await import('yauzl');
  const zip = await openPromise(path, options).catch(() => {
    throw broken();
  });
  try {
    return { files: await lookThrough(zip, limits, leaveOut), close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function lookThrough(zip: ZipFile, most: Limits, leaveOut?: LeaveOut) {
  if (zip.entryCount > most.entries) throw fileRefused(`压缩包里的文件太多，最多 ${most.entries} 个`, 'too-large');
  const files = new Map<string, Packed>();
  let unpacked = 0;
  for (const entry of await listEntries(zip)) {
    const path = pathOf(entry);
    if (isLeftOut(entry, path, files, leaveOut)) continue;
    requireReasonable(entry);
    unpacked += entry.uncompressedSize;
    if (unpacked > most.megabytes * megabyte) throw fileRefused(`压缩包解开后超过 ${most.megabytes} MB`, 'too-large');
    if (!path.endsWith('/')) files.set(path, packed(zip, entry, path));
  }
  return [...files.values()];
}

function isLeftOut(entry: Entry, path: string, files: Map<string, Packed>, leaveOut: LeaveOut | undefined) {
  const dangerous = whyRefused(entry, path);
  if (dangerous && !leaveOut) throw fileRefused(`压缩包里有${dangerous}「${shown(path)}」，没有打开`);
  const reason = dangerous ?? (leaveOut && files.has(path) ? '同名的文件出现两次，用了前一个' : undefined);
  if (reason) leaveOut?.(shown(path), reason);
  return reason !== undefined;
}

function packed(zip: ZipFile, entry: Entry, path: string): Packed {
  return {
    path,
    size: entry.uncompressedSize,
    modifiedAt: entry.getLastModDate().getTime(),
    read: () => unpack(zip, entry),
    open: () => zip.openReadStreamPromise(entry),
  };
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

function whyRefused(entry: Entry, path: string) {
  if (/^(?:\/|[a-z]:)/i.test(path) || path.split('/').includes('..') || path.includes('\0')) return '指向外面的路径';
  return ((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000 ? '符号链接' : undefined;
}

function requireReasonable(entry: Entry) {
  if (entry.isEncrypted()) throw fileRefused('压缩包有密码，请解开后再导入');
  const { compressedSize, uncompressedSize } = entry;
  if (uncompressedSize > suspicious && uncompressedSize > compressedSize * mostRatio)
    throw fileRefused('压缩包的压缩率异常，解开后可能占满内存，没有打开', 'too-large');
}

function shown(path: string) {
  return path.slice(0, 80).replaceAll('\0', '');
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
