import type { Db } from '../../platform/db/schema.ts';
import { createWordBook, type WordBook } from '../../platform/search/suggest.ts';
import * as queries from './site-words.queries.ts';

const titlesAtMost = 2000;
const tagsAtMost = 1000;
/** Milliseconds after which a changed title is seen although nothing new was published. */
const keptFor = 300_000;

type Kept = { newest: string; madeAt: number; book: Promise<WordBook> };
const books = new WeakMap<Db, Kept>();

/** The words of the titles and tags that anyone may list. Made when first asked for, and anew when there are others. */
export async function siteWords(db: Db): Promise<WordBook> {
  const newest = await queries.findNewestNames(db);
  const kept = books.get(db);
  if (kept && kept.newest === newest && Date.now() - kept.madeAt < keptFor) return kept.book;
  const book = makeBook(db);
  books.set(db, { newest, madeAt: Date.now(), book });
  book.catch(() => books.delete(db));
  return book;
}

async function makeBook(db: Db) {
  const [names, titles] = await Promise.all([
    queries.listTagNames(db, tagsAtMost),
    queries.listNewestTitles(db, titlesAtMost),
  ]);
  return createWordBook({ names, titles });
}
