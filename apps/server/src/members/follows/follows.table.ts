import { sql } from 'kysely';
import type { Trx } from '../../platform/db/schema.ts';
import { type Merge, table } from '../../platform/db/table.ts';

export const follows = table('follows', {
  columns: { followerId: 'archive', followedId: 'archive', createdAt: 'archive' },
  members: {
    followerId: { onMerge: 'stay', onClose: 'delete' },
    followedId: { onMerge: moveFans, onClose: 'delete' },
  },
});

/** Moves followers of a member, but those already following, and those whom a block keeps apart. */
async function moveFans(trx: Trx, { from, into, isGuest }: Merge) {
  if (isGuest) return; // nobody follows a guest
  await sql`update follows set "followedId" = ${into} where "followedId" = ${from} and "followerId" <> ${into}
    and "followerId" not in (select "followerId" from follows where "followedId" = ${into})
    and "followerId" not in (select "blockedId" from blocks where "userId" = ${into})
    and "followerId" not in (select "userId" from blocks where "blockedId" = ${into})`.execute(trx);
}
