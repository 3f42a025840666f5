import { dayLength } from '@mojian/contract/platform/time';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../db/schema.ts';
import {
  type Among,
  type Dated,
  type DocumentWords,
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
 * tsvector of our own tokens under a GIN index. A token is stored once per rank with a rank prefix: PostgreSQL's
 * weights are not in the index, and reading thousands of vectors to rank them takes seconds.
 */
export function postgresIndex(tables: IndexTables): WordIndex {
  const table = sql.table(tables.words);
  return {
    async put(trx, document) {
      await sql`insert into ${table} (rowid, date, words)
        values (${document.id}, ${Math.max(0, document.date)}, ${vector(document)}::tsvector)`.execute(trx);
    },

    async remove(trx, id) {
      await sql`delete from ${table} where rowid = ${id}`.execute(trx);
    },

    numbers: (db) => sql<{ id: number }>`select rowid as id from ${table}`.execute(db),

    select: (fit) => sql`select rowid as id from ${table} where words @@ ${fitting(fit)}::tsquery`,

    read: (db, work, among = {}) =>
      db.transaction().execute(async (trx) => {
        const isAmong = isWithin(among);
        const ranges =
          among.from === undefined && among.only === undefined ? await newestRanges(trx, table) : [everything];
        await withoutScans.execute(trx);
        const listed = (expression: string, { limit, offset }: { limit: number; offset: number }) =>
          firstFull(ranges, limit, async (range) => {
            const { rows } = await sql<Dated>`select rowid as id, date from ${table}
              where words @@ ${labelledBy(among, expression)}::tsquery and ${range}${isAmong}
              order by date desc, rowid desc limit ${limit} offset ${offset}`.execute(trx);
            return rows;
          });
        return work({
          ids: async (match, page) => (await listed(expression(match), page)).map(({ id }) => id),
          dated: (match, most) => listed(expression(match), { limit: most, offset: 0 }),
          labelled: (beginning, most) => listed(`${quoted(labelMark + beginning)}:*`, { limit: most, offset: 0 }),

          async count(match, most) {
            const found = await firstFull(ranges, most, async (range) => {
              const { rows } = await sql`select rowid from ${table}
                where words @@ ${labelledBy(among, expression(match))}::tsquery and ${range}${isAmong} limit ${most}`.execute(
                trx,
              );
              return rows;
            });
            return found.length;
          },

          async having(words, rank, most) {
            const queries = words.map((word) => labelledBy(among, quoted(marked(rank)(word))));
            const { rows } = await sql<Hit>`select (sought.place - 1)::int as word, hits.rowid as id
              from unnest(${queries}::tsquery[]) with ordinality as sought (query, place),
              lateral (select rowid from ${table} where words @@ sought.query${isAmong} limit ${most}) as hits`.execute(
              trx,
            );
            return rows;
          },
        });
      }),
  };
}

/** For the transaction: the planner underestimates the cost of unpacking vectors and would scan the table. */
const withoutScans = sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`;

function labelledBy({ label }: Among, expression: string) {
  return label === undefined ? expression : `${quoted(labelMark + label)} & (${expression})`;
}

function isWithin({ except = [], only, from, to }: Among) {
  const conditions = [
    ...(except.length > 0 ? [sql`rowid <> all(${`{${except}}`}::int[])`] : []),
    ...(only ? [sql`rowid = any(${`{${only}}`}::int[])`] : []),
    ...(from === undefined ? [] : [sql`date >= ${from}`]),
    ...(to === undefined ? [] : [sql`date < ${to}`]),
  ];
  return conditions.length > 0 ? sql` and ${sql.join(conditions, sql` and `)}` : sql``;
}

/** Milliseconds in a block. */
const fine = 5 * dayLength;
const coarse = 90 * dayLength;
/** Ids in a block, and the number of the first such block: above all that stand for dates, as both share one index. */
const near = 256;
const firstOfIds = 1_000_000;
/** Blocks of a document as the index has them: the coarse ones count down from -1. */
const blocks = sql`array[date / ${sql.lit(fine)}, -1 - date / ${sql.lit(coarse)},
  ${sql.lit(firstOfIds)} + rowid / ${sql.lit(near)}]`;
const fineBlocksAtMost = 64;

const everything = sql<boolean>`true`;
const latestDocuments = 400;
/** Multiples of the time in which these were written. */
const farther = [4, 64];
/** Documents of the first of these times where they are bunched, as after an import without dates. */
const bunched = 10 * latestDocuments;

/**
 * Conditions for ever more documents: some of the newest, as far as dates tell, then more, then all. A GIN index has no order,
 * so that a limit does not stop it: a word of every document would be looked up in all of them.
 */
async function newestRanges(trx: Trx, table: RawBuilder<unknown>) {
  const { rows } = await sql<Latest>`select max(date) as newest, min(date) as oldest, count(*)::int as total,
      (array_agg(rowid order by date, rowid))[1] as last,
      array_agg(distinct ${sql.lit(firstOfIds)} + rowid / ${sql.lit(near)}) as "idBlocks"
    from (select date, rowid from ${table} order by date desc, rowid desc limit ${sql.lit(latestDocuments)}) as latest`.execute(
    trx,
  );
  const { newest = 0, oldest = 0, total = 0, last = 0, idBlocks = [] } = rows[0] ?? {};
  if (total < latestDocuments) return [everything];
  const firsts = farther.map((times) => Math.max(0, newest - times * (newest - oldest)));
  const ranges = firsts.map((first) => since(first, newest));
  if (!(await isBunched(trx, table, firsts[0] ?? 0))) return [...ranges, everything];
  const latest = sql<boolean>`${blocks} && ${`{${idBlocks}}`}::bigint[] and (date, rowid) >= (${oldest}, ${last})`;
  return [latest, ...ranges, everything];
}

type Latest = { newest: number; oldest: number; total: number; last: number; idBlocks: number[] };

/** Whether a block of dates has far more documents than dates tell. */
async function isBunched(trx: Trx, table: RawBuilder<unknown>, first: number) {
  const since = Math.floor(first / fine) * fine;
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (select from ${table} where date >= ${since} limit ${sql.lit(bunched)}) as found`.execute(trx);
  return rows[0]?.count === bunched;
}

function since(oldest: number, newest: number) {
  const isFine = newest - oldest < fineBlocksAtMost * fine;
  const [first, last] = [oldest, newest].map((date) => Math.floor(date / (isFine ? fine : coarse)));
  const numbers = Array.from({ length: (last ?? 0) - (first ?? 0) + 1 }, (_, at) => (first ?? 0) + at);
  return sql<boolean>`${blocks} && ${`{${isFine ? numbers : numbers.map((number) => -1 - number)}}`}::bigint[]`;
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
