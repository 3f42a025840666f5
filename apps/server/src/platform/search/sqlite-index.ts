import { sql } from 'kysely';
import { type Fit, frequentWords, type Hit, type Match, type Rank, type WordIndex } from './word-index.ts';

/**
 * FTS5 over our own tokens joined by spaces. The table stores the columns of a token but no positions: less than half
 * the size. Frequent words of a body are in a column of their own instead.
 */
export const sqliteIndex: WordIndex = {
  async put(trx, { id, title, summary, body }) {
    await sql`insert into search (rowid, title, summary, frequent, body)
      values (${id}, ${joined(title)}, ${joined(summary)}, ${joined(frequentWords(body))}, ${joined(body)})`.execute(
      trx,
    );
  },

  async remove(trx, id) {
    await sql`delete from search where rowid = ${id}`.execute(trx);
  },

  read: (db, work) =>
    work({
      async ids(match, { limit, offset }) {
        const { rows } = await sql<{ id: number }>`select rowid as id from search
          where search match ${expression(match)} order by rowid desc limit ${limit} offset ${offset}`.execute(db);
        return rows.map(({ id }) => id);
      },

      async count(match) {
        const { rows } = await sql<{ total: number }>`select count(*) as total from search
          where search match ${expression(match)}`.execute(db);
        return rows[0]?.total ?? 0;
      },

      async having(words, rank, most) {
        const terms = words.map(
          (word, index) => sql`select * from (select ${sql.lit(index)} as word, rowid as id from search
            where search match ${`{${columns[rank]}} : ${quoted(word)}`}
              and rowid >= coalesce((select rowid from search where search match ${quoted(word)}
                order by rowid desc limit 1 offset ${sql.lit(lookedAtMost)}), 0)
            limit ${sql.lit(most)})`,
        );
        return (await sql<Hit>`${sql.join(terms, sql` union all `)}`.execute(db)).rows;
      },
    }),
};

/**
 * Newest documents of a word that are checked for its rank: the list of a frequent word names nearly every document.
 */
const lookedAtMost = 1000;

const columns: Record<Rank, string> = {
  title: 'title',
  summary: 'title summary',
  frequent: 'title summary frequent',
  anywhere: 'title summary frequent body',
};

function expression({ without, ...fit }: Match) {
  return without.length > 0 ? `${fitting(fit)} NOT (${without.map(fitting).join(' OR ')})` : fitting(fit);
}

function fitting({ terms: { words, prefix }, rank }: Fit) {
  const sought = [...words.map(quoted), ...(prefix ? [`${quoted(prefix)} *`] : [])].join(' AND ');
  return `({${columns[rank]}} : (${sought}))`;
}

function quoted(word: string) {
  return `"${word.replaceAll('"', '""')}"`;
}

function joined(words: string[]) {
  return [...new Set(words)].join(' ');
}
