import { setImmediate as turn } from 'node:timers/promises';
import type { Db } from '../db/schema.ts';
import * as queries from './shown-pictures.queries.ts';

const rowsAtOnce = 50;

/** Every picture that some text, profile or setting of the site shows. */
export async function shownKeys(db: Db) {
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
