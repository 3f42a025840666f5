import { setImmediate as turn } from 'node:timers/promises';
import type { Db } from '../db/schema.ts';
import * as queries from './shown-pictures.queries.ts';

const rowsAtOnce = 50;

/** Every picture that some text, profile or setting of the site shows. */
export async function shownKeys(db: Db) {
  const shown = new Set<string>();
  for await (const { key } of pictureUses(db)) shown.add(key);
  return shown;
}

type Table = (typeof queries.places)[number]['table'];

/** A picture, maybe a smaller copy of one, and the row that shows it. */
export type PictureUse = { key: string; place: Table | 'settings'; id: number };

/** Every place where a picture of the site is shown, as many times as it is. */
export async function* pictureUses(db: Db): AsyncGenerator<PictureUse> {
  for await (const { text, ...where } of textsWithPictures(db))
    for (const [, key = ''] of text.matchAll(/\/files\/([\w/-]{1,100}\.\w{1,10})/g)) yield { key, ...where };
}

/** A few rows at a time: there are many. */
async function* textsWithPictures(db: Db) {
  for (const text of await queries.listSettings(db)) yield { text, place: 'settings' as const, id: 0 };
  for (const place of queries.places) {
    let rows = await queries.listTexts(db, place, 0, rowsAtOnce);
    while (rows.length > 0) {
      for (const { id, text } of rows) yield { text, place: place.table, id };
      await turn();
      rows = await queries.listTexts(db, place, rows.at(-1)?.id ?? 0, rowsAtOnce);
    }
  }
}
