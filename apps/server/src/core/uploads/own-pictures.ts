import { attachmentKinds, type FileGroup } from '@mojian/contract/core/attachment-kinds';
import type { files, OwnPictures } from '@mojian/contract/core/uploads';
import type { Input } from '@mojian/contract/platform/endpoint';
import { isoTime } from '../../platform/dates.ts';
import { contains } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { readSizes } from '../../platform/storage/pictures.ts';
import { addressOfKey, isPictureKey } from '../../platform/storage/storage.ts';
import { withPictures } from './public-files.ts';

const atOnce = 60;
/** Least width in pixels of what is shown in a list. */
const leastShown = 240;

type Query = Input<typeof files.mine>['query'];

/** Lists the files of a group that a member uploaded, the newest first, after those of an earlier answer. */
export async function listOwnPictures(db: Db, viewer: Viewer, query: Query): Promise<OwnPictures> {
  const rows = await selectOwn(db, viewer.id, query);
  const some = rows.slice(0, atOnce);
  const small = some.map(({ key, sizes }) => {
    const copy = readSizes(sizes).find(({ width }) => width >= leastShown || !isPictureKey(key));
    if (copy) return addressOfKey(copy.key);
    return isPictureKey(key) ? addressOfKey(key) : '';
  });
  const shown = await withPictures(db, small, { authorId: viewer.id });
  const last = some.at(-1);
  return {
    pictures: some.map(({ key, sizes: _, createdAt, ...file }, at) => {
      const url = addressOfKey(key);
      return { ...file, url, shown: shown[at] ?? url, createdAt: isoTime(createdAt) };
    }),
    next: last && rows.length > atOnce ? `${last.createdAt}-${last.key}` : null,
  };
}

/** Types of the files of a group. */
export function typesOf(group: FileGroup) {
  if (group === 'picture') return ['image/webp', 'image/png', 'image/jpeg', 'image/gif'];
  const kinds = Object.values(attachmentKinds).filter((kind) => kind.group === group);
  return kinds.map(({ type }): string => type);
}

type Cursor = { createdAt: number; key: string };

function cursorOf(before: string | undefined): Cursor | undefined {
  const dash = before?.indexOf('-') ?? -1;
  return before === undefined ? undefined : { createdAt: Number(before.slice(0, dash)), key: before.slice(dash + 1) };
}

const shownColumns = [
  'files.key',
  'files.width',
  'files.height',
  'files.bytes',
  'files.sizes',
  'files.pages',
  'files.seconds',
] as const;

/** Selects one more than is shown, which tells that there are more. */
function selectOwn(db: Db, userId: number, { before, group, name }: Query) {
  const cursor = cursorOf(before);
  return db
    .selectFrom('fileOwners')
    .innerJoin('files', 'files.key', 'fileOwners.key')
    .select([...shownColumns, 'fileOwners.createdAt', 'fileOwners.name'])
    .where('fileOwners.userId', '=', userId)
    .where('files.type', 'in', typesOf(group))
    .$if(name !== '', (owned) => owned.where(contains('fileOwners.name', name)))
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
