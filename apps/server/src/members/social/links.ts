import type { SocialLink } from '@mojian/contract/members/social';
import { Failure } from '@mojian/contract/platform/failures';
import { isoTime } from '../../platform/dates.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { requireWayIn } from '../accounts/ways-in.ts';
import * as queries from './social.queries.ts';

export async function listLinks(db: Db, viewer: Viewer): Promise<SocialLink[]> {
  const links = await queries.listLinks(db, viewer.id);
  return links.map(({ provider, name, createdAt }) => ({
    provider: provider as SocialLink['provider'],
    name,
    linkedAt: isoTime(createdAt),
  }));
}

/** @throws Failure not-found when there is no such link, not-allowed when nobody could log in any more without it. */
export async function unlink(db: Db, viewer: Viewer, provider: SocialLink['provider']) {
  await db.transaction().execute((trx) => takeAway(trx, viewer.id, provider));
}

async function takeAway(trx: Trx, userId: number, provider: SocialLink['provider']) {
  if (!(await queries.deleteLink(trx, userId, provider)))
    throw new Failure('not-found', '没有绑定这种登录方式', 'provider');
  await requireWayIn(trx, userId);
}
