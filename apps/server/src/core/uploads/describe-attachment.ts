import type { AttachmentDetails, files } from '@mojian/contract/core/uploads';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { PictureRefused } from '../../platform/storage/picture.ts';
import { type FileRow, readSizes, takePicture } from '../../platform/storage/pictures.ts';
import { addressOfKey, isPictureKey, keyOfAddress, posterKey, type Storage } from '../../platform/storage/storage.ts';
import { inTurn } from './file-rows.ts';
import { findOwnedFile } from './quota.ts';

type Deps = { db: Db; storage: Storage };

/**
 * Adds what only opening an attachment tells, as its uploader's browser found it; the server opens none. What is known stays: the
 * file may be in others' texts as well.
 * @throws Failure blaming `url` for a file of somebody else, `poster` for what is no picture
 */
export async function describeAttachment(
  { db, storage }: Deps,
  viewer: Viewer,
  { url, poster, ...details }: Input<typeof files.describe>['body'],
): Promise<AttachmentDetails> {
  const key = keyOfAddress(url);
  if (!key || isPictureKey(key) || !(await findOwnedFile(db, key, viewer.id)))
    throw new Failure('not-found', '没有传过这个附件', 'url');
  const drawn = poster === '' ? undefined : await takePoster(poster);
  return inTurn(async () => {
    const known = await db.selectFrom('files').selectAll().where('key', '=', key).executeTakeFirstOrThrow();
    const stored = drawn && known.sizes === '[]' ? await storePoster(storage, key, drawn) : undefined;
    const added = {
      pages: known.pages || details.pages,
      seconds: known.seconds || details.seconds,
      wave: known.wave || details.wave,
      ...stored,
    };
    await db.updateTable('files').set(added).where('key', '=', key).execute();
    return detailsOf({ ...known, ...added });
  });
}

/** Decodes and encodes it anew, as every picture. */
async function takePoster(base64: string) {
  return takePicture(Buffer.from(base64, 'base64')).catch((error) => {
    throw error instanceof PictureRefused ? error.asFailure('poster') : error;
  });
}

async function storePoster(
  storage: Storage,
  key: string,
  { bytes, type, width, height }: Awaited<ReturnType<typeof takePoster>>,
) {
  const poster = { width, key: posterKey(key), bytes: bytes.length };
  await storage.put(poster.key, bytes, type);
  return { width, height, sizes: JSON.stringify([poster]) };
}

type Described = Pick<FileRow, 'name' | 'bytes' | 'pages' | 'seconds' | 'wave' | 'sizes'>;

/** Facts that a card or player of an attachment shows. */
export function detailsOf({ name, bytes, pages, seconds, wave, sizes }: Described): AttachmentDetails {
  const [poster] = readSizes(sizes);
  return { name, bytes, pages, seconds, wave, poster: poster ? addressOfKey(poster.key) : '' };
}
