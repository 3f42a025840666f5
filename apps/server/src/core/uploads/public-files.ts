import { sql } from 'kysely';
import { publicHtml, shown } from '../../platform/db/conditions.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { siteSecret } from '../../platform/db/secrets.ts';
import {
  keyOfAddress,
  keysIn,
  ownKeysIn,
  secondsLeft,
  signatureOf,
  unsizedKey,
  withSignatures,
} from '../../platform/storage/storage.ts';

const atOnce = 200;

/** Processes rows whose pictures changed, so that visibility follows every committed transaction. */
export async function readFileUses(db: Db) {
  for (let due = await listDue(db, dueAtOnce); due.length > 0; due = await listDue(db, dueAtOnce)) {
    const some = due;
    await db.transaction().execute(async (trx) => {
      for (const one of some)
        if (await takeDue(trx, one)) await setUses(trx, one, await findKeys(trx, one, hosts.get(db)));
    });
  }
}

/** Rows per commit: after an upgrade all rows are due. */
const dueAtOnce = 20;

/** Filters pictures to public ones. */
export async function publicFiles(db: Db, keys: Iterable<string>): Promise<Set<string>> {
  const wanted = [...new Set(keys)];
  const found = new Set<string>();
  if (wanted.length === 0) return found;
  await readFileUses(db);
  for (let from = 0; from < wanted.length; from += atOnce)
    for (const key of await listPublic(db, wanted.slice(from, from + atOnce))) found.add(key);
  return found;
}

/** Host of the site of a database, whose absolute addresses are its own as well. */
const hosts = new WeakMap<Db, string>();

/** Access to a file: public while used in a public text; for some seconds with a signature; undefined otherwise. */
export function fileAccess(db: Db, siteUrl: string) {
  hosts.set(db, new URL(siteUrl).host);
  return async (key: string, query: { e?: unknown; s?: unknown }) => {
    if (query.e !== undefined) {
      const left = secondsLeft(await secretOf(db), key, query);
      if (left !== undefined) return { seconds: left };
    }
    return (await publicFiles(db, [unsizedKey(key)])).size > 0 ? ('public' as const) : undefined;
  };
}

/** Pictures to sign: those of the author or without owner, or all, where ownership was proven at saving. */
type Whose = { authorId: number } | 'proven';

/**
 * Signs private picture addresses, as far as `whose` permits, in data the viewer may read: in lists and objects at any
 * depth; HTML is recognised by its tags.
 */
export async function withPictures<Data>(db: Db, data: Data, whose: Whose): Promise<Data> {
  const keys = new Set<string>();
  mapTexts(data, (text) => {
    for (const key of keysIn(text)) keys.add(key);
    return text;
  });
  if (keys.size === 0) return data;
  const open = await publicFiles(db, keys);
  const hidden = [...keys].filter((key) => !open.has(key));
  if (hidden.length === 0) return data;
  const mine = whose === 'proven' ? hidden : await listOwned(db, hidden, whose.authorId);
  const secret = await secretOf(db);
  const signatures = new Map(mine.map((key) => [key, signatureOf(secret, key)]));
  return mapTexts(data, (text) => withSignatures(text, signatures, { isHtml: /<[a-z]/i.test(text) })) as Data;
}

/** Signs the pictures in a field of rows, whose ownership was proven at saving. */
export async function withProvenPictures<Row, Field extends keyof Row>(db: Db, rows: Row[], field: Field) {
  const signed = await withPictures(
    db,
    rows.map((row) => row[field]),
    'proven',
  );
  return rows.map((row, at): Row => ({ ...row, [field]: signed[at] }));
}

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return value.includes('/files/') ? map(value) : value;
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapTexts(one, map)]));
}

function secretOf(db: Db) {
  return siteSecret(db, 'pictures');
}

type Due = { place: string; rowId: number };

function listDue(db: Db, most: number): Promise<Due[]> {
  return db
    .selectFrom('fileUsesDue')
    .select(['place', 'rowId'])
    .orderBy('place')
    .orderBy('rowId')
    .limit(most)
    .execute();
}

/** False when another process took it first. */
async function takeDue(trx: Trx, { place, rowId }: Due) {
  const { numDeletedRows } = await trx
    .deleteFrom('fileUsesDue')
    .where('place', '=', place)
    .where('rowId', '=', rowId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

type Columns = { texts?: readonly string[]; addresses?: readonly string[] };

/**
 * Columns that can make a picture public, and no others do: texts, which may name several, and single addresses. Which
 * rows of them count, and whose pictures, is in `listPublic`.
 */
export const publicColumns: Record<string, Columns> = {
  articles: { texts: ['publicHtml'], addresses: ['cover'] },
  says: { texts: ['html', 'pictures'] },
  comments: { texts: ['html', 'pictures'] },
  users: { addresses: ['avatar', 'cover'] },
  links: { addresses: ['avatar'] },
  navigationSites: { addresses: ['logo'] },
  stickers: { addresses: ['picture', 'night'] },
  settings: { texts: ['value'] },
};

/** Keys of the pictures that a row, or all settings, may show. */
async function findKeys(trx: Trx, { place, rowId }: Due, host: string | undefined) {
  const { texts = [], addresses = [] } = publicColumns[place] ?? {};
  // each by itself: a compressed text cannot be joined to another within SQL
  const selected = [...texts, ...addresses].map((column) =>
    (column === 'publicHtml' ? publicHtml : sql.ref<string>(column)).as(column),
  );
  const rows = trx.selectFrom(place as 'articles').select(selected);
  const found = await (place === 'settings' ? rows : rows.where('id', '=', rowId)).execute();
  return new Set(
    (found as Record<string, string>[]).flatMap((row) => [
      ...texts.flatMap((column) => [...ownKeysIn(row[column] ?? '', host)]),
      ...addresses.flatMap((column) => keyOfAddress(row[column] ?? '') ?? []).map(unsizedKey),
    ]),
  );
}

async function setUses(trx: Trx, { place, rowId }: Due, keys: Iterable<string>) {
  await trx.deleteFrom('fileUses').where('place', '=', place).where('rowId', '=', rowId).execute();
  const rows = [...keys].map((key) => ({ key, place, rowId }));
  if (rows.length === 0) return;
  await trx
    .insertInto('fileUses')
    .values(rows)
    .onConflict((known) => known.doNothing())
    .execute();
}

const ownedBy = (authorId: string) => sql<boolean>`(
  not exists (select 1 from "fileOwners" o where o.key = u.key)
  or exists (select 1 from "fileOwners" o where o.key = u.key and o."userId" = ${sql.ref(authorId)}))`;
const shownSay = sql<boolean>`says."isPublic" = 1 and says.state = 'shown'`;

/**
 * Filters keys to those in public texts; the only place that defines public use. A file is public by a text of who
 * uploaded it, or by staff: articles of theirs, approved links, the navigation, stickers, the settings. Of an article its public
 * part counts. A link somebody applied with names a picture on another host, which is none of ours.
 */
async function listPublic(db: Db, keys: string[]) {
  const { rows } = await sql<{ key: string }>`select distinct u.key from "fileUses" u
    where u.key in (${sql.join(keys)}) and (
      u.place in ('navigationSites', 'stickers', 'settings')
      or (u.place = 'links' and exists (select 1 from links where links.id = u."rowId" and links.state = 'approved'))
      or (u.place = 'users' and exists (select 1 from users where users.id = u."rowId" and ${ownedBy('users.id')}))
      or (u.place = 'articles' and exists (select 1 from articles join users on users.id = articles."authorId"
        where articles.id = u."rowId" and ${shown}
          and (users.role in ('owner', 'admin', 'editor') or ${ownedBy('articles.authorId')})))
      or (u.place = 'says' and exists (select 1 from says where says.id = u."rowId" and ${shownSay}
        and ${ownedBy('says.authorId')}))
      or (u.place = 'comments' and exists (select 1 from comments
        left join articles on articles.id = comments."articleId"
        left join says on says.id = comments."sayId"
        where comments.id = u."rowId" and comments.state = 'shown' and comments."removedAt" is null
          and ${ownedBy('comments.authorId')} and ((${shown}) or (${shownSay})))))`.execute(db);
  return rows.map(({ key }) => key);
}

/** Filters pictures to those uploaded by a member, or by nobody. */
async function listOwned(db: Db, keys: string[], userId: number) {
  const { rows } = await sql<{ key: string }>`select u.key from files u where u.key in (${sql.join(keys)}) and (
    not exists (select 1 from "fileOwners" o where o.key = u.key)
    or exists (select 1 from "fileOwners" o where o.key = u.key and o."userId" = ${userId}))`.execute(db);
  return rows.map(({ key }) => key);
}

/** Name and size by which a stored attachment is served. */
export function findAttachment(db: Db) {
  return (key: string) => db.selectFrom('files').select(['name', 'bytes']).where('key', '=', key).executeTakeFirst();
}
