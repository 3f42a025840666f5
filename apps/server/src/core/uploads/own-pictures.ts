import type { OwnPictures } from '@mojian/contract/core/uploads';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { readSizes } from '../../platform/storage/pictures.ts';
import { addressOfKey } from '../../platform/storage/storage.ts';
import { withPictures } from './public-files.ts';

const atOnce = 60;
/** Least width in pixels of what is shown in a list. */
const leastShown = 240;

/** Lists the pictures a member uploaded, the newest first, after those of an earlier answer. */
export async function listOwnPictures(db: Db, viewer: Viewer, before: string | undefined): Promise<OwnPictures> {
  const rows = await selectOwn(db, viewer.id, cursorOf(before));
  const some = rows.slice(0, atOnce);
  const small = some.map(({ key, sizes }) => {
    const copy = readSizes(sizes).find(({ width }) => width >= leastShown);
    return addressOfKey(copy?.key ?? key);
  });
  const shown = await withPictures(db, small, { authorId: viewer.id });
  const last = some.at(-1);
  return {
    pictures: some.map(({ key, width, height, createdAt }, at) => {
      const url = addressOfKey(key);
      return { url, width, height, shown: shown[at] ?? url, createdAt: isoTime(createdAt) };
    }),
    next: last && rows.length > atOnce ? `${last.createdAt}-${last.key}` : null,
  };
}

type Cursor = { createdAt: number; key: string };

function cursorOf(before: string | undefined): Cursor | undefined {
  const dash = before?.indexOf('-') ?? -1;
  return before === undefined ? undefined : { createdAt: Number(before.slice(0, dash)), key: before.slice(dash + 1) };
}

/** Selects one more than is shown, which tells that there are more. */
function selectOwn(db: Db, userId: number, cursor: Cursor | undefined) {
  return db
    .selectFrom('fileOwners')
    .innerJoin('files', 'files.key', 'fileOwners.key')
    .select(['files.key', 'files.width', 'files.height', 'files.sizes', 'fileOwners.createdAt'])
    .where('fileOwners.userId', '=', userId)
    .$if(cursor !== undefined, (owned) =>
      owned.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('fileOwners.createdAt', 'fileOwners.key'), '<', tuple(cursor?.createdAt ?? 0, cursor?.key ?? '')),
      ),
    )
    .orderBy('fileOwners.createdAt', 'desc')
    .orderBy('fileOwners.key', 'desc')
    .limit(atOnce + 1)
    .execute();
}
