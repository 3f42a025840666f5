import { Failure } from '@mojian/contract/platform/failures';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isAbove } from '../identity/rank.ts';
import { findAuthorRole, type Written } from './rank.queries.ts';

export type { Written } from './rank.queries.ts';

/**
 * Keeps the staff from hiding or removing the words of a higher rank. A visitor's are anybody's to moderate.
 * @throws Failure not-allowed
 */
export async function requireRankOver(db: Db | Trx, viewer: Viewer, kind: Written, id: number) {
  const author = await findAuthorRole(db, kind, id);
  if (author && author.id !== viewer.id && isAbove(author.role, viewer.role))
    throw new Failure('not-allowed', '写它的人级别比你高，你不能处理', 'id');
}
