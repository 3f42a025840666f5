import type { StickerName } from '@mojian/contract/core/sticker-codes';
import type { Db, Trx } from '../../platform/db/schema.ts';

/** Stickers that have these names, removed ones as well; their packs and names are compared one by one. */
export function listNamed(db: Db, names: StickerName[]) {
  const distinct = (part: keyof StickerName) => [...new Set(names.map((one) => one[part]))];
  return selectNamed(db)
    .where('stickerPacks.name', 'in', distinct('pack'))
    .where('stickers.name', 'in', distinct('name'))
    .execute();
}

/** All stickers that can be chosen, pack by pack in the order they came. */
export function listShown(db: Db) {
  return selectNamed(db)
    .where('stickers.removedAt', 'is', null)
    .orderBy('stickerPacks.id')
    .orderBy('stickers.id')
    .execute();
}

function selectNamed(db: Db | Trx) {
  return db
    .selectFrom('stickers')
    .innerJoin('stickerPacks', 'stickerPacks.id', 'stickers.packId')
    .select([
      'stickers.id',
      'stickers.name',
      'stickers.keywords',
      'stickers.picture',
      'stickers.night',
      'stickers.packId',
      'stickers.removedAt',
      'stickerPacks.name as pack',
    ]);
}

/** Packs with the number of their stickers. */
export function countByPack(trx: Trx) {
  return trx
    .selectFrom('stickerPacks')
    .leftJoin('stickers', (join) =>
      join.onRef('stickers.packId', '=', 'stickerPacks.id').on('stickers.removedAt', 'is', null),
    )
    .select(({ fn }) => [
      'stickerPacks.id',
      'stickerPacks.name',
      fn.count<number | string>('stickers.id').as('stickers'),
    ])
    .groupBy(['stickerPacks.id', 'stickerPacks.name'])
    .execute();
}

/** Inserts a pack unless it is there, and locks it until the transaction ends. */
export async function takePack(trx: Trx, name: string) {
  const { id } = await trx
    .insertInto('stickerPacks')
    .values({ name })
    .onConflict((known) => known.column('name').doUpdateSet({ name }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export function findInPack(trx: Trx, packId: number, name: string) {
  return trx
    .selectFrom('stickers')
    .select(['id', 'removedAt'])
    .where('packId', '=', packId)
    .where('name', '=', name)
    .executeTakeFirst();
}

export type NewSticker = { packId: number; name: string; picture: string; night?: string; keywords?: string };

/** Stores a sticker, or brings a removed one back with this picture. */
export async function putSticker(trx: Trx, { night = '', keywords = '', ...sticker }: NewSticker) {
  await trx
    .insertInto('stickers')
    .values({ ...sticker, night, keywords })
    .onConflict((known) =>
      known.columns(['packId', 'name']).doUpdateSet({ picture: sticker.picture, night, keywords, removedAt: null }),
    )
    .execute();
}

export function findSticker(trx: Trx, id: number) {
  return selectNamed(trx).where('stickers.id', '=', id).where('stickers.removedAt', 'is', null).executeTakeFirst();
}

export function findPack(trx: Trx, id: number) {
  return trx.selectFrom('stickerPacks').select(['id', 'name']).where('id', '=', id).executeTakeFirst();
}

export async function updateKeywords(trx: Trx, id: number, keywords: string) {
  await trx.updateTable('stickers').set({ keywords }).where('id', '=', id).execute();
}

/** Takes stickers away and lets go of their pictures; the names stay. Returns how many there were. */
export async function removeStickers(trx: Trx, which: { id: number } | { packId: number }) {
  const column = 'id' in which ? 'id' : 'packId';
  const { numUpdatedRows } = await trx
    .updateTable('stickers')
    .set({ removedAt: Date.now(), picture: '', night: '' })
    .where(column, '=', 'id' in which ? which.id : which.packId)
    .where('removedAt', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
