import { sql } from 'kysely';
import type { Trx } from '../db/schema.ts';
import { type Fit, type Hit, type Match, markedWords, type Rank, type WordIndex } from './word-index.ts';

/**
 * FTS5 over our own tokens joined by spaces. A token is stored once per rank with a rank prefix: a list of columns in
 * every entry takes twice the space, and a search in titles would read the entries of all texts. FTS5 reads by row
 * number only, so that a row's number is its place in time.
 */
export const sqliteIndex: WordIndex = {
  async put(trx, document) {
    const words = [...markedWords(document, marked)].join(' ');
    await sql`insert into search (rowid, words) values (${await takePlace(trx, document)}, ${words})`.execute(trx);
  },

  async remove(trx, id) {
    await sql`delete from search where rowid = (select place from "searchPlaces" where id = ${id})`.execute(trx);
    await sql`delete from "searchPlaces" where id = ${id}`.execute(trx);
  },

  numbers: (db) => sql<{ id: number }>`select id from "searchPlaces"`.execute(db),

  select: (fit) =>
    sql`select id from "searchPlaces" where place in (select rowid from search where search match ${fitting(fit)})`,

  read: (db, work) =>
    work({
      async ids(match, { limit, offset }) {
        const { rows } = await sql<{ id: number }>`select ${idOf} as id from search
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
          (word, index) => sql`select * from (select ${sql.lit(index)} as word, ${idOf} as id from search
            where search match ${quoted(marked(rank)(word))} limit ${sql.lit(most)})`,
        );
        return (await sql<Hit>`${sql.join(terms, sql` union all `)}`.execute(db)).rows;
      },
    }),
};

const idOf = sql`(select id from "searchPlaces" where place = search.rowid)`;

/** Milliseconds between two places. Shorter, and the lists of the index are longer; longer, and a busy day is full. */
const apart = 600_000;

/** Takes the place of the document's time, or where that is taken one soon after, the farther the more are. */
async function takePlace(trx: Trx, { id, date }: { id: number; date: number }) {
  const wanted = Math.max(0, Math.floor(date / apart));
  for (let turn = 0; ; turn++) {
    // an odd factor gives all of one time places of their own once the span is large enough; each turn tries another
    const place = wanted + ((id * (2 * turn + 1)) % 2 ** turn);
    const { numAffectedRows } = await sql`insert into "searchPlaces" (place, id) values (${place}, ${id})
      on conflict (place) do nothing`.execute(trx);
    if (numAffectedRows) return place;
  }
}

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
