import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../db/schema.ts';
import {
  type Among,
  type Dated,
  type Fit,
  type Hit,
  type IndexTables,
  labelMark,
  type Match,
  markedWords,
  type Rank,
  type WordIndex,
} from './word-index.ts';

/**
 * FTS5 over our own tokens joined by spaces. A token is stored once per rank with a rank prefix: a list of columns in
 * every entry takes twice the space, and a search in titles would read the entries of all texts. FTS5 reads by row
 * number only, so that a row's number is its place in time.
 */
export function sqliteIndex(tables: IndexTables): WordIndex {
  const words = sql.table(tables.words);
  const places = sql.table(tables.places);
  const matching = sql.ref(tables.words);
  const idOf = sql`(select id from ${places} where place = ${words}.rowid)`;

  return {
    async put(trx, document) {
      const text = [...markedWords(document, marked)].join(' ');
      await sql`insert into ${words} (rowid, words) values (${await takePlace(trx, places, document)}, ${text})`.execute(
        trx,
      );
    },

    async remove(trx, id) {
      await sql`delete from ${words} where rowid = (select place from ${places} where id = ${id})`.execute(trx);
      await sql`delete from ${places} where id = ${id}`.execute(trx);
    },

    numbers: (db) => sql<{ id: number }>`select id from ${places}`.execute(db),

    select: (fit) =>
      sql`select id from ${places} where place in (select rowid from ${words} where ${matching} match ${fitting(fit)})`,

    read: (db, work, among = {}) => {
      const isAmong = isWithin(among, places);
      const listed = async (expression: string, { limit, offset }: { limit: number; offset: number }) => {
        const { rows } = await sql<Dated>`select ${idOf} as id, rowid * ${sql.lit(apart)} as date from ${words}
          where ${matching} match ${labelledBy(among, expression)}${isAmong}
          order by rowid desc limit ${sql.lit(limit)} offset ${offset}`.execute(db);
        return rows;
      };
      return work({
        ids: async (match, page) => (await listed(expression(match), page)).map(({ id }) => id),
        dated: (match, most) => listed(expression(match), { limit: most, offset: 0 }),
        labelled: (beginning, most) => listed(`${quoted(labelMark + beginning)} *`, { limit: most, offset: 0 }),

        async count(match, most) {
          const { rows } = await sql<{ total: number }>`select count(*) as total from (select rowid from ${words}
            where ${matching} match ${labelledBy(among, expression(match))}${isAmong} limit ${sql.lit(most)}) as hits`.execute(
            db,
          );
          return rows[0]?.total ?? 0;
        },

        async having(sought, rank, most) {
          const terms = sought.map(
            (word, index) => sql`select * from (select ${sql.lit(index)} as word, ${idOf} as id from ${words}
              where ${matching} match ${labelledBy(among, quoted(marked(rank)(word)))}${isAmong} limit ${sql.lit(most)})`,
          );
          return (await sql<Hit>`${sql.join(terms, sql` union all `)}`.execute(db)).rows;
        },
      });
    },
  };
}

function labelledBy({ label }: Among, expression: string) {
  return label === undefined ? expression : `${quoted(labelMark + label)} AND (${expression})`;
}

function isWithin({ except = [], only, from, to }: Among, places: RawBuilder<unknown>) {
  const placesOf = (ids: number[]) =>
    sql`(select place from ${places} where id in (${sql.join(ids.map((id) => sql.lit(id)))}))`;
  const conditions = [
    ...(except.length > 0 ? [sql`rowid not in ${placesOf(except)}`] : []),
    ...(only ? [sql`rowid in ${placesOf(only)}`] : []),
    ...(from === undefined ? [] : [sql`rowid >= ${sql.lit(Math.floor(from / apart))}`]),
    ...(to === undefined ? [] : [sql`rowid < ${sql.lit(Math.floor(to / apart))}`]),
  ];
  return conditions.length > 0 ? sql` and ${sql.join(conditions, sql` and `)}` : sql``;
}

/** Milliseconds between two places. Shorter, and the lists of the index are longer; longer, and a busy day is full. */
const apart = 600_000;

/** Takes the place of the document's time, or where that is taken one soon after, the farther the more are. */
async function takePlace(trx: Trx, places: RawBuilder<unknown>, { id, date }: { id: number; date: number }) {
  const wanted = Math.max(0, Math.floor(date / apart));
  for (let turn = 0; ; turn++) {
    // an odd factor gives all of one time places of their own once the span is large enough; each turn tries another
    const place = wanted + ((id * (2 * turn + 1)) % 2 ** turn);
    const { numAffectedRows } = await sql`insert into ${places} (place, id) values (${place}, ${id})
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
