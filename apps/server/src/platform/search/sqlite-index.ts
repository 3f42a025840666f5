import { sql } from 'kysely';
import { type Fit, type Hit, type Match, markedWords, type Rank, type WordIndex } from './word-index.ts';

/**
 * FTS5 over our own tokens joined by spaces. A token is stored once per rank with a rank prefix: a list of columns in
 * every entry takes twice the space, and a search in titles would read the entries of all texts.
 */
export const sqliteIndex: WordIndex = {
  async put(trx, document) {
    const words = [...markedWords(document, marked)].join(' ');
    await sql`insert into search (rowid, words) values (${document.id}, ${words})`.execute(trx);
  },

  async remove(trx, id) {
    await sql`delete from search where rowid = ${id}`.execute(trx);
  },

  select: (fit) => sql`select rowid as id from search where search match ${fitting(fit)}`,

  read: (db, work) =>
    work({
      async ids(match, { limit, offset }) {
        const { rows } = await sql<{ id: number }>`select rowid as id from search
          where search match ${expression(match)} order by rowid desc limit ${sql.lit(limit)} offset ${offset}`.execute(
          db,
        );
        return rows.map(({ id }) => id);
      },

      async count(match, most) {
        const { rows } = await sql<{ total: number }>`select count(*) as total from (select rowid from search
          where search match ${expression(match)} limit ${sql.lit(most)}) as hits`.execute(db);
        return rows[0]?.total ?? 0;
      },

      async having(words, rank, most) {
        const terms = words.map(
          (word, index) => sql`select * from (select ${sql.lit(index)} as word, rowid as id from search
            where search match ${quoted(marked(rank)(word))} limit ${sql.lit(most)})`,
        );
        return (await sql<Hit>`${sql.join(terms, sql` union all `)}`.execute(db)).rows;
      },
    }),
};

/** Rank prefixes that begin like no word; the tokenizer takes full-width characters for letters. */
const marks: Record<Rank, string> = { title: '：t', summary: '：s', frequent: '：f', anywhere: '' };

function marked(rank: Rank) {
  return (word: string) => marks[rank] + word;
}

function expression({ without, ...fit }: Match) {
  return without.length > 0 ? `${fitting(fit)} NOT (${without.map(fitting).join(' OR ')})` : fitting(fit);
}

function fitting({ terms: { words, prefix }, rank }: Fit) {
  const terms = words.map(marked(rank)).map(quoted);
  return `(${[...terms, ...(prefix ? [`${quoted(marked(rank)(prefix))} *`] : [])].join(' AND ')})`;
}

function quoted(word: string) {
  return `"${word.replaceAll('"', '""')}"`;
}
