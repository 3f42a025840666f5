import type { Trx } from '../../platform/db/schema.ts';
import { findInPack, type NewSticker, takePack } from './stickers.queries.ts';

/** Stores a sticker unless its pack has that name, also of a removed one. Returns its id, or null. */
export async function insertUnlessThere(trx: Trx, { pack, ...sticker }: Omit<NewSticker, 'packId'> & { pack: string }) {
  const packId = await takePack(trx, pack);
  if (await findInPack(trx, packId, sticker.name)) return null;
  const made = trx
    .insertInto('stickers')
    .values({ night: '', keywords: '', ...sticker, packId })
    .returning('id');
  return (await made.executeTakeFirstOrThrow()).id;
}

/** Deletes a pack that has no sticker left, also no removed one. */
export async function deleteEmptyPack(trx: Trx, id: number) {
  const left = trx.selectFrom('stickers').select('id').where('packId', '=', id);
  await trx
    .deleteFrom('stickerPacks')
    .where('id', '=', id)
    .where(({ not, exists }) => not(exists(left)))
    .execute();
}
