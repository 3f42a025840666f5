import { once } from 'node:events';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { DataArchive } from '@mojian/contract/operations/exports';
import { Failure, isFailure } from '@mojian/contract/platform/failures';
import { requireConfirmed } from '../../core/identity/passwords.ts';
import { chinaDay, isoTime } from '../../platform/dates.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { issueTicket, takeTicket } from '../../platform/tickets/tickets.ts';
import type { ArchiveFile } from './archive-files.ts';
import * as queries from './exports.queries.ts';

const ticketKind = { name: 'data-archive', seconds: 300 };
/** A run this old has failed. */
const expiresAfter = 24 * 3_600_000;
const partLength = 256 * 1024;

const none: DataArchive = { state: 'none', progress: 0, bytes: 0, failure: '', expiresAt: null };

/** Queues an archive and drops the former one, unless a run is under way. @throws Failure as requireConfirmed */
export async function startArchive(db: Db, viewer: Viewer): Promise<DataArchive> {
  await requireConfirmed(db, viewer);
  const build = { userId: viewer.id, createdAt: Date.now() };
  await db.transaction().execute((trx) => begin(trx, build));
  return archiveState(db, viewer);
}

async function begin(trx: Trx, build: queries.Build) {
  if (await queries.insertArchive(trx, build, build.createdAt + expiresAfter))
    await enqueue(trx, 'build-data-archive', build);
}

export async function archiveState(db: Db, viewer: Viewer): Promise<DataArchive> {
  const archive = await queries.findArchive(db, viewer.id, Date.now());
  if (!archive) return none;
  const { state, progress, failure, size, expiresAt } = archive;
  return { state, progress, failure, bytes: size, expiresAt: state === 'ready' ? isoTime(expiresAt) : null };
}

/** Issues a one-time address. @throws Failure not-found; as requireConfirmed */
export async function archiveAddress(db: Db, viewer: Viewer) {
  await requireConfirmed(db, viewer);
  const archive = await queries.findArchive(db, viewer.id, Date.now());
  if (archive?.state !== 'ready') throw new Failure('not-found', '还没有打好的数据包，请先打包');
  const { id: userId } = viewer;
  const ticket = await issueTicket(db, ticketKind, { userId, createdAt: archive.createdAt }, { userId });
  return { url: `/v1/account/export/file?ticket=${ticket}` };
}

/** Redeems a ticket; undefined for a wrong, used or expired one, or a deleted archive. */
export async function openArchive(db: Db, ticket: string) {
  const build = await takeTicket<queries.Build>(db, ticketKind, ticket);
  const archive = build && (await queries.findArchive(db, build.userId, Date.now()));
  if (archive?.state !== 'ready' || archive.createdAt !== build?.createdAt) return undefined;
  const name = `mojian-${build.userId}-${chinaDay(build.createdAt)}.zip`;
  return { name, size: archive.size, parts: deps(db, build, archive.size) };
}

export async function dropOldArchives(db: Db, now = Date.now()) {
  await queries.deleteOld(db, now);
}

async function* deps(db: Db, build: queries.Build, size: number) {
  for (let from = 0; from < size; from += partLength) {
    const part = await queries.readBytes(db, build, from, partLength);
    if (!part) throw new Error('数据包在下载途中被换掉了');
    yield part;
  }
}

/** Bytes; the archive is built in memory and stored in one field. */
const largestArchive = 32 * 1024 * 1024;
const keepMs = 24 * 3_600_000;
/** Writes progress every this many percent. */
const noted = 5;

type Deps = { db: Db; siteUrl: string; largest?: number };

/** Thrown when the run was finished elsewhere or replaced. */
class Over extends Error {}

/**
 * Outbox effect: builds the archive, restarts after a crash, ignores a replaced run. Failures are shown to the member,
 * and thrown unless the member caused them.
 */
export async function buildArchive({ db, siteUrl, largest = largestArchive }: Deps, build: queries.Build) {
  try {
    const onShare = await progressOf(db, build);
    const { archiveFiles } = await import('./archive-files.ts'); // with all it needs, only when somebody asks
    const bytes = await pack(archiveFiles({ db, siteUrl }, build.userId, onShare), largest);
    await queries.keepArchive(db, build, bytes, Date.now() + keepMs);
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
