import type { Upload } from '@mojian/contract/core/uploads';
import { Failure } from '@mojian/contract/platform/failures';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { readSettings } from '../settings/settings.ts';

export const megabyte = 1024 * 1024;

/** Used and allowed bytes of a member. */
export async function readQuota(db: Db, viewer: Viewer): Promise<Upload['quota']> {
  return { used: await sumBytes(db, viewer.id), most: await quotaOf(db, viewer) };
}

/** Allowed bytes. Owner and admins have no limit. */
export async function quotaOf(db: Db, { role }: Viewer) {
  if (role === 'owner' || role === 'admin') return null;
  return (await readSettings(db)).uploads.quota * megabyte;
}

type Incoming = { key: string | undefined; bytes: number };

/** @throws Failure when an upload exceeds the quota; repeated uploads count nothing */
export async function requireRoom(db: Db, viewer: Viewer, file: Incoming) {
  await requireRoomOf(db, viewer, file, await quotaOf(db, viewer));
}

/** As `requireRoom`, also within a transaction. */
export async function requireRoomOf(db: Db | Trx, viewer: Viewer, file: Incoming, most: number | null) {
  if (most === null) return;
  const used = await sumBytes(db, viewer.id);
  if (used + Math.max(file.bytes, 1) <= most) return;
  if (file.key && (await findOwnedFile(db, file.key, viewer.id))) return;
  throw new Failure('too-large', `图片空间不够了：已用 ${inMegabytes(used)}，最多 ${inMegabytes(most)}`, 'file');
}

function inMegabytes(bytes: number) {
  return `${Math.round((bytes / megabyte) * 10) / 10} MB`;
}

/** A file that this member uploaded. */
export function findOwnedFile(db: Db | Trx, key: string, userId: number) {
  return db
    .selectFrom('fileOwners')
    .innerJoin('files', 'files.key', 'fileOwners.key')
    .select(['files.key', 'files.sizes'])
    .where('fileOwners.key', '=', key)
    .where('fileOwners.userId', '=', userId)
    .executeTakeFirst();
}

async function sumBytes(db: Db | Trx, userId: number): Promise<number> {
  const { used } = await db
    .selectFrom('fileOwners')
    .innerJoin('files', 'files.key', 'fileOwners.key')
    .select(({ fn }) => fn.sum<number | string | null>('files.bytes').as('used'))
    .where('fileOwners.userId', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(used ?? 0); // PostgreSQL gives sums as text
}
