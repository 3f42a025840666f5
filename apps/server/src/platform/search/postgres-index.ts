import { sql } from 'kysely';
import {
  type DocumentWords,
  type Fit,
  frequentWords,
  type Hit,
  type Match,
  type Rank,
  type WordIndex,
} from './word-index.ts';

/**
 * A tsvector of our own words under a GIN index. A word stands in it once for each rank at which it counts, marked with
 * the rank: PostgreSQL's own weights are not in the index, and reading thousands of vectors to rank them takes seconds.
 */
export const postgresIndex: WordIndex = {
  async put(trx, document) {
    await sql`insert into search (rowid, words) values (${document.id}, ${vector(document)}::tsvector)`.execute(trx);
  },

  async remove(trx, id) {
    await sql`delete from search where rowid = ${id}`.execute(trx);
  },

  read: (db, work) =>
    db.transaction().execute(async (trx) => {
      // The planner does not know what it costs to unpack a vector, and would rather read all of them.
      await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`.execute(
        trx,
      );
      return work({
        async ids(match, { limit, offset }) {
          const { rows } = await sql<{ id: number }>`select rowid as id from search
            where words @@ ${expression(match)}::tsquery order by rowid desc limit ${limit} offset ${offset}`.execute(
            trx,
          );
          return rows.map(({ id }) => id);
        },

        async count(match) {
          const { rows } = await sql<{ total: number }>`select count(*) as total from search
            where words @@ ${expression(match)}::tsquery`.execute(trx);
          return rows[0]?.total ?? 0;
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

/** A mark begins as no word does: else looking for what begins with t would find every title. */
const marks: Record<Rank, string> = { title: ':t', summary: ':s', frequent: ':f', anywhere: '' };

/** A vector must stay below 1 MB. */
const vectorBytes = 900_000;
const bytesBesideWord = 8;

function vector({ title, summary, body }: DocumentWords) {
  const upToSummary = [...title, ...summary];
  const upToFrequent = [...upToSummary, ...frequentWords(body)];
  const lexemes = new Set([
    ...title.map(marked('title')),
    ...upToSummary.map(marked('summary')),
    ...upToFrequent.map(marked('frequent')),
    ...upToSummary,
    ...body,
  ]);

  const fitting: string[] = [];
  let room = vectorBytes;
  for (const lexeme of lexemes) {
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
