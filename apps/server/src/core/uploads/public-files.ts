import { randomBytes } from 'node:crypto';
import type { Db } from '../../platform/db/schema.ts';
import { keysIn, secondsLeft, signatureOf, withSignatures } from '../../platform/storage/signed-address.ts';
import { unsizedKey } from '../../platform/storage/storage-key.ts';
import * as queries from './public-files.queries.ts';

const atOnce = 200;

/** Reads the rows whose pictures changed since: after it, what a committed transaction published or took back is known. */
async function readDue(db: Db) {
  for (let due = await queries.listDue(db, dueAtOnce); due.length > 0; due = await queries.listDue(db, dueAtOnce)) {
    const some = due;
    await db.transaction().execute(async (trx) => {
      for (const one of some)
        if (await queries.takeDue(trx, one)) await queries.setUses(trx, one, keysIn(await queries.findText(trx, one)));
    });
  }
}

/** A commit for each would take the disk's time for each; after an upgrade all rows are due. */
const dueAtOnce = 20;

/** Which of these pictures everybody may see. */
export async function publicFiles(db: Db, keys: Iterable<string>): Promise<Set<string>> {
  const wanted = [...new Set(keys)];
  const found = new Set<string>();
  if (wanted.length === 0) return found;
  await readDue(db);
  for (let from = 0; from < wanted.length; from += atOnce)
    for (const key of await queries.listPublic(db, wanted.slice(from, from + atOnce))) found.add(key);
  return found;
}

/**
 * Who may have a file: everybody, for ever, what stands in a public text; for some seconds, whoever shows a signature.
 * Nothing for anybody else.
 */
export function fileAccess(db: Db) {
  return async (key: string, query: { e?: unknown; s?: unknown }) => {
    if (query.e !== undefined) {
      const left = secondsLeft(await secretOf(db), key, query);
      if (left !== undefined) return { seconds: left };
    }
    return (await publicFiles(db, [unsizedKey(key)])).size > 0 ? ('public' as const) : undefined;
  };
}

/** Whose pictures in a text may be signed: its author's and nobody's, or all, where they were proven when it was sent. */
type Whose = { authorId: number } | 'proven';

/**
 * What may be told to somebody who may read it, with the addresses of pictures that are not public signed. Anything but
 * texts, lists and objects stays as it is; HTML is known by its tags.
 */
export async function withPictures<Told>(db: Db, told: Told, whose: Whose): Promise<Told> {
  const keys = new Set<string>();
  mapTexts(told, (text) => {
    for (const key of keysIn(text)) keys.add(key);
    return text;
  });
  if (keys.size === 0) return told;
  const open = await publicFiles(db, keys);
  const hidden = [...keys].filter((key) => !open.has(key));
  if (hidden.length === 0) return told;
  const mine = whose === 'proven' ? hidden : await queries.listOwned(db, hidden, whose.authorId);
  const secret = await secretOf(db);
  const signatures = new Map(mine.map((key) => [key, signatureOf(secret, key)]));
  return mapTexts(told, (text) => withSignatures(text, signatures, { isHtml: /<[a-z]/i.test(text) })) as Told;
}

/** The same of one field of some rows, whose pictures were proven to be their author's when they were sent. */
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

const secretName = 'pictures';

/** Asked for each time, by its key: a restore puts another one there. */
async function secretOf(db: Db): Promise<string> {
  const known = await queries.findSecret(db, secretName);
  if (known) return known;
  await queries.keepSecret(db, secretName, randomBytes(32).toString('base64url'));
  return secretOf(db);
}
