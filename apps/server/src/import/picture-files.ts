import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';

/** Where a picture of an article was found. */
export type PictureSource =
  | { kind: 'remote'; address: string }
  | { kind: 'bytes'; bytes: Uint8Array; hash: string }
  | { kind: 'file'; path: string; hash: string }
  | { kind: 'none'; reason: string };

type Place = {
  /** The folder that is imported, as a real path, and the article's file in it. */
  folder: string;
  file: string;
};

const largest = 20 * 1024 * 1024;

/** Folders below the site's own whose files stand at its root: Hexo, Hugo, VitePress, Jekyll. */
const roots = ['', 'public', 'static', 'source', 'assets', 'docs', 'docs/public', 'content'];

/** Finds what an article means by a picture's address. Only files of the folder count, wherever links lead. */
export async function findPicture(address: string, place: Place): Promise<PictureSource> {
  if (/^(?:https?:)?\/\//i.test(address)) return { kind: 'remote', address: address.replace(/^\/\//, 'https://') };
  if (/^data:/i.test(address)) return readDataAddress(address);
  if (/^[a-z][a-z\d+.-]+:/i.test(address)) return { kind: 'none', reason: '不是文件' };

  let outside = false;
  for (const candidate of candidates(address, place)) {
    const path = await realpath(candidate).catch(() => undefined);
    if (path === undefined) continue;
    if (isWithin(place.folder, path)) return readPicture(path);
    outside = true;
  }
  return { kind: 'none', reason: outside ? '在文件夹之外，没有搬' : '找不到文件' };
}

function isWithin(folder: string, path: string) {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function candidates(address: string, { folder, file }: Place) {
  const plain = decoded(address.replace(/[?#].*$/s, ''))
    .replaceAll('\\', '/')
    .replaceAll('\0', '');
  const path = plain.replace(/^[@~](?=\/)/, '');
  const besides = [join(dirname(file), path), join(file.replace(/\.\w+$/, ''), path)];
  const below = roots.map((root) => join(folder, root, path));
  return path.startsWith('/') ? below : [...besides, ...below];
}

async function readPicture(path: string): Promise<PictureSource> {
  const { size, isFile } = await stat(path).then((found) => ({ size: found.size, isFile: found.isFile() }));
  if (!isFile) return { kind: 'none', reason: '不是文件' };
  if (size > largest) return { kind: 'none', reason: '图片超过 20 MB' };
  return { kind: 'file', path, hash: hashOf(await readFile(path)) };
}

function readDataAddress(address: string): PictureSource {
  const [, data] = /^data:image\/[\w.+-]+;base64,(.*)$/is.exec(address) ?? [];
  if (data === undefined) return { kind: 'none', reason: '内嵌的数据不是图片' };
  const bytes = Buffer.from(data, 'base64');
  return { kind: 'bytes', bytes, hash: hashOf(bytes) };
}

function hashOf(bytes: Uint8Array) {
  return createHash('sha256').update(bytes).digest('base64url');
}

function decoded(address: string) {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
