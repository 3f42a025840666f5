import { featureOffText } from '@mojian/contract/core/features';
import { type SqlBool, sql } from 'kysely';
import { isModerator } from '../../community/comments/comments.policy.ts';
import { hasFeature } from '../../core/settings/features.ts';
import { readSettings } from '../../core/settings/settings.ts';
import type { Db } from '../../platform/db/schema.ts';
import { isStaff, type Viewer } from '../../platform/http/viewer.ts';
import { isNotBlocked } from '../blocks/blocks.ts';

/** Nobody reads the group while its feature is off. */
export async function mayReadGroup(db: Db, viewer: Viewer | null) {
  const { chat, features } = await readSettings(db);
  return features.group && (chat.group === 'open' || viewer !== null);
}

export type ChatKind = 'group' | 'private';

/** Kinds of rooms this member may read. */
export async function readableKinds(db: Db, viewer: Viewer): Promise<ChatKind[]> {
  const kinds: [ChatKind, boolean][] = [
    ['group', await mayReadGroup(db, viewer)],
    ['private', await hasFeature(db, 'privateChat')],
  ];
  return kinds.filter(([, isReadable]) => isReadable).map(([kind]) => kind);
}

/** Reason why this member may not write in the group, or ''. */
export async function whyNotInGroup(db: Db, viewer: Viewer) {
  const { chat, features } = await readSettings(db);
  if (!features.group) return featureOffText('group');
  return chat.group === 'muted' && !isStaff(viewer) ? '公共聊天室现在只有管理员可以说话' : '';
}

/**
 * SQL condition on chat messages of rooms the viewer is in: held ones only for their sender and staff, none that the viewer
 * deleted, and in the group none from members they blocked.
 */
export function isVisible(viewer: Viewer | null) {
  if (!viewer) return sql<SqlBool>`"chatMessages".state <> 'held'`;
  const { id } = viewer;
  const held = isModerator(viewer) ? sql<SqlBool>`true` : isShownOrBy(id);
  return sql<SqlBool>`${held} and ${isNotHidden(id)} and (${isNotBlocked(id)} or ${isPrivate})`;
}

/** SQL condition on chat messages: shown messages of others that this member may see. */
export function isNewTo(memberId: number) {
  return sql<SqlBool>`"chatMessages".state = 'shown' and "chatMessages"."senderId" <> ${memberId}
    and ${isNotHidden(memberId)} and (${isNotBlocked(memberId)} or ${isPrivate})`;
}

const isShownOrBy = (id: number) => sql<SqlBool>`("chatMessages".state <> 'held' or "chatMessages"."senderId" = ${id})`;

const isNotHidden = (id: number) =>
  sql<SqlBool>`not exists (select 1 from "chatHidden" where "chatHidden"."userId" = ${id}
    and "chatHidden"."messageId" = "chatMessages".id)`;

const isPrivate = sql<SqlBool>`exists (select 1 from rooms as place where place.id = "chatMessages"."roomId"
  and place.kind = 'private')`;

/**
 * Whether a stream may subscribe to a chat topic. Checked when it opens and again when settings or the viewer change.
 */
export async function maySubscribeToChat(db: Db, topic: string, viewer: Viewer | null): Promise<boolean> {
  if (topic === 'group') return mayReadGroup(db, viewer);
  if (topic === 'staff') return isModerator(viewer);
  if (topic === 'presence') return viewer !== null;
  return !topic.startsWith('user:') || topic === `user:${viewer?.id}`;
}
