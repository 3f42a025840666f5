import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../db/schema.ts';
import {
  type DocumentWords,
  type Fit,
  type Hit,
  type Match,
  markedWords,
  type Rank,
  type WordIndex,
} from './word-index.ts';

/**
 * tsvector of our own tokens under a GIN index. A token is stored once per rank with a rank prefix: PostgreSQL's
 * weights are not in the index, and reading thousands of vectors to rank them takes seconds.
 */
export const postgresIndex: WordIndex = {
  async put(trx, document) {
    await sql`insert into search (rowid, words) values (${document.id}, ${vector(document)}::tsvector)`.execute(trx);
  },

  async remove(trx, id) {
    await sql`delete from search where rowid = ${id}`.execute(trx);
  },

  select: (fit) => sql`select rowid as id from search where words @@ ${fitting(fit)}::tsquery`,

  read: (db, work) =>
    db.transaction().execute(async (trx) => {
      const ranges = await newestRanges(trx);
      // the planner underestimates the cost of unpacking vectors and would scan the table
      await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`.execute(
        trx,
      );
      return work({
        ids: (match, { limit, offset }) =>
          firstFull(ranges, limit, async (range) => {
            const { rows } = await sql<{ id: number }>`select rowid as id from search
              where words @@ ${expression(match)}::tsquery and ${range}
              order by rowid desc limit ${limit} offset ${offset}`.execute(trx);
            return rows.map(({ id }) => id);
          }),

        async count(match, most) {
          const found = await firstFull(ranges, most, async (range) => {
            const { rows } = await sql`select rowid from search
              where words @@ ${expression(match)}::tsquery and ${range} limit ${most}`.execute(trx);
            return rows;
          });
          return found.length;
        },

        async having(words, rank, most) {
          const queries = words.map(marked(rank)).map(quoted);
          const { rows } = await sql<Hit>`select (sought.place - 1)::int as word, hits.rowid as id
            from unnest(${queries}::tsquery[]) with ordinality as sought (query, place),
            lateral (select rowid from search where words @@ sought.query limit ${most}) as hits`.execute(trx);
          return rows;
        },
      });
    }),
};

/** Number of documents in a block. */
const fine = 1024;
const coarse = 16_384;
/** Blocks of a document as the index has them: the coarse ones count down from -1. */
const blocks = sql`array[rowid / ${sql.lit(fine)}, -1 - rowid / ${sql.lit(coarse)}]`;

const everything = sql<boolean>`true`;

/**
 * Conditions for ever more documents: the newest two fine blocks, the newest two coarse ones, all. A GIN index has no
 * order, so that a limit does not stop it: a word of every document would be looked up in all of them.
 */
async function newestRanges(trx: Trx) {
  const { rows } = await sql<{ newest: number | null }>`select max(rowid) as newest from search`.execute(trx);
  const newest = rows[0]?.newest ?? 0;
  const latest = (numbers: number[]) => sql<boolean>`${blocks} && ${`{${numbers}}`}::integer[]`;
  const block = Math.floor(newest / fine);
  const large = -1 - Math.floor(newest / coarse);
  return [
    ...(newest > coarse ? [latest([block, block - 1])] : []),
    ...(newest > 4 * coarse ? [latest([large, large + 1])] : []),
    everything,
  ];
}

/** Reads the first range with `limit` rows, otherwise the last, which is everything. */
async function firstFull<Row>(
  ranges: RawBuilder<boolean>[],
  limit: number,
  read: (range: RawBuilder<boolean>) => Promise<Row[]>,
) {
  let rows: Row[] = [];
  for (const range of ranges) {
    rows = await read(range);
    if (rows.length === limit) break;
  }
  return rows;
}

/** Rank prefixes that begin like no word; otherwise a search for words in t would match every title. */
const marks: Record<Rank, string> = { title: ':t', summary: ':s', frequent: ':f', anywhere: '' };

/** PostgreSQL limits a vector to 1 MB. */
const vectorBytes = 900_000;
const bytesBesideWord = 8;

function vector(document: DocumentWords) {
  const fitting: string[] = [];
  let room = vectorBytes;
  for (const lexeme of markedWords(document, marked)) {
    room -= Buffer.byteLength(lexeme) + bytesBesideWord;
    if (room < 0) break;
    fitting.push(quoted(lexeme));
  }
  return fitting.join(' ');
}

function expression({ without, ...fit }: Match) {
  return [fitting(fit), ...without.map((other) => `!${fitting(other)}`)].join(' & ');
}

function fitting({ terms: { words, prefix }, rank }: Fit) {
  const terms = words.map(marked(rank)).map(quoted);
  return `(${[...terms, ...(prefix ? [`${quoted(marked(rank)(prefix))}:*`] : [])].join(' & ')})`;
}

function marked(rank: Rank) {
  return (word: string) => marks[rank] + word;
}

function quoted(lexeme: string) {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
