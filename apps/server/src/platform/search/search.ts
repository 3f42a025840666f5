import { sql } from 'kysely';
import type { Dialect } from '../db/dialect.ts';
import type { Db, Trx } from '../db/schema.ts';
import { type Alike, commonFrom, rankAlike, tellingWords } from './alike.ts';
import { analyse } from './analyse.ts';
import { type FoundDocuments, findDocuments, type ReadDocuments, type Slice } from './find-documents.ts';
import { createLineSearch } from './line-search.ts';
import { postgresIndex } from './postgres-index.ts';
import { sqliteIndex } from './sqlite-index.ts';

/** What can be found. A word in the title weighs more than one in the summary, and that more than one in the body. */
export type SearchDocument = { id: number; title: string; summary: string; body: string };

export type Search = ReturnType<typeof createSearch>;

/** Full-text search over documents with positive ids, kept in the site's own database. */
export function createSearch(dialect: Dialect) {
  const index = dialect === 'postgres' ? postgresIndex : sqliteIndex;

  return {
    /** Short texts stand in an index of their own. */
    lines: createLineSearch(dialect),

    /** Adds a document, or replaces it. */
    async index(trx: Trx, { id, title, summary, body }: SearchDocument) {
      await index.remove(trx, id);
      await index.put(trx, { id, title: analyse(title), summary: analyse(summary), body: analyse(body) });
    },

    /** How many documents are in it. */
    async size(db: Db) {
      const { rows } = await sql<{ count: number }>`select count(*) as count from search`.execute(db);
      return Number(rows[0]?.count ?? 0);
    },

    /** The ids of all documents in it. */
    async numbers(db: Db) {
      const { rows } = await sql<{ id: number }>`select rowid as id from search`.execute(db);
      return rows.map(({ id }) => Number(id));
    },

    /** Forgets a document. One that was never indexed makes no difference. */
    remove: (trx: Trx, id: number) => index.remove(trx, id),

    /**
     * The documents a text may be looking for, best first, and how many there are. Without words: none. With `read` they
     * are put in order by what they say, not only by where the words are.
     */
    find(db: Db, text: string, slice: Slice & { read?: ReadDocuments }): Promise<FoundDocuments> {
      return findDocuments((work) => index.read(db, work), text, slice);
    },

    /** Documents about the same as a text, the most alike first, without the one it belongs to. */
    async alike(db: Db, { besides, ...about }: { title: string; text: string; besides: number }): Promise<Alike[]> {
      const words = tellingWords(about);
      if (words.length === 0) return [];
      const wanted = words.map(({ word }) => word);
      const hits = await index.read(db, (reader) => reader.having(wanted, 'frequent', commonFrom));
      return rankAlike(words, hits, besides);
    },
  };
}
