import type { Upload } from '@mojian/contract/core/uploads';
import { Failure } from '@mojian/contract/platform/failures';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { readSettings } from '../settings/settings.ts';
import { findOwnedFile, sumBytes } from './uploads.queries.ts';

const megabyte = 1024 * 1024;

/** What a member's pictures take, and may take: bytes. Who keeps the site has no limit. */
export async function readQuota(db: Db, { id, role }: Viewer): Promise<Upload['quota']> {
  const used = await sumBytes(db, id);
  if (role === 'owner' || role === 'admin') return { used, most: null };
  const { uploads } = await readSettings(db);
  return { used, most: uploads.quota * megabyte };
}

/** Throws Failure when a file of so many bytes is more than the member may still keep. What they have costs nothing. */
export async function requireRoom(db: Db, viewer: Viewer, file: { key: string | undefined; bytes: number }) {
  const { used, most } = await readQuota(db, viewer);
  if (most === null || used + Math.max(file.bytes, 1) <= most) return;
  if (file.key && (await findOwnedFile(db, file.key, viewer.id))) return;
  throw new Failure('too-large', `图片空间不够了：已用 ${inMegabytes(used)}，最多 ${inMegabytes(most)}`, 'file');
}

function inMegabytes(bytes: number) {
  return `${Math.round((bytes / megabyte) * 10) / 10} MB`;
}
