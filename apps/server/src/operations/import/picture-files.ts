import { readFile, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type Addressed, hashOf, placesOf, readPictureAddress } from '../../content/markdown-files/picture-address.ts';

/** Where a picture of an article was found. */
export type PictureSource = Exclude<Addressed, { kind: 'path' }> | { kind: 'file'; path: string; hash: string };

type Place = {
  /** The folder that is imported, as a real path, and the article's file in it. */
  folder: string;
  file: string;
};

const largest = 20 * 1024 * 1024;

/** Finds what an article means by a picture's address. Only files of the folder count, wherever links lead. */
export async function findPicture(address: string, place: Place): Promise<PictureSource> {
  const meant = readPictureAddress(address);
  if (meant.kind !== 'path') return meant;

  const { folder, file } = place;
  let outside = false;
  for (const candidate of placesOf(meant.path, relative(folder, file)).map((below) => join(folder, below))) {
    const path = await realpath(candidate).catch(() => undefined);
    if (path === undefined) continue;
    if (isWithin(place.folder, path)) return readPicture(path);
    outside = true;
  }
  return { kind: 'none', reason: outside ? '在文件夹之外，没有导入' : '找不到文件' };
}

function isWithin(folder: string, path: string) {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

async function readPicture(path: string): Promise<PictureSource> {
  const { size, isFile } = await stat(path).then((found) => ({ size: found.size, isFile: found.isFile() }));
  if (!isFile) return { kind: 'none', reason: '不是文件' };
  if (size > largest) return { kind: 'none', reason: '图片超过 20 MB' };
  return { kind: 'file', path, hash: hashOf(await readFile(path)) };
}
