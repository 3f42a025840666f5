import type { PictureSize, Upload } from '@mojian/contract/core/uploads';
import { Failure, isFailure } from '@mojian/contract/platform/failures';
import { largestUpload } from '@mojian/contract/platform/rules';
import { type FindAttachment, filesAlone } from '@mojian/markdown/lay-media';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { Turns } from '../../platform/limits/concurrency.ts';
import { fetchFromPublic, NoAnswer } from '../../platform/outgoing/outgoing.ts';
import { type Picture, PictureRefused } from '../../platform/storage/picture.ts';
import {
  askPictures,
  dropPicture,
  type FileRow,
  keepPicture,
  readSizes,
  rowOfPicture,
  takePicture,
} from '../../platform/storage/pictures.ts';
import {
  addressOfKey,
  isPictureKey,
  keyFor,
  keyOfAddress,
  type Storage,
  unsizedKey,
} from '../../platform/storage/storage.ts';
import { lockMember } from '../identity/user-rows.ts';
import { readSettings } from '../settings/settings.ts';
import { detailsOf } from './describe-attachment.ts';
import { insertOwned, inTurn } from './file-rows.ts';
import { withPictures } from './public-files.ts';
import { findOwnedFile, quotaOf, readQuota, requireRoom, requireRoomOf } from './quota.ts';

type Deps = { db: Db; storage: Storage };

/**
 * Stores a picture for a member. One uploaded by another member before is stored once and counts for both; repeating
 * one's own upload counts once.
 * @throws Failure blaming `file` for what is no picture, too large, broken, or beyond the quota
 */
export async function receivePicture(deps: Deps, viewer: Viewer, upload: Uint8Array, name = ''): Promise<Upload> {
  const { db, storage } = deps;
  const known = await findFile(db, keyFor(upload, 'webp'));
  await requireRoom(db, viewer, { key: known?.key, bytes: known?.bytes ?? 0 });
  const isStored = known !== undefined && (await storage.has(known.key));
  const picture = isStored ? undefined : await takeUpload(upload);
  const row = picture ? rowOfPicture(picture) : (known as FileRow);
  const camera = (await keepsCamera(db, viewer)) ? await askPictures('cameraNotes', upload) : '';
  return inTurn(async () => {
    const isRemoved = !picture && !(await storage.has(row.key)); // while this upload waited for its turn
    return storeUpload(deps, viewer, { row, camera, name }, isRemoved ? await takeUpload(upload) : picture);
  });
}

/** Bytes are stored before rows: a crash leaves unregistered bytes, but no dead address. */
async function storeUpload(
  { db, storage }: Deps,
  viewer: Viewer,
  { row, camera, name }: { row: FileRow; camera: string; name: string },
  picture: Picture | undefined,
) {
  const most = await quotaOf(db, viewer);
  await requireRoomOf(db, viewer, row, most);
  const isNew = picture !== undefined && (await keepPicture(storage, picture));
  try {
    await db.transaction().execute(async (trx) => {
      await lockMember(trx, viewer.id); // the lock makes concurrent uploads count each other
      await requireRoomOf(trx, viewer, row, most);
      await insertOwned(trx, row, { userId: viewer.id, camera, name });
    });
  } catch (error) {
    if (isNew) await dropPicture(storage, picture);
    throw error;
  }
  return answerOf(row, await readQuota(db, viewer));
}

/** Whether the site permits keeping what cameras noted, and the member wishes it. */
async function keepsCamera(db: Db, { id }: Viewer) {
  if (!(await readSettings(db)).uploads.camera) return false;
  const user = await db.selectFrom('users').select('keepsCamera').where('id', '=', id).executeTakeFirst();
  return user?.keepsCamera === 1;
}

function takeUpload(upload: Uint8Array): Promise<Picture> {
  return takePicture(upload).catch((error) => {
    throw error instanceof PictureRefused ? error.asFailure('file') : error;
  });
}

function answerOf({ key, width, height, bytes, sizes, thumbhash }: FileRow, quota: Upload['quota']): Upload {
  const smaller = readSizes(sizes);
  return {
    url: addressOfKey(key),
    width,
    height,
    bytes: smaller.reduce((rest, size) => rest - size.bytes, bytes),
    sizes: smaller.map((size) => ({ width: size.width, url: addressOfKey(size.key) })),
    thumbhash,
    quota,
  };
}

type WebPictureDeps = {
  db: Db;
  storage: Storage;
  siteUrl: string;
  /** Milliseconds of the download. */
  time?: number;
  /** Lets tests fetch from local addresses. */
  mayReach?: (address: string) => boolean;
};

// each holds a whole picture in memory for as long as the other site takes
const turns = new Turns(3);

/**
 * Copies a picture from the web as if the member had uploaded it, so that readers' browsers contact no other site.
 * @throws Failure blaming `url` for one that cannot be fetched, is not public or is refused as an upload
 */
export async function takeFromWeb(deps: WebPictureDeps, viewer: Viewer, url: string): Promise<Upload> {
  const endTurn = await turns.take(String(viewer.id));
  try {
    return await receivePicture(deps, viewer, await fetchPicture(deps, url));
  } catch (error) {
    if (error instanceof NoAnswer) throw new Failure('invalid-input', `图片获取失败：${error.message}`, 'url');
    throw isFailure(error) && error.field === 'file' ? new Failure(error.id, error.message, 'url') : error;
  } finally {
    endTurn();
  }
}

function fetchPicture({ siteUrl, time = 15_000, mayReach }: WebPictureDeps, url: string) {
  return fetchFromPublic(url, largestUpload, { time, agent: `Mojian (+${siteUrl})`, mayReach });
}

/** A member's picture with size and blur. @throws Failure blaming `picture` for one they did not upload */
export async function findOwnPicture(db: Db, userId: number, url: string) {
  const file = await findFile(db, unsizedKey(keyOfAddress(url) ?? ''));
  if (!file || !(await ownsFile(db, userId, url))) throw new Failure('invalid-input', '图片须先上传', 'picture');
  const { width, height, thumbhash } = file;
  return { url, width, height, thumbhash };
}

/**
 * A member's pictures with sizes, in the given order, without repetitions.
 * @throws Failure blaming `pictures` for one they did not upload
 */
export async function findOwnPictures(db: Db, userId: number, addresses: string[]) {
  const wanted = [...new Set(addresses)];
  if (wanted.length === 0) return [];
  const found = await listSizes(db, wanted.map(keyOf));
  const sizes = new Map(found.map(({ key, width, height }) => [key, { width, height }]));
  return Promise.all(
    wanted.map(async (url) => {
      const size = sizes.get(keyOf(url));
      if (!size || !(await ownsFile(db, userId, url))) throw new Failure('invalid-input', '图片须先上传', 'pictures');
      return { url, ...size };
    }),
  );
}

function keyOf(address: string) {
  return unsizedKey(keyOfAddress(address) ?? '');
}

/** Whether an address is that of a picture this member uploaded, or of one of its smaller copies. */
export async function ownsFile(db: Db, userId: number, address: string): Promise<boolean> {
  const key = keyOfAddress(address);
  const file = key && isPictureKey(key) && (await findOwnedFile(db, unsizedKey(key), userId));
  if (!file) return false;
  return [file, ...readSizes(file.sizes)].some((copy) => addressOfKey(copy.key) === address);
}

/** Width and height in pixels of this site's pictures among the addresses, and what is known of other files. */
async function listPictureSizes(db: Db, addresses: string[]) {
  const keys = new Set(addresses.map(keyOfAddress).filter((key) => key !== undefined));
  if (keys.size === 0) return [];
  const found = await listSizes(db, [...keys]);
  return found.map(({ key, width, height, ...file }) => {
    const size = { url: addressOfKey(key), width, height };
    return isPictureKey(key) ? size : { ...size, attachment: detailsOf(file) };
  });
}

/** Adds the address at which this member sees it. */
export async function listShownPictures(db: Db, viewer: { id: number }, addresses: string[]): Promise<PictureSize[]> {
  const sizes = await listPictureSizes(db, addresses);
  const shown = await withPictures(
    db,
    sizes.map(({ url }) => url),
    { authorId: viewer.id },
  );
  return sizes.map((size, at) => ({ ...size, shown: shown[at] ?? size.url }));
}

/** Sizes of this site's pictures and other files in a text, by address. */
export async function findPictureSizes(db: Db, markdown: string) {
  const mentioned = markdown.match(/\/files\/[\w/-]{1,80}\.\w{3,4}/g) ?? [];
  return new Map((await listPictureSizes(db, mentioned)).map(({ url, ...size }) => [url, size]));
}

/** Finds the details of files to which links of stored HTML lead that stand alone, for `layMedia`. */
export async function findAttachments(db: Db, html: string): Promise<FindAttachment> {
  const sizes = new Map((await listPictureSizes(db, filesAlone(html))).map(({ url, ...size }) => [url, size]));
  return (address) => {
    const size = sizes.get(address);
    return size && 'attachment' in size ? { ...size.attachment, width: size.width, height: size.height } : undefined;
  };
}

function findFile(db: Db, key: string): Promise<FileRow | undefined> {
  return db.selectFrom('files').selectAll().where('key', '=', key).executeTakeFirst();
}

function listSizes(db: Db, keys: string[]) {
  return db
    .selectFrom('files')
    .select(['key', 'width', 'height', 'name', 'bytes', 'pages', 'seconds', 'wave', 'sizes'])
    .where('key', 'in', keys)
    .execute();
}
