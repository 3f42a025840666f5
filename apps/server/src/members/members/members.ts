import type { Member, MemberCounts } from '@mojian/contract/members/members';
import { requireMember } from '../../core/identity/accounts.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import * as queries from './members.queries.ts';

/** What anyone may know of a member. */
export async function showMember(db: Db, viewer: Viewer | null, id: number): Promise<Member> {
  await requireMember(db, id, 'userId');
  const { createdAt, followedId, ...profile } = await queries.findProfile(db, id, viewer?.id ?? null);
  return { ...profile, joinedAt: isoTime(createdAt), followed: followedId !== null };
}

/** A member in numbers. */
export async function countsOf(db: Db, id: number): Promise<MemberCounts> {
  await requireMember(db, id, 'id');
  const { articleLikes, sayLikes, ...counts } = await queries.countDeeds(db, id);
  return { ...counts, likes: articleLikes + sayLikes };
}
