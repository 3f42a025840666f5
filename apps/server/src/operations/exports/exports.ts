import type { DataArchive } from '@mojian/contract/operations/exports';
import { Failure } from '@mojian/contract/platform/failures';
import { requireConfirmed } from '../../core/identity/passwords.ts';
import { chinaDay, isoTime } from '../../platform/dates.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { issueTicket, takeTicket } from '../../platform/tickets/tickets.ts';
import * as queries from './exports.queries.ts';

const ticketKind = { name: 'data-archive', seconds: 300 };
/** A run that is not over by then never will be. */
const givenUpAfter = 24 * 3_600_000;
const partLength = 256 * 1024;

const none: DataArchive = { state: 'none', progress: 0, bytes: 0, failure: '', expiresAt: null };

/** Has the viewer's data packed, unless that is under way. An earlier archive is thrown away. @throws Failure as requireConfirmed. */
export async function startArchive(db: Db, viewer: Viewer): Promise<DataArchive> {
  await requireConfirmed(db, viewer);
  const build = { userId: viewer.id, createdAt: Date.now() };
  await db.transaction().execute((trx) => begin(trx, build));
  return archiveState(db, viewer);
}

async function begin(trx: Trx, build: queries.Build) {
  if (await queries.insertArchive(trx, build, build.createdAt + givenUpAfter))
    await enqueue(trx, 'build-data-archive', build);
}

/** How far the viewer's archive is. */
export async function archiveState(db: Db, viewer: Viewer): Promise<DataArchive> {
  const archive = await queries.findArchive(db, viewer.id, Date.now());
  if (!archive) return none;
  const { state, progress, failure, size, expiresAt } = archive;
  return { state, progress, failure, bytes: size, expiresAt: state === 'ready' ? isoTime(expiresAt) : null };
}

/** A new address for the viewer's archive, which opens it once. @throws Failure not-found, and as requireConfirmed. */
export async function archiveAddress(db: Db, viewer: Viewer) {
  await requireConfirmed(db, viewer);
  const archive = await queries.findArchive(db, viewer.id, Date.now());
  if (archive?.state !== 'ready') throw new Failure('not-found', '还没有打好的数据包，请先打包');
  const { id: userId } = viewer;
  const ticket = await issueTicket(db, ticketKind, { userId, createdAt: archive.createdAt }, { userId });
  return { url: `/v1/account/export/file?ticket=${ticket}` };
}

/** The archive a ticket opens, once: nothing for a wrong, used or old one, or when the archive is gone. */
export async function openArchive(db: Db, ticket: string) {
  const build = await takeTicket<queries.Build>(db, ticketKind, ticket);
  const archive = build && (await queries.findArchive(db, build.userId, Date.now()));
  if (archive?.state !== 'ready' || archive.createdAt !== build?.createdAt) return undefined;
  const name = `mojian-${build.userId}-${chinaDay(build.createdAt)}.zip`;
  return { name, size: archive.size, parts: parts(db, build, archive.size) };
}

/** Throws away what nobody can download any more. */
export async function dropOldArchives(db: Db, now = Date.now()) {
  await queries.deleteOld(db, now);
}

async function* parts(db: Db, build: queries.Build, size: number) {
  for (let from = 0; from < size; from += partLength) {
    const part = await queries.readBytes(db, build, from, partLength);
    if (!part) throw new Error('数据包在下载途中被换掉了');
    yield part;
  }
}
