import { isWebAddress } from '@mojian/contract/platform/fields';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { fetchFromPublic, NoAnswer } from '../../platform/outgoing/outgoing.ts';
import { PictureRefused } from '../../platform/storage/picture.ts';
import { keepPicture, rowOfPicture, takePicture } from '../../platform/storage/pictures.ts';
import { addressOfKey, type Storage } from '../../platform/storage/storage.ts';
import * as queries from './links.queries.ts';

export const keepLinkPictureEffect = 'keep-link-picture';

type Parts = {
  db: Db;
  storage: Storage;
  siteUrl: string;
  /** Milliseconds the picture may take. */
  time?: number;
  /** Only tests may fetch from what is not public. */
  mayReach?: (address: string) => boolean;
};

const mostBytes = 2 * 1024 * 1024;

/**
 * Keeps a copy of our own of a friend's picture: readers' browsers ask no other site for it. Without one the card shows
 * the first letter of the name.
 */
export async function keepLinkPicture(
  { db, storage, siteUrl, time = 10_000, mayReach }: Parts,
  { id }: { id: number },
) {
  const link = await queries.findLink(db, id);
  if (link?.state !== 'approved' || !isWebAddress(link.avatar)) return;
  try {
    const agent = `Mojian (+${siteUrl})`;
    const picture = await takePicture(await fetchFromPublic(link.avatar, mostBytes, { time, agent, mayReach }));
    if (!(await storage.has(picture.key))) await keepPicture(storage, picture);
    await db.transaction().execute((trx) => show(trx, id, { avatar: link.avatar, file: rowOfPicture(picture) }));
  } catch (error) {
    if (!(error instanceof NoAnswer || error instanceof PictureRefused)) throw error;
  }
}

type Kept = { avatar: string; file: Parameters<typeof queries.insertFile>[1] };

async function show(trx: Trx, id: number, { avatar, file }: Kept) {
  await queries.insertFile(trx, file);
  await queries.replaceAvatar(trx, id, { from: avatar, to: addressOfKey(file.key) });
  await enqueue(trx, 'drop-pages', { tags: ['links'] });
}
