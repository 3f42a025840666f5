import { sql } from 'kysely';
import type { Dialect } from '../db/dialect.ts';
import type { Db, Trx } from '../db/schema.ts';
import { analyse } from './analyse.ts';
import { type FoundDocuments, findDocuments, type ReadDocuments, type Slice } from './find-documents.ts';
import { postgresIndex } from './postgres-index.ts';
import { isEmpty, parseQuery, plainTerms, type Terms } from './query.ts';
import { sqliteIndex } from './sqlite-index.ts';
import {
  type Alike,
  type Among,
  commonFrom,
  type Dated,
  distinctiveWords,
  type IndexTables,
  rankAlike,
  type WordIndex,
} from './word-index.ts';

/**
 * Document to index. Title words outweigh those of the summary, and those the body's; newer `date`s (ms) come first.
 * `labels`: what it is besides its words, as its kind.
 */
export type SearchDocument = {
  id: number;
  date: number;
  title: string;
  summary: string;
  body: string;
  labels?: string[];
};

export type Search = ReturnType<typeof createSearch>;

/** Full-text search in the site's own database: over articles, and over all else that is written. */
export function createSearch(dialect: Dialect) {
  const indexOf = dialect === 'postgres' ? postgresIndex : sqliteIndex;
  const search = { words: 'search', places: 'searchPlaces' };
  const writings = { words: 'writings', places: 'writingPlaces' };

  return {
    ...createDocumentSearch(indexOf(search), search),
    /** Index of what is no article. */
    writings: createDocumentSearch(indexOf(writings), writings),
    /** Index of short texts. */
    lines: createLineSearch(dialect),
  };
}

/** Full-text search over documents with positive ids. */
function createDocumentSearch(index: WordIndex, tables: IndexTables) {
  return {
    /** Adds or replaces a document. */
    async index(trx: Trx, { id, date, title, summary, body, labels }: SearchDocument) {
      await index.remove(trx, id);
      const words = { title: analyse(title), summary: analyse(summary), body: analyse(body) };
      await index.put(trx, { id, date, ...words, labels });
    },

    /** Number of indexed documents. */
    async size(db: Db) {
      const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(tables.words)}`.execute(
        db,
      );
      return Number(rows[0]?.count ?? 0);
    },

    /** Ids of all indexed documents. */
    async numbers(db: Db) {
      return (await index.numbers(db)).rows.map(({ id }) => id);
    },

    /** Removes a document, if indexed. */
    remove: (trx: Trx, id: number) => index.remove(trx, id),

    /**
     * Finds documents for a text, best first, with their number; none for a text without words. With `read` they are
     * ranked by their text, not by the index alone.
     */
    find(db: Db, text: string, { among, ...slice }: Slice & FindOptions): Promise<FoundDocuments> {
      return findDocuments((work) => index.read(db, work, among), text, slice);
    },

    /**
     * The newest documents with all words of a text, up to `most`; none for a text without words. `isExact`: also with
     * those that a search leaves out.
     */
    async newest(db: Db, text: string, { among, most, isExact }: NewestOptions): Promise<Dated[]> {
      const { exact, loose } = parseQuery(text);
      if (isEmpty(exact)) return [];
      const terms = isExact || isEmpty(loose) ? exact : loose;
      return index.read(db, (reader) => reader.dated({ terms, rank: 'anywhere', without: [] }, most), among);
    },

    /** The newest documents with a label that begins so. */
    labelled(db: Db, beginning: string, { among, most }: { among?: Among; most: number }): Promise<Dated[]> {
      return index.read(db, (reader) => reader.labelled(beginning, most), among);
    },

    /** Query for the ids of all documents with each word of a text; undefined for a text without words. */
    select(text: string) {
      const { exact } = parseQuery(text);
      return isEmpty(exact) ? undefined : index.select({ terms: exact, rank: 'anywhere' });
    },

    /** Finds similar documents, most similar first, except the given one. */
    alike: (db: Db, document: Like) => findAlike(db, index, document),
  };
}

type Like = { title: string; text: string; besides: number };

async function findAlike(db: Db, index: WordIndex, { besides, ...about }: Like): Promise<Alike[]> {
  const words = distinctiveWords(about);
  if (words.length === 0) return [];
  const wanted = words.map(({ word }) => word);
  const hits = await index.read(db, (reader) => reader.having(wanted, 'frequent', commonFrom));
  return rankAlike(words, hits, besides);
}

type NewestOptions = { among?: Among; most: number; isExact?: boolean };
type FindOptions = { read?: ReadDocuments; readAtMost?: number; among?: Among };

/** Short text in a scope, a positive number, searched within that scope only. */
type Line = { id: number; scope: number; text: string };

type Sought = { keyword: string; scopes: number[]; before?: number | undefined; limit: number };

/**
 * Full-text search over many short texts with positive ids, newest (largest) first. The scope is a token in the index,
 * so that texts of other scopes are never read.
 */
function createLineSearch(dialect: Dialect) {
  const { put, select } = dialect === 'postgres' ? postgres : sqlite;
  const remove = async (trx: Trx, id: number) => {
    await sql`delete from lines where rowid = ${id}`.execute(trx);
  };
  const add = async (trx: Trx, lines: Line[]) => {
    const rows = lines.map(({ id, scope, text }) => ({ id, scope, words: [...new Set(analyse(text))] }));
    const some = rows.filter(({ words }) => words.length > 0);
    if (some.length > 0) await put(trx, some);
  };

  return {
    /** Adds or replaces a line; one without words is not stored. */
    async index(trx: Trx, line: Line) {
      await remove(trx, line.id);
      await add(trx, [line]);
    },

    /** Adds lines that are not indexed. */
    add,

    /** Removes a line, if indexed. */
    remove,

    /**
     * Finds lines of some scopes with every word of the keyword, below the id `before`; none for a text without words.
     */
    async find(db: Db, { keyword, scopes, before, limit }: Sought): Promise<number[]> {
      const query = plainTerms(keyword);
      if (scopes.length === 0 || isEmpty(query)) return [];
      const below = before === undefined ? sql`` : sql`and rowid < ${before}`;
      const { rows } = await sql<{ id: number }>`select rowid as id from lines
        where ${select(query, scopes)} ${below} order by rowid desc limit ${sql.lit(limit)}`.execute(db);
      return rows.map(({ id }) => id);
    },
  };
}

type LineWords = { id: number; scope: number; words: string[] };

const sqlite = {
  put(trx: Trx, lines: LineWords[]) {
    const rows = lines.map(({ id, scope, words }) => sql`(${id}, ${`s${scope}`}, ${words.join(' ')})`);
    return sql`insert into lines (rowid, scope, words) values ${sql.join(rows)}`.execute(trx);
  },

  select({ words, prefix }: Terms, scopes: number[]) {
    const quote = (word: string) => `"${word.replaceAll('"', '""')}"`;
    const terms = [...words.map(quote), ...(prefix ? [`${quote(prefix)} *`] : [])].join(' AND ');
    const within = scopes.map((scope) => `"s${scope}"`).join(' OR ');
    return sql`lines match ${`({words} : (${terms})) AND ({scope} : (${within}))`}`;
  },
};

/** A lexeme with a leading colon is no token of a text, nor a prefix of one. */
const postgres = {
  put(trx: Trx, lines: LineWords[]) {
    const rows = lines.map(
      ({ id, scope, words }) => sql`(${id}, ${[`:${scope}`, ...words].map(quoted).join(' ')}::tsvector)`,
    );
    return sql`insert into lines (rowid, words) values ${sql.join(rows)}`.execute(trx);
  },

  select({ words, prefix }: Terms, scopes: number[]) {
    const terms = [...words.map(quoted), ...(prefix ? [`${quoted(prefix)}:*`] : [])].join(' & ');
    const within = scopes.map((scope) => quoted(`:${scope}`)).join(' | ');
    return sql`words @@ ${`${terms} & (${within})`}::tsquery`;
  },
};

function quoted(lexeme: string) {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
