import { attachmentKinds, type FileGroup, kindOfAttachment } from '@mojian/contract/core/attachment-kinds';
import type { adminFiles, FileItem } from '@mojian/contract/core/uploads';
import type { Input } from '@mojian/contract/platform/endpoint';
import { dayLength } from '@mojian/contract/platform/time';
import { isoTime } from '../../platform/dates.ts';
import { contains } from '../../platform/db/conditions.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Tables } from '../../platform/db/table.ts';
import { inPages, sliceOf } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { type FileRow, readSizes } from '../../platform/storage/pictures.ts';
import { addressOfKey, isPictureKey, type Storage } from '../../platform/storage/storage.ts';
import { recordAct } from '../audit/audit.ts';
import { inTurn } from './file-rows.ts';
import { findUses, nameUses, type Uses } from './file-uses.ts';
import { typesOf } from './own-pictures.ts';
import { publicFiles, withPictures } from './public-files.ts';

type Query = Input<typeof adminFiles.list>['query'];

const maxMembers = 50;

type ListDeps = { db: Db; tables: Tables };

/** Lists every picture and other file with its uploaders and uses. */
export async function listForOffice(deps: ListDeps, viewer: Viewer, query: Query) {
  const { db } = deps;
  const before = Date.now() - query.days * dayLength;
  const keys = await listKeys(db, { before, owner: query.owner, group: query.group });
  const { uses, open } = await knownUses(deps);
  const wanted = keys.filter(
    (key) => isWanted(uses.get(key), query) && mayBeListed(uses.get(key), open.has(key), viewer),
  );
  const { limit, offset } = sliceOf(query);
  const shown = wanted.slice(offset, offset + limit);
  const items = await present(deps, shown, { uses, open, viewer });
  return inPages(await withPictures(db, items, { authorId: viewer.id }), wanted.length, query);
}

type Known = { uses: Uses; open: Set<string> };
type CachedUses = { until: number; known: Promise<Known> };

/** Number of pictures from which uses are cached: reading all texts per page would overload a small machine. */
const many = 1000;
const cacheMs = 30_000;
const cachedUses = new WeakMap<Db, CachedUses>();

/** Uses of each picture and whether it is public. Cached for half a minute on sites with many pictures. */
async function knownUses(deps: ListDeps): Promise<Known> {
  const { db } = deps;
  const cached = cachedUses.get(db);
  if (cached && cached.until > performance.now()) return cached.known;
  const known = readUses(deps);
  // concurrent requests share the reading
  cachedUses.set(db, { until: Number.POSITIVE_INFINITY, known });
  const isMany = await known.then(
    ({ files }) => files > many,
    () => false,
  );
  if (isMany) cachedUses.set(db, { until: performance.now() + cacheMs, known });
  else cachedUses.delete(db);
  return known;
}

async function readUses({ db, tables }: ListDeps) {
  const keys = await listKeys(db, { before: Number.MAX_SAFE_INTEGER, owner: '', group: '' });
  const uses = await findUses(db, tables);
  return { uses, open: await publicFiles(db, keys), files: keys.length };
}

type Use = ReturnType<Uses['get']>;

function isWanted(use: Use, { use: wanted, place }: Query) {
  if (wanted === 'unused' ? use !== undefined : wanted === 'used' && use === undefined) return false;
  return place === '' || (use?.first.some((one) => one.place === place) ?? false);
}

/** Lists no pictures used in private texts only; unused ones are listed for removal. */
function mayBeListed(use: Use, isOpen: boolean, { role }: Viewer) {
  return isOpen || (use === undefined && role !== 'demo');
}

/** Private pictures have a signed address, for their uploader only. */
async function present(
  { db, tables }: ListDeps,
  keys: string[],
  { uses, open, viewer }: Known & { viewer: Viewer },
): Promise<FileItem[]> {
  if (keys.length === 0) return [];
  const [files, owners, name] = await Promise.all([
    listFiles(db, keys),
    listOwners(db, keys),
    nameUses(
      db,
      tables,
      keys.flatMap((key) => uses.get(key)?.first ?? []),
    ),
  ]);
  const byKey = new Map(files.map((file) => [file.key, file]));
  return keys.flatMap((key) => {
    const file = byKey.get(key);
    if (!file) return [];
    const { width, height, bytes, pages, seconds, name: download } = file;
    const use = uses.get(key);
    const ownersOfIt = owners.filter((owner) => owner.key === key);
    const isSeen = open.has(key) || ownersOfIt.some(({ id }) => id === viewer.id);
    return {
      key,
      group: groupOfKey(key),
      name: download,
      width,
      height,
      bytes,
      pages,
      seconds,
      url: isSeen ? addressOfKey(key) : '',
      thumb: isSeen ? thumbOf(file) : '',
      createdAt: isoTime(file.createdAt),
      owners: ownersOfIt.map(({ id, nickname }) => ({ id, nickname })),
      uses: (use?.first ?? []).flatMap((where) => name(where) ?? []),
      useCount: use?.count ?? 0,
    };
  });
}

function groupOfKey(key: string): FileGroup {
  const kind = kindOfAttachment(addressOfKey(key));
  return kind ? attachmentKinds[kind].group : 'picture';
}

/** The smallest copy that still looks good in a list; '' for an attachment without a poster. */
function thumbOf({ key, sizes }: { key: string; sizes: string }) {
  const copies = readSizes(sizes).sort((a, b) => a.width - b.width);
  const copy = copies.find(({ width }) => width >= 320) ?? copies.at(-1);
  if (copy) return addressOfKey(copy.key);
  return isPictureKey(key) ? addressOfKey(key) : '';
}

/** Disk usage of pictures, in total and by member. */
export async function showUsage(db: Db) {
  const [sum, members] = await Promise.all([sumAll(db), sumMembers(db, maxMembers)]);
  return { ...sum, members };
}

/** Keys older than a time, newest first, optionally of one uploader. */
async function listKeys(db: Db, { before, owner, group }: { before: number; owner: string; group: FileGroup | '' }) {
  let rows = db.selectFrom('files').select('key').where('createdAt', '<=', before);
  if (group !== '') rows = rows.where('type', 'in', typesOf(group));
  if (owner !== '')
    rows = rows.where('key', 'in', (from) =>
      from
        .selectFrom('fileOwners')
        .innerJoin('users', 'users.id', 'fileOwners.userId')
        .select('fileOwners.key')
        .where(contains('users.nickname', owner)),
    );
  const found = await rows.orderBy('createdAt', 'desc').orderBy('key').execute();
  return found.map(({ key }) => key);
}

function listFiles(db: Db, keys: string[]): Promise<FileRow[]> {
  return db.selectFrom('files').selectAll().where('key', 'in', keys).execute();
}

function listOwners(db: Db, keys: string[]) {
  return db
    .selectFrom('fileOwners')
    .innerJoin('users', 'users.id', 'fileOwners.userId')
    .select(['fileOwners.key', 'users.id', 'users.nickname'])
    .where('fileOwners.key', 'in', keys)
    .orderBy('fileOwners.createdAt')
    .orderBy('users.id')
    .execute();
}

async function sumAll(db: Db) {
  const { files, bytes } = await db
    .selectFrom('files')
    .select(({ fn }) => [fn.countAll<number>().as('files'), fn.sum<number | null>('bytes').as('bytes')])
    .executeTakeFirstOrThrow();
  return { files: Number(files), bytes: Number(bytes ?? 0) };
}

/** Members with the most bytes. */
async function sumMembers(db: Db, limit: number) {
  const rows = await db
    .selectFrom('fileOwners')
    .innerJoin('files', 'files.key', 'fileOwners.key')
    .innerJoin('users', 'users.id', 'fileOwners.userId')
    .select(({ fn }) => [
      'users.id',
      'users.nickname',
      fn.countAll<number>().as('files'),
      fn.sum<number>('files.bytes').as('bytes'),
    ])
    .groupBy(['users.id', 'users.nickname'])
    .orderBy('bytes', 'desc')
    .orderBy('users.id')
    .limit(limit)
    .execute();
  return rows.map(({ files, bytes, ...member }) => ({ ...member, files: Number(files), bytes: Number(bytes) }));
}

/** Deletes a picture's rows and returns them for a possible restore. */
async function takeFile(trx: Trx, key: string) {
  const owners = await trx.deleteFrom('fileOwners').where('key', '=', key).returningAll().execute();
  const file = await trx.deleteFrom('files').where('key', '=', key).returningAll().executeTakeFirst();
  return file && { file, owners };
}

type Taken = NonNullable<Awaited<ReturnType<typeof takeFile>>>;

async function putFileBack(trx: Trx, { file, owners }: Taken) {
  await trx
    .insertInto('files')
    .values(file)
    .onConflict((known) => known.column('key').doNothing())
    .execute();
  for (const owner of owners)
    await trx
      .insertInto('fileOwners')
      .values(owner)
      .onConflict((known) => known.columns(['key', 'userId']).doNothing())
      .execute();
}

type Deps = ListDeps & { storage: Storage };
type RemovalInput = Input<typeof adminFiles.remove>['body'];

const used = '正在使用';

/**
 * Removes unused pictures. A picture that comes into use concurrently stays: its rows are deleted first, then all texts
 * are read once more, and its bytes go only when none references it. With `evenUsed` used ones go as well, for illegal
 * content.
 */
export async function removeFiles(deps: Deps, viewer: Viewer, { keys, evenUsed }: RemovalInput) {
  const find = async (): Promise<Uses> => (evenUsed ? new Map() : findUses(deps.db, deps.tables));
  const shown = await find();
  const failed = keys.filter((key) => shown.has(key)).map((key) => ({ key, why: used }));
  const taken: Taken[] = [];
  for (const key of keys.filter((one) => !shown.has(one))) {
    const file = await deps.db.transaction().execute((trx) => takeFile(trx, key));
    if (file) taken.push(file);
    else failed.push({ key, why: '已经没有这个文件' });
  }
  for (const key of await removeOrRestore(deps, viewer, { taken, find, evenUsed })) failed.push({ key, why: used });
  return { done: keys.length - failed.length, failed };
}

type Removal = Pick<RemovalInput, 'evenUsed'> & { taken: Taken[]; find: () => Promise<Uses> };

/** Removes the bytes of unused pictures; restores those that came into use meanwhile and returns their keys. */
async function removeOrRestore(deps: Deps, viewer: Viewer, { taken, find, evenUsed }: Removal) {
  if (taken.length === 0) return [];
  const putBack = (one: Taken) => deps.db.transaction().execute((trx) => putFileBack(trx, one));
  const now = await find();
  const back: string[] = [];
  for (const [at, one] of taken.entries()) {
    const { key } = one.file;
    // storage is unreachable: its files stay registered for another attempt
    const onFailure = async (error: unknown) => {
      for (const left of taken.slice(at)) await putBack(left);
      throw error;
    };
    const isGone = !now.has(key) && (await removeUnlessBack(deps, one).catch(onFailure));
    if (isGone) await record(deps.db, viewer, one, evenUsed);
    else {
      await putBack(one);
      back.push(key);
    }
  }
  return back;
}

/** Removes the bytes. False when the picture was uploaded again since. */
function removeUnlessBack({ db, storage }: Deps, { file: { key, sizes } }: Taken) {
  return inTurn(async () => {
    if ((await listFiles(db, [key])).length > 0) return false;
    for (const copy of [key, ...readSizes(sizes).map((size) => size.key)]) await storage.remove(copy);
    return true;
  });
}

function record(db: Db, viewer: Viewer, { file: { key, bytes }, owners: rows }: Taken, evenUsed: boolean) {
  const owners = rows.map(({ userId }) => userId);
  return db
    .transaction()
    .execute((trx) =>
      recordAct(trx, viewer, { act: 'files.remove', subject: key, before: { bytes, owners, evenUsed } }),
    );
}
