import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { adminContent } from '@mojian/contract/operations/content';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import { fileRefused, openZipAt } from '../../content/markdown-files/open-zip.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { inPieces, requireRoom, sweep } from '../../platform/storage/pieces.ts';

type Piece = Input<typeof adminContent.upload>;

const kind = 'content-';
const limits = { entries: 100_000, megabytes: 16 * 1024 };
const largestFile = 64 * 1024 * 1024;
/** System files in a zip. */
const aside = /(?:^|\/)(?:__MACOSX|node_modules|\.[^/]*)(?:\/|$)/;

const coming = inPieces(kind);

/** Stores the next piece of an upload; checks the whole and deletes it when unusable. @throws Failure blaming `file` */
export async function receiveContent(dataDir: string, viewer: Viewer, { query, body }: Piece) {
  const piece = { folder: await importsFolder(dataDir), owner: viewer.id, ...query, bytes: body.file.bytes };
  const { received } = await coming.take(piece, { whenWhole: async (path) => (await look(path)).close() });
  return { received };
}

async function look(path: string) {
  const { files, close } = await openZipAt(path, limits);
  const wanted = files.filter((file) => !aside.test(file.path));
  const tooLarge = wanted.find(({ size }) => size > largestFile);
  const isContent = wanted.some((file) => /\.(?:md|markdown|mdx)$|(?:^|\/)mojian\.json$/i.test(file.path));
  if (isContent && !tooLarge) return { files: wanted, close };
  close();
  if (tooLarge) throw fileRefused(`压缩包里的「${tooLarge.path.slice(0, 80)}」超过 64 MB`, 'too-large');
  throw fileRefused('压缩包里没有 Markdown 文件');
}

/** Unpacks an upload once. @throws Failure not-found */
export async function openReceived(dataDir: string, viewer: Viewer, id: string) {
  const path = await pathOf(dataDir, viewer, id);
  if (!(await stat(path).catch(() => undefined))) throw new Failure('not-found', '上传的文件不在了，请重新上传', 'id');
  const unpacked = `${path}.files`;
  return unpackContent(path, unpacked);
}

/** Unpacks a zip of Markdown into a new folder, or finds it unpacked. Returns the innermost folder with everything. */
export async function unpackContent(path: string, target: string) {
  if (!(await stat(target).catch(() => undefined))) await unpack(path, target);
  return innermost(target);
}

async function unpack(path: string, target: string) {
  const { files, close } = await look(path);
  const unfinished = `${target}.part`;
  try {
    await requireRoom(
      dirname(path),
      files.reduce((sum, { size }) => sum + size, 0),
    );
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { mode: 0o700 });
    for (const file of files) {
      const place = join(unfinished, file.path);
      await mkdir(dirname(place), { recursive: true });
      await writeFile(place, await file.read(), { mode: 0o600 });
    }
    await rename(unfinished, target);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  } finally {
    close();
  }
}

/** Skips folders that contain nothing but one folder. */
async function innermost(folder: string): Promise<string> {
  const [only, ...others] = await readdir(folder, { withFileTypes: true });
  if (!only?.isDirectory() || others.length > 0) return folder;
  return innermost(join(folder, only.name));
}

export async function forgetReceived(dataDir: string, viewer: Viewer, id: string) {
  const path = await pathOf(dataDir, viewer, id);
  for (const one of [path, `${path}.files`]) await rm(one, { recursive: true, force: true });
}

async function importsFolder(dataDir: string) {
  const folder = join(dataDir, 'imports');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await sweep(folder, kind);
  return folder;
}

async function pathOf(dataDir: string, { id: owner }: Viewer, id: string) {
  return coming.pathOf({ folder: await importsFolder(dataDir), owner, id });
}
