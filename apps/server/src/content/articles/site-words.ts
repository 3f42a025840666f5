import { setTimeout } from 'node:timers/promises';
import type { Db } from '../../platform/db/schema.ts';
import { dictionaryWords } from '../../platform/search/query.ts';
import { createWordBook, type WordBook } from '../../platform/search/suggest.ts';
import { listNewestIds } from './articles.queries.ts';
import * as queries from './search.queries.ts';

const titlesAtMost = 2000;
const tagsAtMost = 1000;
/** Milliseconds before changed titles count although nothing new was published. */
const cacheMs = 300_000;

type CachedWords = { newest: string; madeAt: number; book: Promise<WordBook> };
const books = new WeakMap<Db, CachedWords>();

/** Caches the words of public titles, tags and texts, until new names appear; those of texts are added once read. */
export async function siteWords(db: Db): Promise<WordBook> {
  const newest = await queries.findNewestNames(db);
  const cached = books.get(db);
  if (cached && cached.newest === newest && Date.now() - cached.madeAt < cacheMs) return cached.book;
  const book = makeBook(db, textWords(db, newest));
  books.set(db, { newest, madeAt: Date.now(), book });
  book.catch(() => books.delete(db));
  return book;
}

async function makeBook(db: Db, texts: string[]) {
  const [names, titles] = await Promise.all([
    queries.listListedTagNames(db, tagsAtMost),
    queries.listNewestTitles(db, titlesAtMost),
  ]);
  return createWordBook({ names, titles, texts });
}

const textsAtMost = 500;
const bytesOfText = 12_000;
/** Number of texts from which a word of theirs is known. */
const inTextsAtLeast = 5;
const knownAtMost = 3000;
const countedAtMost = 50_000;
/** Milliseconds before words are read again. */
const readAgainAfter = 600_000;
/** Milliseconds between two texts, in which requests have their turn. */
const rest = 10;

type ReadWords = { newest: string; readAt: number; words: string[] };
const wordsOfTexts = new WeakMap<Db, ReadWords>();

/** Words of texts as far as they are known; new texts are read in the background. */
function textWords(db: Db, newest: string) {
  const known = wordsOfTexts.get(db) ?? { newest: '', readAt: 0, words: [] };
  if (known.newest === newest || Date.now() - known.readAt < readAgainAfter) return known.words;
  wordsOfTexts.set(db, { ...known, newest, readAt: Date.now() });
  readWords(db).then(
    (words) => {
      wordsOfTexts.set(db, { newest, readAt: Date.now(), words });
      books.delete(db);
    },
    () => wordsOfTexts.delete(db),
  );
  return known.words;
}

/** Words that stand in at least five of the newest texts, the most frequent first. */
async function readWords(db: Db) {
  const counts = new Map<string, number>();
  for (const id of await listNewestIds(db, textsAtMost)) {
    const [article] = await queries.listPublicTexts(db, [id], bytesOfText);
    const words = dictionaryWords(article?.text ?? '');
    count(words, counts);
    await setTimeout(rest, undefined, { ref: false });
  }
  const known = [...counts].filter(([, count]) => count >= inTextsAtLeast).sort(([, a], [, b]) => b - a);
  return known.slice(0, knownAtMost).map(([word]) => word);
}

/** Counts each word once; rare ones are forgotten when there are too many. */
function count(words: string[], counts: Map<string, number>) {
  for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  if (counts.size > countedAtMost) for (const [word, texts] of counts) if (texts === 1) counts.delete(word);
}
