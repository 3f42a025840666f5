import type { Endpoint } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isMuted, untilText } from './mute-member.ts';
import { findMute } from './staff-acts.queries.ts';

/** Keeps muted members from the calls by which something is said. @throws Failure not-allowed, with the end and the reason. */
export async function refuseMuted(db: Db, { speaks }: Endpoint, viewer: Viewer | null) {
  if (!speaks || !viewer) return;
  const member = await findMute(db, viewer.id);
  if (!member || !isMuted(member, Date.now())) return;
  const { mutedUntil, mutedReason } = member;
  throw new Failure(
    'not-allowed',
    `你已被${untilText(mutedUntil)}，现在不能发表。原因：${mutedReason}。有疑问请联系站长。`,
  );
}
