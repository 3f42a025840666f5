import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../platform/db/schema.ts';

type Uses = { place: string; rows: RawBuilder<unknown> };

/** Gives the pictures of `from` in some rows, or all, a second owner. */
export async function shareFiles(trx: Trx, { from, into }: { from: number; into: number }, uses: Uses[] | 'all') {
  const isShared =
    uses === 'all'
      ? sql`1 = 1`
      : sql`key in (select key from "fileUses" where ${sql.join(uses.map(isUse), sql` or `)})`;
  await sql`insert into "fileOwners" (key, "userId", "createdAt")
    select key, ${into}, "createdAt" from "fileOwners" where "userId" = ${from} and ${isShared}
    on conflict do nothing`.execute(trx);
}

function isUse({ place, rows }: Uses) {
  return sql`(place = ${place} and "rowId" in (${rows}))`;
}
