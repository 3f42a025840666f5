import { type SqlBool, sql } from 'kysely';
import { isModerator } from '../../community/comments/comments.policy.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isFromHeard } from '../blocks/blocked.ts';

/**
 * For a query over chat messages of rooms the viewer is in: true for those they may see. What is held is seen by who said
 * it and by the staff; what they deleted for themselves is not, nor what those they blocked say in the group.
 */
export function isVisible(viewer: Viewer | null) {
  if (!viewer) return sql<SqlBool>`"chatMessages".state <> 'held'`;
  const { id } = viewer;
  const held = isModerator(viewer) ? sql<SqlBool>`true` : isShownOrBy(id);
  return sql<SqlBool>`${held} and ${isNotHidden(id)} and (${isFromHeard(id)} or ${isPrivate})`;
}

/** True for what a member has not read from others: only what stands for all to see is counted. */
export function isNewTo(memberId: number) {
  return sql<SqlBool>`"chatMessages".state = 'shown' and "chatMessages"."senderId" <> ${memberId}
    and ${isNotHidden(memberId)} and (${isFromHeard(memberId)} or ${isPrivate})`;
}

const isShownOrBy = (id: number) => sql<SqlBool>`("chatMessages".state <> 'held' or "chatMessages"."senderId" = ${id})`;

const isNotHidden = (id: number) =>
  sql<SqlBool>`not exists (select 1 from "chatHidden" where "chatHidden"."userId" = ${id}
    and "chatHidden"."messageId" = "chatMessages".id)`;

const isPrivate = sql<SqlBool>`exists (select 1 from rooms as place where place.id = "chatMessages"."roomId"
  and place.kind = 'private')`;
