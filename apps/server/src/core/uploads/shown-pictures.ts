import { setImmediate as turn } from 'node:timers/promises';
import type { Db } from '../../platform/db/schema.ts';
import * as queries from './shown-pictures.queries.ts';

const rowsAtOnce = 100;
/** Whole articles and versions of them: a few megabytes each at worst. */
const longAtOnce = 20;
const long = ['articles', 'drafts', 'revisions'];

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

/** Those of the settings, then those of every table. */
async function* textsWithPictures(db: Db) {
  for (const text of await queries.listSettings(db)) yield { text, place: 'settings' as const, id: 0 };
  for (const place of queries.places) yield* textsOf(db, place);
}

/** A few rows at a time, with or without pictures, so that no step takes long: there are many. */
async function* textsOf(db: Db, place: (typeof queries.places)[number]) {
  const most = long.includes(place.table) ? longAtOnce : rowsAtOnce;
  let rows = await queries.listTexts(db, place, 0, most);
  while (rows.length > 0) {
    for (const { id, text } of rows) if (text !== null) yield { text, place: place.table, id };
    await turn();
    rows = await queries.listTexts(db, place, rows.at(-1)?.id ?? 0, most);
  }
}
