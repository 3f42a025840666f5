import type { MergePreview } from '@mojian/contract/members/merges';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { holdBoth } from './merge-members.ts';
import type { Pair } from './moves.queries.ts';
import { countMoves, listWays } from './preview.queries.ts';

/** What would move, and what would be lost. @throws Failure as mergeMembers. */
export function previewMerge(db: Db, viewer: Viewer, pair: Pair): Promise<MergePreview> {
  return db.transaction().execute(async (trx) => {
    const { gone, kept } = await holdBoth(trx, viewer, pair);
    return {
      from: { id: gone.id, nickname: gone.nickname, email: gone.email ?? '', role: gone.role },
      into: { id: kept.id, nickname: kept.nickname, email: kept.email ?? '', role: kept.role },
      takesEmail: kept.email === null && gone.email !== null,
      ...(await listWays(trx, pair)),
      moves: await countMoves(trx, pair),
    };
  });
}
