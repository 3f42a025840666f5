import { sql } from 'kysely';
import type { Dialect } from '../db/dialect.ts';
import type { Db, Trx } from '../db/schema.ts';
import { analyse } from './analyse.ts';
import { isEmpty, plainTerms, type Terms } from './query.ts';

/** A short text. It belongs to one scope, a positive number, and is found within that only. */
export type Line = { id: number; scope: number; text: string };

type Sought = { keyword: string; scopes: number[]; before?: number | undefined; limit: number };

/**
 * Full-text search over many short texts with positive ids, newest first, which is largest first. The scope is a word of
 * its own in the index: what others wrote is not even looked at.
 */
export function createLineSearch(dialect: Dialect) {
  const { put, select } = dialect === 'postgres' ? postgres : sqlite;
  const remove = async (trx: Trx, id: number) => {
    await sql`delete from lines where rowid = ${id}`.execute(trx);
  };

  return {
    /** Adds a line, or replaces it. One without words is not kept. */
    async index(trx: Trx, { id, scope, text }: Line) {
      await remove(trx, id);
      const words = [...new Set(analyse(text))];
      if (words.length > 0) await put(trx, id, scope, words);
    },

    /** Forgets a line. One that was never indexed makes no difference. */
    remove,

    /** Lines of some scopes with every word of the keyword, below the id `before`. Without words: none. */
    async find(db: Db, { keyword, scopes, before, limit }: Sought): Promise<number[]> {
      const query = plainTerms(keyword);
      if (scopes.length === 0 || isEmpty(query)) return [];
      const below = before === undefined ? sql`` : sql`and rowid < ${before}`;
      const { rows } = await sql<{ id: number }>`select rowid as id from lines
        where ${select(query, scopes)} ${below} order by rowid desc limit ${limit}`.execute(db);
      return rows.map(({ id }) => id);
    },
  };
}

const sqlite = {
  put: (trx: Trx, id: number, scope: number, words: string[]) =>
    sql`insert into lines (rowid, scope, words) values (${id}, ${`s${scope}`}, ${words.join(' ')})`.execute(trx),

  select({ words, prefix }: Terms, scopes: number[]) {
    const quote = (word: string) => `"${word.replaceAll('"', '""')}"`;
    const terms = [...words.map(quote), ...(prefix ? [`${quote(prefix)} *`] : [])].join(' AND ');
    const within = scopes.map((scope) => `"s${scope}"`).join(' OR ');
    return sql`lines match ${`({words} : (${terms})) AND ({scope} : (${within}))`}`;
  },
};

/** A lexeme that begins with a colon is no word of a text, nor the beginning of one. */
const postgres = {
  put: (trx: Trx, id: number, scope: number, words: string[]) =>
    sql`insert into lines (rowid, words)
      values (${id}, ${[`:${scope}`, ...words].map(quoted).join(' ')}::tsvector)`.execute(trx),

  select({ words, prefix }: Terms, scopes: number[]) {
    const terms = [...words.map(quoted), ...(prefix ? [`${quoted(prefix)}:*`] : [])].join(' & ');
    const within = scopes.map((scope) => quoted(`:${scope}`)).join(' | ');
    return sql`words @@ ${`${terms} & (${within})`}::tsquery`;
  },
};

function quoted(lexeme: string) {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
