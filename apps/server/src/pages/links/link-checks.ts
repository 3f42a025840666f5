import { isWebAddress } from '@mojian/contract/platform/fields';
import { hourLength } from '@mojian/contract/platform/time';
import { changed } from '../../core/notices/office-changes.ts';
import { insertFile } from '../../core/uploads/file-rows.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { isHome as answers, fetchFromPublic, NoAnswer } from '../../platform/outgoing/outgoing.ts';
import { PictureRefused } from '../../platform/storage/picture.ts';
import { type FileRow, keepPicture, rowOfPicture, takePicture } from '../../platform/storage/pictures.ts';
import { addressOfKey, type Storage } from '../../platform/storage/storage.ts';
import { publishEvents } from '../../platform/stream/event-bus.ts';
import * as queries from './links.queries.ts';

type CheckDeps = {
  db: Db;
  siteUrl: string;
  stopping?: AbortSignal;
  /** Milliseconds per site. */
  time?: number;
  /** Lets tests reach loopback addresses. */
  mayReach?: (address: string) => boolean;
  now?: () => number;
};

/** Slightly less than a day, so that an hourly job checks daily. */
const every = 23.5 * hourLength;
/** DNS lookups share the thread pool with files. */
const atOnce = 2;
const failuresAllowed = 1;
/** Failures of one round, without a success, that mean our own network is down. */
const ownFault = 4;

/**
 * Checks links not checked for a day. Two failures in a row mark a link, a success unmarks it. Processes share the
 * work.
 */
export async function checkLinks({ db, siteUrl, stopping, time = 10_000, mayReach, now = Date.now }: CheckDeps) {
  const due = await queries.listDueLinks(db, now() - every, now());
  const found: { id: number; isHome: boolean }[] = [];
  const work = async () => {
    for (let link = due.shift(); link && !stopping?.aborted; link = due.shift()) {
      if (!(await queries.claimCheck(db, link, now()))) continue;
      const isHome = await answers(link.url, { time, agent: `Mojian (+${siteUrl})`, stopping, mayReach });
      if (!stopping?.aborted) found.push({ id: link.id, isHome });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));

  if (found.length >= ownFault && found.every(({ isHome }) => !isHome)) return;
  for (const { id, isHome } of found) await db.transaction().execute((trx) => recordCheck(trx, id, isHome));
}

async function recordCheck(trx: Trx, id: number, isHome: boolean) {
  const failures = isHome ? 0 : await queries.countFailure(trx, id);
  if (isHome) await queries.forgetFailures(trx, id);
  else if (failures <= failuresAllowed) return;
  if (!(await queries.markReachable(trx, id, isHome ? 1 : 0))) return;
  await enqueue(trx, 'drop-pages', { tags: ['links'] });
  await publishEvents(trx, changed('links'));
}

export const keepLinkPictureEffect = 'keep-link-picture';

type PictureDeps = {
  db: Db;
  storage: Storage;
  siteUrl: string;
  /** Milliseconds. */
  time?: number;
  /** Lets tests reach loopback addresses. */
  mayReach?: (address: string) => boolean;
};

const mostBytes = 2 * 1024 * 1024;

/** Copies a friend's avatar, so that readers' browsers contact no other host; without one the card shows an initial. */
export async function keepLinkPicture(
  { db, storage, siteUrl, time = 10_000, mayReach }: PictureDeps,
  { id }: { id: number },
) {
  const link = await queries.findLink(db, id);
  if (link?.state !== 'approved' || !isWebAddress(link.avatar)) return;
  try {
    const agent = `Mojian (+${siteUrl})`;
    const picture = await takePicture(await fetchFromPublic(link.avatar, mostBytes, { time, agent, mayReach }));
    await keepPicture(storage, picture);
    await db.transaction().execute((trx) => show(trx, id, { avatar: link.avatar, file: rowOfPicture(picture) }));
  } catch (error) {
    if (!(error instanceof NoAnswer || error instanceof PictureRefused)) throw error;
  }
}

type Picture = { avatar: string; file: FileRow };

async function show(trx: Trx, id: number, { avatar, file }: Picture) {
  await insertFile(trx, file);
  await queries.replaceAvatar(trx, id, { from: avatar, to: addressOfKey(file.key) });
  await enqueue(trx, 'drop-pages', { tags: ['links'] });
}
