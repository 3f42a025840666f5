import type { Upload } from '@mojian/contract/core/uploads';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import {
  dropPicture,
  type FileRow,
  keepPicture,
  readSizes,
  rowOfPicture,
} from '../../platform/storage/keep-picture.ts';
import { oneAtATime } from '../../platform/storage/one-at-a-time.ts';
import type { Picture } from '../../platform/storage/picture.ts';
import { PictureRefused } from '../../platform/storage/picture-refused.ts';
import { takePicture } from '../../platform/storage/pictures.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { addressOfKey, keyFor } from '../../platform/storage/storage-key.ts';
import { readQuota, requireRoom } from './quota.ts';
import { findFile, insertOwned } from './uploads.queries.ts';

type Parts = { db: Db; storage: Storage };

// So that two uploads of this process never both fit into the last room of a quota.
const inTurn = oneAtATime();

/**
 * Keeps a picture for a member and answers where it is. What another member uploaded before is not kept twice, but
 * counts for both; what they uploaded themselves counts once.
 * @throws Failure blaming `file` for what is no picture, too large, broken, or more than their quota holds.
 */
export async function uploadPicture(parts: Parts, viewer: Viewer, upload: Uint8Array): Promise<Upload> {
  const { db, storage } = parts;
  const known = await findFile(db, keyFor(upload, 'webp'));
  await requireRoom(db, viewer, { key: known?.key, bytes: known?.bytes ?? 0 });
  const isKept = known !== undefined && (await storage.has(known.key));
  const picture = isKept ? undefined : await take(upload);
  const row = picture ? rowOfPicture(picture) : (known as FileRow);
  return inTurn(() => keep(parts, viewer, row, picture));
}

/** Bytes come before the rows: a crash between them leaves bytes nobody knows of, but no address that leads nowhere. */
async function keep({ db, storage }: Parts, viewer: Viewer, row: FileRow, picture: Picture | undefined) {
  await requireRoom(db, viewer, row);
  const isNew = picture !== undefined && !(await storage.has(picture.key));
  if (isNew) await keepPicture(storage, picture);
  try {
    await db.transaction().execute((trx) => insertOwned(trx, row, viewer.id));
  } catch (error) {
    if (isNew) await dropPicture(storage, picture);
    throw error;
  }
  return answerOf(row, await readQuota(db, viewer));
}

function take(upload: Uint8Array): Promise<Picture> {
  return takePicture(upload).catch((error) => {
    throw error instanceof PictureRefused ? error.asFailure('file') : error;
  });
}

function answerOf({ key, width, height, bytes, sizes, thumbhash }: FileRow, quota: Upload['quota']): Upload {
  const smaller = readSizes(sizes);
  return {
    url: addressOfKey(key),
    width,
    height,
    bytes: smaller.reduce((rest, size) => rest - size.bytes, bytes),
    sizes: smaller.map((size) => ({ width: size.width, url: addressOfKey(size.key) })),
    thumbhash,
    quota,
  };
}
