import { featureOffText } from '@mojian/contract/platform/features';
import { type SqlBool, sql } from 'kysely';
import { isModerator } from '../../community/comments/comments.policy.ts';
import { isNotBlocked } from '../../core/blocks/blocks.ts';
import { hasFeature } from '../../core/settings/features.ts';
import { readSettings } from '../../core/settings/settings.ts';
import type { Db } from '../../platform/db/schema.ts';
import { isStaff, type Viewer } from '../../platform/http/viewer.ts';

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
 * SQL condition on chat messages of rooms the viewer is in: unpublished ones only for their sender and staff, none that the
 * viewer deleted, and in the group none from members they blocked.
 */
export function isVisible(viewer: Viewer | null) {
  if (!viewer) return isPublished;
  const { id } = viewer;
  const isOpen = isModerator(viewer)
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${isPublished} or "chatMessages"."senderId" = ${id})`;
  return sql<SqlBool>`${isOpen} and ${isNotHidden(id)} and (${isNotBlocked(id, 'chatMessages.senderId')} or ${isPrivate})`;
}

/** Reasons of a message emptied while it was held: others never saw it, so they do not see its empty place either. */
export const unpublishedReasons = JSON.stringify(['没有公开过']);

/** Whether a message is only for its sender and the staff: held, or emptied while it was held. */
export function isUnpublished({ state, reasons }: { state: string; reasons: string }) {
  return state === 'held' || (state !== 'shown' && reasons !== '[]');
}

const isPublished = sql<SqlBool>`("chatMessages".state = 'shown'
  or ("chatMessages".state <> 'held' and "chatMessages".reasons = '[]'))`;

/** SQL condition on chat messages: shown messages of others that this member may see. */
export function isNewTo(memberId: number) {
  return sql<SqlBool>`"chatMessages".state = 'shown' and "chatMessages"."senderId" <> ${memberId}
    and ${isNotHidden(memberId)} and (${isNotBlocked(memberId, 'chatMessages.senderId')} or ${isPrivate})`;
}

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
