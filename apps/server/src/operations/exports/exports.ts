import { once } from 'node:events';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { DataArchive } from '@mojian/contract/operations/exports';
import { Failure, isFailure } from '@mojian/contract/platform/failures';
import { chinaDay, dayLength } from '@mojian/contract/platform/time';
import { type SqlBool, sql, type Updateable } from 'kysely';
import { isoTime } from '../../platform/dates.ts';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';
import type { Tables } from '../../platform/db/table.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { issueTicket, takeTicket } from '../../platform/tickets/tickets.ts';
import type { ArchiveFile } from './archive-files.ts';

const ticketKind = { name: 'data-archive', seconds: 300 };
/** A run this old has failed. */
const expiresAfter = dayLength;
const partLength = 256 * 1024;

const none: DataArchive = { state: 'none', progress: 0, bytes: 0, failure: '', expiresAt: null };

/** Queues an archive and drops the former one, unless a run is under way. */
export async function startArchive(db: Db, viewer: Viewer): Promise<DataArchive> {
  const build = { userId: viewer.id, createdAt: Date.now() };
  await db.transaction().execute((trx) => begin(trx, build));
  return archiveState(db, viewer);
}

async function begin(trx: Trx, build: Build) {
  if (await insertArchive(trx, build, build.createdAt + expiresAfter)) await enqueue(trx, 'build-data-archive', build);
}

export async function archiveState(db: Db, viewer: Viewer): Promise<DataArchive> {
  const archive = await findArchive(db, viewer.id, Date.now());
  if (!archive) return none;
  const { state, progress, failure, size, expiresAt } = archive;
  return { state, progress, failure, bytes: size, expiresAt: state === 'ready' ? isoTime(expiresAt) : null };
}

/** Issues a one-time address. @throws Failure not-found */
export async function issueArchiveAddress(db: Db, viewer: Viewer) {
  const archive = await findArchive(db, viewer.id, Date.now());
  if (archive?.state !== 'ready') throw new Failure('not-found', '还没有打好的数据包，请先打包');
  const { id: userId } = viewer;
  const ticket = await issueTicket(db, ticketKind, { userId, createdAt: archive.createdAt }, { userId });
  return { url: `/v1/account/export/file?ticket=${ticket}` };
}

/** Redeems a ticket; undefined for a wrong, used or expired one, or a deleted archive. */
export async function openArchive(db: Db, ticket: string) {
  const build = await takeTicket<Build>(db, ticketKind, ticket);
  const archive = build && (await findArchive(db, build.userId, Date.now()));
  if (archive?.state !== 'ready' || archive.createdAt !== build?.createdAt) return undefined;
  const name = `mojian-${build.userId}-${chinaDay(build.createdAt)}.zip`;
  const stream = Readable.from(chunks(db, build, archive.size), { objectMode: false });
  return { name, size: archive.size, stream };
}

export async function dropOldArchives(db: Db, now = Date.now()) {
  await deleteOldArchives(db, now);
}

async function* chunks(db: Db, build: Build, size: number) {
  for (let from = 0; from < size; from += partLength) {
    const part = await readBytes(db, build, from, partLength);
    if (!part) throw new Error('数据包在下载途中被换掉了');
    yield part;
  }
}

/** Bytes; the archive is built in memory and stored in one field. */
const largestArchive = 32 * 1024 * 1024;
const keepMs = dayLength;
/** Writes progress every this many percent. */
const noted = 5;

type Deps = { db: Db; tables: Tables; siteUrl: string; largest?: number };

/** Thrown when the run was finished elsewhere or replaced. */
class Over extends Error {}

/**
 * Outbox effect: builds the archive, restarts after a crash, ignores a replaced run. Failures are shown to the member,
 * and thrown unless the member caused them.
 */
export async function buildArchive({ db, tables, siteUrl, largest = largestArchive }: Deps, build: Build) {
  try {
    const onShare = await progressOf(db, build);
    const { archiveFiles } = await import('./archive-files.ts'); // loaded on use, with its dependencies
    const bytes = await pack(archiveFiles({ db, tables, siteUrl }, build.userId, onShare), largest);
    await keepArchive(db, build, bytes, Date.now() + keepMs);
  } catch (error) {
    if (error instanceof Over) return;
    await keepFailure(db, build, isFailure(error) ? error.message : '打包失败，请重试');
    if (!isFailure(error)) throw error;
  }
}

async function progressOf(db: Db, build: Build) {
  const note = async (percent: number) => {
    if (!(await writeProgress(db, build, percent))) throw new Over();
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
    await finished(text); // serially, to bound memory
    refuseTooLarge();
  }
  zip.end();
  await once(zip.outputStream, 'end');
  refuseTooLarge();
  return Buffer.concat(chunks);
}

/** Identifies a run; a later request invalidates it. */
type Build = { userId: number; createdAt: number };

const isRunning = sql<SqlBool>`"dataArchives".state in ('waiting', 'building')`;

/** False while a run is under way and not expired. */
async function insertArchive(trx: Trx, { userId, createdAt }: Build, expiresAt: number) {
  const fresh = { state: 'waiting', progress: 0, bytes: null, failure: '', createdAt, expiresAt } as const;
  const begun = await trx
    .insertInto('dataArchives')
    .values({ userId, ...fresh })
    .onConflict((known) =>
      known
        .column('userId')
        .doUpdateSet(fresh)
        .where(({ or, not, eb }) => or([not(isRunning), eb('dataArchives.expiresAt', '<=', createdAt)])),
    )
    .returning('userId')
    .executeTakeFirst();
  return begun !== undefined;
}

function findArchive(db: Db, userId: number, now: number) {
  return db
    .selectFrom('dataArchives')
    .select([
      'state',
      'progress',
      'failure',
      'createdAt',
      'expiresAt',
      sql<number>`coalesce(length(bytes), 0)`.as('size'),
    ])
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/** False when the run was finished, failed or replaced. */
async function writeProgress(db: Db, build: Build, progress: number) {
  return change(db, build, { state: 'building', progress });
}

async function keepArchive(db: Db, build: Build, bytes: Uint8Array, expiresAt: number) {
  return change(db, build, { state: 'ready', progress: 100, bytes, expiresAt });
}

async function keepFailure(db: Db, build: Build, failure: string) {
  return change(db, build, { state: 'failed', bytes: null, failure });
}

async function change(db: Db, { userId, createdAt }: Build, values: Updateable<Schema['dataArchives']>) {
  const { numUpdatedRows } = await db
    .updateTable('dataArchives')
    .set(values)
    .where('userId', '=', userId)
    .where('createdAt', '=', createdAt)
    .where(isRunning)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) > 0;
}

/** Byte range of a finished archive, from 0; undefined when it is gone. */
async function readBytes(db: Db, { userId, createdAt }: Build, from: number, length: number) {
  const row = await db
    .selectFrom('dataArchives')
    .select(sql<Uint8Array>`substr(bytes, ${from + 1}, ${length})`.as('part'))
    .where('userId', '=', userId)
    .where('createdAt', '=', createdAt)
    .where('state', '=', 'ready')
    .executeTakeFirst();
  return row?.part;
}

async function deleteOldArchives(db: Db, now: number) {
  await db.deleteFrom('dataArchives').where('expiresAt', '<=', now).execute();
}
