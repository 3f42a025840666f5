import { sql } from 'kysely';
import type { Dialect } from '../db/dialect.ts';
import type { Db, Trx } from '../db/schema.ts';
import { type Alike, commonFrom, rankAlike, tellingWords } from './alike.ts';
import { analyse, analyseQuery, type SearchQuery } from './analyse.ts';
import { createLineSearch } from './line-search.ts';
import { postgresIndex } from './postgres-index.ts';
import { sqliteIndex } from './sqlite-index.ts';
import { ranks, type WordReader } from './word-index.ts';

/** What can be found. A word in the title weighs more than one in the summary, and that more than one in the body. */
export type SearchDocument = { id: number; title: string; summary: string; body: string };

export type Search = ReturnType<typeof createSearch>;

type Slice = { limit: number; offset: number };

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

    /** The documents with every word of the keyword, best first, and how many there are. Without words: none. */
    async find(db: Db, keyword: string, slice: Slice): Promise<{ ids: number[]; total: number }> {
      const query = analyseQuery(keyword);
      if (query.words.length === 0 && query.prefix === '') return { ids: [], total: 0 };
      return index.read(db, async (reader) => ({
        ids: await collect(reader, query, slice),
        total: await reader.count({ query, rank: 'anywhere' }),
      }));
    },

    /** Documents about the same as a text, the most alike first, without the one it belongs to. */
    async alike(db: Db, { besides, ...about }: { title: string; text: string; besides: number }): Promise<Alike[]> {
      const words = tellingWords(about);
      if (words.length === 0) return [];
      const wanted = words.map(({ word }) => word);
      const hits = await index.read(db, (reader) => reader.having(wanted, commonFrom));
      return rankAlike(words, hits, besides);
    },
  };
}

/** Fills the slice rank by rank. Equal ones come newest first, so the order is always the same. */
async function collect(reader: WordReader, query: SearchQuery, { limit, offset }: Slice) {
  const ids: number[] = [];
  let skip = offset;
  for (const [place, rank] of ranks.entries()) {
    const match = { query, rank, better: ranks[place - 1] };
    const found = await reader.ids(match, { limit: limit - ids.length, offset: skip });
    ids.push(...found);
    if (ids.length === limit) break;
    if (ids.length > 0) skip = 0;
    else if (skip > 0) skip -= await reader.count(match);
  }
  return ids;
}
