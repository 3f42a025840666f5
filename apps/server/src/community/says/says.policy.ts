import { may, type Role } from '@mojian/contract/platform/permissions';
import { isAbove } from '../../core/identity/roles.ts';
import { isStaff, type Viewer } from '../../platform/http/viewer.ts';

type Seen = { authorId: number; isPublic: number; state: 'shown' | 'held' };

/** Staff always may, members if the owner lets them. */
export function isPostingAllowed(viewer: Viewer | null, { members }: { members: boolean }) {
  return isStaff(viewer) || (viewer?.role === 'member' && members);
}

export function maySeeSay(viewer: Pick<Viewer, 'id' | 'role'> | null, say: Seen) {
  if (say.authorId === viewer?.id) return true;
  return say.isPublic === 1 && (say.state === 'shown' || isStaff(viewer));
}

export function mayEditSay(viewer: Viewer | null, say: Seen, rules: { members: boolean }) {
  return say.authorId === viewer?.id && isPostingAllowed(viewer, rules);
}

export function mayDeleteSay(viewer: Viewer | null, say: Seen & { role: Role }) {
  if (!viewer || viewer.role === 'demo') return false;
  return say.authorId === viewer.id || (say.state === 'shown' && mayModerate(viewer, say));
}

function mayModerate(viewer: Viewer, { role }: { role: Role }) {
  return may(viewer.role, 'says.moderate') && !isAbove(role, viewer.role);
}
