import type { Db, Trx } from '../db/schema.ts';
import type { Hit } from './alike.ts';
import type { Terms } from './query.ts';

/** A document as its analysed words, in order. */
export type DocumentWords = { id: number; title: string[]; summary: string[]; body: string[] };

/**
 * How well a document fits, best first: all words in the title; in title and summary together; in these and what the body
 * repeats; anywhere.
 */
export const ranks = ['title', 'summary', 'frequent', 'anywhere'] as const;

export type Rank = (typeof ranks)[number];

export type Fit = { terms: Terms; rank: Rank };

/** Documents that fit so well, without those that fit any of the others. */
export type Match = Fit & { without: Fit[] };

/** What can be asked of the words kept. Ids come newest first, which is largest first. */
export type WordReader = {
  ids: (match: Match, page: { limit: number; offset: number }) => Promise<number[]>;
  count: (match: Match) => Promise<number>;
  /** Some of the documents, at most so many, that have each word at such a place or a better one. */
  having: (words: string[], rank: Rank, most: number) => Promise<Hit[]>;
};

/** What each database does for the search. */
export type WordIndex = {
  put: (trx: Trx, document: DocumentWords) => Promise<void>;
  remove: (trx: Trx, id: number) => Promise<void>;
  read: <Result>(db: Db, work: (reader: WordReader) => Promise<Result>) => Promise<Result>;
};
