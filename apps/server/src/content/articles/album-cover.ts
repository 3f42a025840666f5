import { darkestVeil } from '@mojian/contract/content/articles';
import type { Db } from '../../platform/db/schema.ts';
import { renewPages } from '../../platform/render/page-changes.ts';
import { askPictures } from '../../platform/storage/pictures.ts';
import { keyOfAddress, type Storage } from '../../platform/storage/storage.ts';
import { storeVeil } from '../article-rows/album-rows.ts';
import { findAlbumCover } from './articles.queries.ts';

/** Measures an album's cover in the picture process, so that white words can be read on it. */
export async function measureCover({ db, storage }: { db: Db; storage: Storage }, { id }: { id: number }) {
  const album = await findAlbumCover(db, id);
  if (!album) return;
  const key = keyOfAddress(album.cover || (album.photograph ?? ''));
  const bytes = key && (await storage.get(key));
  const { focusX, focusY } = album;
  const veil = bytes ? await askPictures('measureVeil', { bytes, focusX, focusY }) : darkestVeil;
  await db.transaction().execute(async (trx) => {
    if (await storeVeil(trx, id, veil)) await renewPages(trx, [`article:${id}`]);
  });
}
