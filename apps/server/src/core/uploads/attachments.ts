import {
  type AttachmentKind,
  attachmentKinds,
  downloadName,
  familyOf,
  whyNotTaken,
} from '@mojian/contract/core/attachment-kinds';
import { describeOther, isWebPicture } from '@mojian/contract/core/picture-kinds';
import type { SpooledFile, Upload, UploadedFile } from '@mojian/contract/core/uploads';
import { Failure } from '@mojian/contract/platform/failures';
import { largestAttachment, largestUpload } from '@mojian/contract/platform/rules';
import type { Db } from '../../platform/db/schema.ts';
import type { Wanted } from '../../platform/http/files.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { readAttachmentKind } from '../../platform/storage/attachment-kind.ts';
import { type FileRow, undescribed } from '../../platform/storage/pictures.ts';
import { requireRoom as requireDiskRoom, sweep } from '../../platform/storage/pieces.ts';
import { spoolFolder, spoolPrefix } from '../../platform/storage/spool.ts';
import { addressOfKey, attachmentKey, type Storage } from '../../platform/storage/storage.ts';
import { lockMember } from '../identity/user-rows.ts';
import { readSettings } from '../settings/settings.ts';
import { insertOwned, inTurn } from './file-rows.ts';
import { megabyte, quotaOf, readQuota, requireRoom, requireRoomOf } from './quota.ts';

type Deps = { db: Db; storage: Storage; dataDir: string };

/** Bytes of the largest attachment that a member of this rank may upload; 0 where the site takes none of theirs. */
export async function largestOf(db: Db, { role }: Viewer): Promise<number> {
  const { memberFiles, editorFiles, staffFiles } = (await readSettings(db)).uploads;
  const most = { owner: staffFiles, admin: staffFiles, editor: editorFiles, demo: 0 } as Record<string, number>;
  return Math.min(largestAttachment, (most[role] ?? memberFiles) * megabyte);
}

/** Decides by the first bytes what the call takes of this member: pictures in memory, attachments on the disk. */
export async function acceptUploads({ db, dataDir }: Deps, viewer: Viewer): Promise<Wanted> {
  const most = await largestOf(db, viewer);
  const folder = spoolFolder(dataDir);
  if (most > 0) await sweep(folder, spoolPrefix).catch(() => {}); // before the first upload there is no folder
  const picture = { most: largestUpload, name: '图片' };
  return {
    ...picture,
    most: Math.max(most, largestUpload),
    name: most > 0 ? '文件' : '图片',
    decide: (head) => {
      const family = isWebPicture(head) ? undefined : familyOf(head);
      if (family && most > 0) return { most, name: '文件', folder };
      if (family) throw wrongType(`${describeOther(head) ?? '这不是图片'}；站点没有开放给你传别的文件`);
      if (most > 0 && !isWebPicture(head)) throw wrongType(whyNotTaken(head, describeOther(head)));
      return picture;
    },
  };
}

function wrongType(words: string) {
  return new Failure('wrong-type', words, 'file');
}

/**
 * Stores an attachment under its kind, which its content tells and never its name. The same one of another member is stored
 * once and counts for both.
 * @throws Failure blaming `file` for another kind, or beyond quota or disk
 */
export async function receiveAttachment(deps: Deps, viewer: Viewer, file: SpooledFile): Promise<Upload> {
  const { db, storage } = deps;
  const kind = await readAttachmentKind(file);
  const name = downloadName(file.name, kind);
  const key = attachmentKey(file.sha256, name, kind);
  await requireRoom(db, viewer, { key, bytes: file.size });
  const row = rowOf({ key, name, kind, bytes: file.size });
  if (!(await storage.has(key))) {
    await requireDiskRoom(deps.dataDir, file.size);
    await storage.putFile(key, file, row.type);
  }
  await inTurn(() => register(deps, viewer, row));
  return answerOf(row, kind, await readQuota(db, viewer));
}

/** Bytes are stored before rows, so that a crash leaves no dead address; they may have been removed since. */
async function register({ db, storage }: Deps, viewer: Viewer, row: FileRow) {
  if (!(await storage.has(row.key))) throw new Failure('unavailable', '文件没有存好，请重新上传', 'file');
  const most = await quotaOf(db, viewer);
  try {
    await db.transaction().execute(async (trx) => {
      await lockMember(trx, viewer.id); // the lock makes concurrent uploads count each other
      await requireRoomOf(trx, viewer, row, most);
      await insertOwned(trx, row, { userId: viewer.id, name: row.name });
    });
  } catch (error) {
    const known = await db.selectFrom('files').select('key').where('key', '=', row.key).executeTakeFirst();
    if (!known) await storage.remove(row.key).catch(() => undefined);
    throw error;
  }
}

type NewAttachment = { key: string; name: string; kind: AttachmentKind; bytes: number };

/** Row of an attachment: it has neither measures nor copies before it is described. */
export function rowOf({ kind, ...file }: NewAttachment): FileRow {
  const { type } = attachmentKinds[kind];
  return { ...file, ...undescribed, type, width: 0, height: 0, sizes: '[]', thumbhash: '', createdAt: Date.now() };
}

function answerOf({ key, name, bytes }: FileRow, kind: AttachmentKind, quota: Upload['quota']): Upload {
  const none = { width: 0, height: 0, sizes: [], thumbhash: '' };
  return { url: addressOfKey(key), ...none, bytes, attachment: { name, kind, bytes }, quota };
}

/** Whether an uploaded file is still on the disk. */
export function isSpooled(file: UploadedFile | SpooledFile): file is SpooledFile {
  return 'path' in file;
}
