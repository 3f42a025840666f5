import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeZip } from '../backups/write-zip.ts';
import type { ContentFile } from './export-content.ts';

/** The same content gives the same zip: nothing in it says when it was made. */
const sameTime = new Date(2000, 0, 1);

/**
 * Writes files into a new folder, or into a zip when the path ends like one. What fails leaves nothing behind.
 * @throws Error in Chinese when something is there already.
 */
export async function writeExport(path: string, files: AsyncIterable<ContentFile>) {
  if (/\.zip$/i.test(path)) return writeAsZip(path, files);
  if (existsSync(path) && (await readdir(path)).length > 0) throw new Error(`这个文件夹里已经有东西，没有动：${path}`);
  return writeAsFolder(path, files);
}

async function writeAsZip(path: string, files: AsyncIterable<ContentFile>) {
  if (existsSync(path)) throw new Error(`已经有这个文件，没有覆盖：${path}`);
  let count = 0;
  await writeZip(
    path,
    async (add) => {
      for await (const { name, content } of files) {
        await add(name, [content], { packed: typeof content !== 'string' });
        count += 1;
      }
    },
    { time: sameTime },
  );
  return count;
}

async function writeAsFolder(path: string, files: AsyncIterable<ContentFile>) {
  const unfinished = `${path}.part`;
  await rm(unfinished, { recursive: true, force: true });
  let count = 0;
  try {
    for await (const { name, content } of files) {
      const target = join(unfinished, name);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, content);
      count += 1;
    }
    await rm(path, { recursive: true, force: true }); // empty, as was seen
    await rename(unfinished, path);
    return count;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}
