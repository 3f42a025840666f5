import { Failure } from '@mojian/contract/platform/failures';
import { may } from '@mojian/contract/platform/permissions';
import { editableMinutes } from '@mojian/contract/platform/rules';
import { minuteLength } from '@mojian/contract/platform/time';
import { isAbove } from '../../core/identity/roles.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

/** Roles that moderate comments. Editors do not: their rank concerns articles. */
const moderators: Viewer['role'][] = ['owner', 'admin', 'moderator'];

/** Moderators see what is held and may remove what anyone wrote. */
export function isModerator(viewer: Viewer | null) {
  return viewer !== null && moderators.includes(viewer.role);
}

/** @throws Failure not-allowed for whoever does not moderate. */
export function requireModerator(viewer: Viewer) {
  if (!isModerator(viewer)) throw new Failure('not-allowed', '只有管理员可以审核评论');
}

/** A held comment is seen by its author and by who moderates. */
export function maySeeHeld(viewer: Viewer | null, { authorId }: { authorId: number }) {
  return viewer !== null && (viewer.id === authorId || isModerator(viewer));
}

export function mayDeleteComment(viewer: Viewer | null, { id, role }: { id: number; role: Viewer['role'] }) {
  return viewer !== null && (viewer.id === id || (isModerator(viewer) && !isAbove(role, viewer.role)));
}

type CommentAuthor = { id: number; role: Viewer['role']; isGuest: number | null; isActive: number };

/** Whether the call that disables a member would accept this author. */
export function mayDisableAuthor(viewer: Viewer, { id, role, isGuest, isActive }: CommentAuthor) {
  const isManaged = may(viewer.role, 'users.manage') && id !== viewer.id && !isAbove(role, viewer.role);
  return isManaged && !isGuest && isActive === 1;
}

/** Milliseconds a comment can be edited for. */
export const editable = editableMinutes * minuteLength;

type Edited = { authorId: number; createdAt: number; replies: number };

/** Reason against editing, or nothing. */
export function whyNotEdit({ createdAt, replies }: Edited, now = Date.now()) {
  if (now - createdAt >= editable) return `发布已超过 ${editableMinutes} 分钟，不能再编辑`;
  return replies > 0 ? '已经有人回复，不能再编辑' : undefined;
}

export function mayEditComment(viewer: Viewer | null, comment: Edited) {
  return viewer?.id === comment.authorId && whyNotEdit(comment) === undefined;
}

/** 博主 runs the site, 作者 wrote the target, 访客 has no account. The first that applies is shown. */
export function badgeOf(author: { id: number; role: Viewer['role']; isGuest: number }, target: { authorId: number }) {
  if (author.role === 'owner') return 'owner';
  if (author.id === target.authorId) return 'author';
  return author.isGuest ? 'guest' : null;
}
