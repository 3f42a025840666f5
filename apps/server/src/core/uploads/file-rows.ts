import type { Db, Trx } from '../../platform/db/schema.ts';
import type { FileRow } from '../../platform/storage/pictures.ts';

/** Inserts a picture's row, unless the picture is known. */
export async function insertFile(db: Db | Trx, file: FileRow) {
  await db
    .insertInto('files')
    .values(file)
    .onConflict((known) => known.column('key').doNothing())
    .execute();
}
