import { setImmediate as turn } from 'node:timers/promises';
import type { Db, Trx } from '../db/schema.ts';
import { readSizes } from '../storage/keep-picture.ts';
import type { Storage } from '../storage/storage.ts';
import * as queries from './closing-files.queries.ts';

type Parts = { db: Db; storage: Storage };

const rowsAtOnce = 50;

/** Takes a member's pictures from them, and from the storage those that nobody else uploaded and nothing shows. */
export async function dropFiles({ db, storage }: Parts, userId: number) {
  const files = await queries.listFiles(db, userId);
  const shown = files.length > 0 ? await shownKeys(db) : new Set<string>();
  for (const { key, sizes } of files) {
    await turn();
    const copies = [key, ...readSizes(sizes).map((copy) => copy.key)];
    const stays = copies.some((copy) => shown.has(copy)) || (await queries.hasOtherOwner(db, key, userId));
    // before its row: what a crash leaves is found again
    if (!stays) for (const copy of copies) await storage.remove(copy);
    await db.transaction().execute((trx) => release(trx, { key, userId, stays }));
  }
}

async function release(trx: Trx, { key, userId, stays }: { key: string; userId: number; stays: boolean }) {
  await queries.disown(trx, key, userId);
  if (!stays && !(await queries.hasOtherOwner(trx, key, userId))) await queries.deleteFile(trx, key);
}

/** Every picture that some text, profile or setting of the site shows. */
async function shownKeys(db: Db) {
  const shown = new Set<string>();
  for await (const text of textsWithPictures(db))
    for (const [, key] of text.matchAll(/\/files\/([\w/-]+\.\w+)/g)) shown.add(key ?? '');
  return shown;
}

/** A few rows at a time: there are many. */
async function* textsWithPictures(db: Db) {
  yield* await queries.listSettings(db);
  for (const place of queries.places) {
    let rows = await queries.listTexts(db, place, 0, rowsAtOnce);
    while (rows.length > 0) {
      yield* rows.map(({ text }) => text);
      await turn();
      rows = await queries.listTexts(db, place, rows.at(-1)?.id ?? 0, rowsAtOnce);
    }
  }
}
