import { createHash } from 'node:crypto';
import { posix } from 'node:path';

/** What a picture's address says before anything is looked for. */
export type Addressed =
  | { kind: 'remote'; address: string }
  | { kind: 'bytes'; bytes: Uint8Array; hash: string }
  | { kind: 'none'; reason: string }
  | { kind: 'path'; path: string };

/** Folders below the site's own whose files stand at its root: Hexo, Hugo, VitePress, Jekyll. */
const roots = ['', 'public', 'static', 'source', 'assets', 'docs', 'docs/public', 'content'];

/** Reads the address of a picture; a path comes decoded, with forward slashes. */
export function readPictureAddress(address: string): Addressed {
  if (/^(?:https?:)?\/\//i.test(address)) return { kind: 'remote', address: address.replace(/^\/\//, 'https://') };
  if (/^data:/i.test(address)) return readDataAddress(address);
  if (/^[a-z][a-z\d+.-]+:/i.test(address)) return { kind: 'none', reason: '不是文件' };
  const plain = decoded(address.split(/[?#]/, 1)[0] ?? '')
    .replaceAll('\\', '/')
    .replaceAll('\0', '');
  return { kind: 'path', path: plain.replace(/^[@~](?=\/)/, '') };
}

/** Where in a folder a path may lead from a file of it, likeliest first. Both paths below the folder may leave it. */
export function placesOf(path: string, file: string): string[] {
  const besides = [posix.join(posix.dirname(file), path), posix.join(file.replace(/\.\w+$/, ''), path)];
  const below = roots.map((root) => posix.join(root, path.replace(/^\/+/, '')));
  return path.startsWith('/') ? below : [...besides, ...below];
}

export function hashOf(bytes: Uint8Array) {
  return createHash('sha256').update(bytes).digest('base64url');
}

function readDataAddress(address: string): Addressed {
  const [, data] = /^data:image\/[\w.+-]+;base64,(.*)$/is.exec(address) ?? [];
  if (data === undefined) return { kind: 'none', reason: '内嵌的数据不是图片' };
  const bytes = Buffer.from(data, 'base64');
  return { kind: 'bytes', bytes, hash: hashOf(bytes) };
}

function decoded(address: string) {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
