import { once } from 'node:events';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Failure, isFailure } from '@mojian/contract/platform/failures';
import type { Db } from '../../platform/db/schema.ts';
import type { ArchiveFile } from './archive-file.ts';
import * as queries from './exports.queries.ts';

/** Texts alone: a hundred million signs of them. The whole of it is in memory and in one field of the database. */
const largestArchive = 32 * 1024 * 1024;
const keptFor = 24 * 3_600_000;
/** Progress is written down every so many percent, so that packing is mostly packing. */
const noted = 5;

type Parts = { db: Db; siteUrl: string; largest?: number };

/** Another process finished this run, or its member asked for a newer one. */
class Over extends Error {}

/**
 * Packs a member's data: the effect of `build-data-archive`. A run that is over is left alone, one that a crash cut
 * short begins again. What goes wrong is told to the member, and thrown for the log unless it is of their own making.
 */
export async function buildArchive({ db, siteUrl, largest = largestArchive }: Parts, build: queries.Build) {
  try {
    const onShare = await progressOf(db, build);
    const { archiveFiles } = await import('./archive-files.ts'); // with all it needs, only when somebody asks
    const bytes = await pack(archiveFiles({ db, siteUrl }, build.userId, onShare), largest);
    await queries.keepArchive(db, build, bytes, Date.now() + keptFor);
  } catch (error) {
    if (error instanceof Over) return;
    await queries.keepFailure(db, build, isFailure(error) ? error.message : '打包失败，请重试');
    if (!isFailure(error)) throw error;
  }
}

async function progressOf(db: Db, build: queries.Build) {
  const note = async (percent: number) => {
    if (!(await queries.writeProgress(db, build, percent))) throw new Over();
  };
  let last = 0;
  await note(last);
  return async (share: number) => {
    const percent = Math.min(99, Math.floor(share * 100));
    if (percent - last < noted) return;
    last = percent;
    await note(percent);
  };
}

async function pack(files: AsyncIterable<ArchiveFile>, largest: number) {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  const chunks: Uint8Array[] = [];
  let size = 0;
  zip.outputStream.on('data', (chunk: Uint8Array) => {
    size += chunk.length;
    chunks.push(chunk);
  });
  const refuseTooLarge = () => {
    if (size > largest) throw new Failure('too-large', '数据太多，不能打包，请联系站长');
  };

  for await (const { name, content } of files) {
    const text = Readable.from(content);
    zip.addReadStream(text, name);
    await finished(text); // one after the other: what waits to be packed would fill the memory
    refuseTooLarge();
  }
  zip.end();
  await once(zip.outputStream, 'end');
  refuseTooLarge();
  return Buffer.concat(chunks);
}
