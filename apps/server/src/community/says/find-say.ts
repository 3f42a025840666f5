import { Failure } from '@mojian/contract/platform/failures';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { maySee } from './says.policy.ts';
import { findSay } from './writing.queries.ts';

/**
 * A say, found through the viewer.
 * @throws Failure not-found, the same for what they may not see and what never was.
 */
export async function findSeen(db: Db | Trx, viewer: Viewer, id: number) {
  const say = await findSay(db, id);
  if (!say || !maySee(viewer, say)) throw isGone();
  return say;
}

export function isGone() {
  return new Failure('not-found', '说说不存在或已被删除', 'id');
}
