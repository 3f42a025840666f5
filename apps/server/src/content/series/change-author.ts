import { sql } from 'kysely';
import type { Trx } from '../../platform/db/schema.ts';

type Pair = { from: number; into: number };

/** SQL condition: the other author has a series of this name as well. */
const isTwin = ({ from, into }: Pair) => sql<boolean>`"authorId" = ${from}
  and name in (select name from series where "authorId" = ${into})`;

export async function countTwinSeries(trx: Trx, pair: Pair) {
  const twins = trx.selectFrom('series').where(isTwin(pair));
  const { total } = await twins.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow();
  return Number(total);
}

/** Adds their numbers to the names that both authors use. */
export async function renameTwinSeries(trx: Trx, pair: Pair) {
  await sql`update series set name = name || '\uFF08' || id || '\uFF09' where ${isTwin(pair)}`.execute(trx);
}
