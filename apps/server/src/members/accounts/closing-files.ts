import { setImmediate as turn } from 'node:timers/promises';
import { listOwnPictures, takePicture } from '../../core/uploads/drop-picture.ts';
import { shownKeys } from '../../core/uploads/file-uses.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Storage } from '../../platform/storage/storage.ts';

type Parts = { db: Db; storage: Storage };

/** Takes a member's pictures from them, and from the storage those that nobody else uploaded and nothing shows. */
export async function dropFiles(parts: Parts, userId: number) {
  const files = await listOwnPictures(parts.db, userId);
  const shown = files.length > 0 ? await shownKeys(parts.db) : new Set<string>();
  for (const file of files) {
    await turn();
    await takePicture(parts, file, { userId, shown });
  }
}
