import type { adminFiles, FileItem } from '@mojian/contract/core/uploads-admin';
import type { Input } from '@mojian/contract/platform/endpoint';
import { dayLength } from '../../platform/china-day.ts';
import type { Db } from '../../platform/db/schema.ts';
import { isoTime } from '../../platform/http/iso-time.ts';
import { inPages, sliceOf } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { readSizes } from '../../platform/storage/keep-picture.ts';
import { addressOfKey } from '../../platform/storage/storage-key.ts';
import * as queries from './admin-files.queries.ts';
import { findUses, nameUses, type Uses } from './file-uses.ts';
import { publicFiles, withPictures } from './public-files.ts';

type Query = Input<typeof adminFiles.list>['query'];

const membersTold = 50;

/** Every picture the site keeps, with who uploaded it and where it is shown. */
export async function listForOffice(db: Db, viewer: Viewer, query: Query) {
  const before = Date.now() - query.days * dayLength;
  const keys = await queries.listKeys(db, { before, owner: query.owner });
  const { uses, open } = await knownUses(db);
  const wanted = keys.filter(
    (key) => isWanted(uses.get(key), query) && mayBeListed(uses.get(key), open.has(key), viewer),
  );
  const { limit, offset } = sliceOf(query);
  const shown = wanted.slice(offset, offset + limit);
  const items = await present(db, shown, { uses, open, viewer });
  return inPages(await withPictures(db, items, { authorId: viewer.id }), wanted.length, query);
}

type Known = { uses: Uses; open: Set<string> };
type Kept = { until: number; known: Promise<Known> };

/** More pictures than this: reading all texts for each page turned would keep a small machine busy. */
const many = 1000;
const keptFor = 30_000;
const keptUses = new WeakMap<Db, Kept>();

/**
 * Where each picture is used, and which everybody may see. With many pictures what was found is told for half a minute,
 * to all who ask: deleting and serving look for themselves.
 */
async function knownUses(db: Db): Promise<Known> {
  const kept = keptUses.get(db);
  if (kept && kept.until > performance.now()) return kept.known;
  const known = readUses(db);
  // while it is being read all who ask wait for the one answer
  keptUses.set(db, { until: Number.POSITIVE_INFINITY, known });
  const isMany = await known.then(
    ({ files }) => files > many,
    () => false,
  );
  if (isMany) keptUses.set(db, { until: performance.now() + keptFor, known });
  else keptUses.delete(db);
  return known;
}

async function readUses(db: Db) {
  const keys = await queries.listKeys(db, { before: Number.MAX_SAFE_INTEGER, owner: '' });
  const uses = await findUses(db);
  return { uses, open: await publicFiles(db, keys), files: keys.length };
}

type Use = ReturnType<Uses['get']>;

function isWanted(use: Use, { use: wanted, place }: Query) {
  if (wanted === 'unused' ? use !== undefined : wanted === 'used' && use === undefined) return false;
  return place === '' || (use?.first.some((one) => one.place === place) ?? false);
}

/**
 * What stands only in chats, drafts, revisions and hidden texts is listed to nobody. What nothing shows is listed to be
 * removed, without a picture; the account that is everybody's sees what everybody sees.
 */
function mayBeListed(use: Use, isOpen: boolean, { role }: Viewer) {
  return isOpen || (use === undefined && role !== 'demo');
}

/** A picture that is not public has an address for who uploaded it alone, which is then signed. */
async function present(
  db: Db,
  keys: string[],
  { uses, open, viewer }: Known & { viewer: Viewer },
): Promise<FileItem[]> {
  if (keys.length === 0) return [];
  const [files, owners, name] = await Promise.all([
    queries.listFiles(db, keys),
    queries.listOwners(db, keys),
    nameUses(
      db,
      keys.flatMap((key) => uses.get(key)?.first ?? []),
    ),
  ]);
  const byKey = new Map(files.map((file) => [file.key, file]));
  return keys.flatMap((key) => {
    const file = byKey.get(key);
    if (!file) return [];
    const { width, height, bytes } = file;
    const use = uses.get(key);
    const ownersOfIt = owners.filter((owner) => owner.key === key);
    const isSeen = open.has(key) || ownersOfIt.some(({ id }) => id === viewer.id);
    return {
      ...{
        key,
        width,
        height,
        bytes,
        url: isSeen ? addressOfKey(key) : '',
        thumb: isSeen ? thumbOf(file) : '',
        createdAt: isoTime(file.createdAt),
      },
      owners: ownersOfIt.map(({ id, nickname }) => ({ id, nickname })),
      uses: (use?.first ?? []).flatMap((where) => name(where) ?? []),
      useCount: use?.count ?? 0,
    };
  });
}

/** The smallest copy that still looks good in a list. */
function thumbOf({ key, sizes }: { key: string; sizes: string }) {
  const copies = readSizes(sizes).sort((a, b) => a.width - b.width);
  return addressOfKey((copies.find(({ width }) => width >= 320) ?? copies.at(-1))?.key ?? key);
}

/** How much room pictures take, in all and by member. */
export async function tellUsage(db: Db) {
  const [sum, members] = await Promise.all([queries.sumAll(db), queries.sumMembers(db, membersTold)]);
  return { ...sum, members };
}
