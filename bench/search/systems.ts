import { sql } from 'kysely';
import { searchArticles } from '../../apps/server/src/content/articles/search-articles.ts';
import type { Db } from '../../apps/server/src/platform/db/schema.ts';
import { createSearch } from '../../apps/server/src/platform/search/search.ts';

/** Finds the first results for a typed text. */
type Find = (db: Db, text: string, limit: number) => Promise<number[]>;

const search = createSearch('sqlite');

/** Compared systems, the product first. */
export const systems: Record<string, Find> = {
  现在: async (db, text, limit) => {
    const keyword = text.replace(/\s/gu, '');
    const { records } = await searchArticles({ db, search }, { keyword, typed: text, pageNo: 1, pageSize: limit });
    return records.map(({ id }) => id);
  },
  LIKE: async (db, text, limit) => {
    const pattern = `%${text.replace(/[!%_]/g, '!$&')}%`;
    const { rows } = await sql<{ id: number }>`select id from articles
      where title like ${pattern} escape '!' or markdown like ${pattern} escape '!'
      order by title like ${pattern} escape '!' desc, "publishedAt" desc limit ${limit}`.execute(db);
    return rows.map(({ id }) => id);
  },
  'FTS5 trigram': async (db, text, limit) => {
    const words = text.split(/\s+/u).map((word) => `"${word.replaceAll('"', '""')}"`);
    const { rows } = await sql<{
      id: number;
    }>`select rowid as id from trigrams where trigrams match ${words.join(' AND ')}
      order by bm25(trigrams, 10, 1) limit ${limit}`.execute(db);
    return rows.map(({ id }) => id);
  },
};

export async function beginTrigrams(db: Db) {
  await sql`create virtual table trigrams using fts5(title, body, tokenize='trigram')`.execute(db);
}
