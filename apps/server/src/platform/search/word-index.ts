import type { RawBuilder } from 'kysely';
import type { Db, Trx } from '../db/schema.ts';
import { analyse } from './analyse.ts';
import type { Terms } from './query.ts';

/** Tokens of a document in order; `date` in milliseconds. `labels` are found by their whole or their beginning, at no rank. */
export type DocumentWords = {
  id: number;
  date: number;
  title: string[];
  summary: string[];
  body: string[];
  labels?: string[] | undefined;
};

/** Documents to look among: those with a label, without or of some ids, of a time (`from` inclusive, `to` exclusive). */
export type Among = {
  label?: string | undefined;
  except?: number[] | undefined;
  only?: number[] | undefined;
  from?: number | undefined;
  to?: number | undefined;
};

/**
 * Ranks, best first: all words in the title; in title and summary; in these and the frequent words of the body;
 * anywhere.
 */
export const ranks = ['title', 'summary', 'frequent', 'anywhere'] as const;

export type Rank = (typeof ranks)[number];

export type Fit = { terms: Terms; rank: Rank };

/** Documents that fit this match and none of the better ones. */
export type Match = Fit & { without: Fit[] };

/** A document with its time as the index has it, which may be minutes off. */
export type Dated = { id: number; date: number };

/** Read access to the index. Ids come newest first. */
export type WordReader = {
  ids: (match: Match, page: { limit: number; offset: number }) => Promise<number[]>;
  /** As `ids`, with their dates. */
  dated: (match: Match, most: number) => Promise<Dated[]>;
  /** Documents with a label that begins with this. */
  labelled: (beginning: string, most: number) => Promise<Dated[]>;
  /** Number of documents, counted up to `most`. */
  count: (match: Match, most: number) => Promise<number>;
  /** Up to `most` documents per word at this rank or better. */
  having: (words: string[], rank: Rank, most: number) => Promise<Hit[]>;
};

/** Full-text index of one database. */
export type WordIndex = {
  put: (trx: Trx, document: DocumentWords) => Promise<void>;
  remove: (trx: Trx, id: number) => Promise<void>;
  /** Ids of all documents. */
  numbers: (db: Db) => Promise<{ rows: { id: number }[] }>;
  /** Query for the ids of documents that fit. */
  select: (fit: Fit) => RawBuilder<{ id: number }>;
  read: <Result>(db: Db, work: (reader: WordReader) => Promise<Result>, among?: Among) => Promise<Result>;
};

/** Tables of an index; places are SQLite's only. */
export type IndexTables = { words: string; places: string };

/** Prefix of a label in the index, which begins like no word. */
export const labelMark = '\uff1al';

const oftenEnough = 3;
const maxFrequentWords = 200;

/** Most frequent words of a body, of two characters or more. */
function frequentWords(words: string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of words) if (word.length > 1) counts.set(word, (counts.get(word) ?? 0) + 1);

  return [...counts]
    .filter(([, count]) => count >= oftenEnough)
    .sort(([, a], [, b]) => b - a)
    .slice(0, maxFrequentWords)
    .map(([word]) => word);
}

/** Words of a document as an index stores them: once for each rank they have, most important first. */
export function markedWords(
  { title, summary, body, labels = [] }: DocumentWords,
  marked: (rank: Rank) => (word: string) => string,
) {
  const upToSummary = [...title, ...summary];
  const upToFrequent = [...upToSummary, ...frequentWords(body)];
  return new Set([
    ...title.map(marked('title')),
    ...upToSummary.map(marked('summary')),
    ...upToFrequent.map(marked('frequent')),
    ...upToSummary,
    ...body,
    ...labels.map((label) => labelMark + label),
  ]);
}

/** A word in this many documents does not distinguish topics. */
export const commonFrom = 100;

const maxTellingWords = 32;
const sharedAtLeast = 2;
const titleWeight = 2;

export type Hit = { word: number; id: number };
export type Alike = { id: number; likeness: number };

/** Distinctive words of a text, those of the title first; two characters or more. */
export function distinctiveWords({ title, text }: { title: string; text: string }) {
  const inTitle = new Set(analyse(title).filter(isTelling));
  const words = [...new Set([...inTitle, ...analyse(text).filter(isTelling)])].slice(0, maxTellingWords);
  return words.map((word) => ({ word, weight: inTitle.has(word) ? titleWeight : 1 }));
}

/** Ranks documents by shared words, from 0 to 1, weighted by rarity. */
export function rankAlike(words: { weight: number }[], hits: Hit[], besides: number): Alike[] {
  const shares = new Map<number, number>();
  for (const [word, places] of Map.groupBy(hits, (hit) => hit.word)) {
    const others = places.filter(({ id }) => id !== besides).length;
    if (others > 0 && places.length < commonFrom)
      shares.set(word, (words[word]?.weight ?? 0) * Math.log(commonFrom / others));
  }

  const whole = sumOf([...shares.values()]);
  const ranked: Alike[] = [];
  for (const [id, shared] of Map.groupBy(hits, (hit) => hit.id)) {
    const values = shared.flatMap(({ word }) => shares.get(word) ?? []);
    if (id !== besides && values.length >= sharedAtLeast) ranked.push({ id, likeness: sumOf(values) / whole });
  }
  return ranked.sort((a, b) => b.likeness - a.likeness || b.id - a.id);
}

function sumOf(values: number[]) {
  return values.reduce((sum, value) => sum + value, 0);
}

function isTelling(word: string) {
  return word.length > 1;
}
