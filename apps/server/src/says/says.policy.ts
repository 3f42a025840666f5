import { isStaff, type Viewer } from '../http/viewer.ts';

type Seen = { authorId: number; isPublic: number; state: 'shown' | 'held' };

/** The staff always, members if the owner lets them. */
export function mayPost(viewer: Viewer | null, { members }: { members: boolean }) {
  return isStaff(viewer) || (viewer?.role === 'member' && members);
}

/** What is for its author only is nobody else's, the staff's neither. */
export function maySee(viewer: Viewer | null, say: Seen) {
  if (say.authorId === viewer?.id) return true;
  return say.isPublic === 1 && (say.state === 'shown' || isStaff(viewer));
}

/** One's own words, as long as one may write any. */
export function mayEdit(viewer: Viewer | null, say: Seen, rules: { members: boolean }) {
  return say.authorId === viewer?.id && mayPost(viewer, rules);
}

export function mayDelete(viewer: Viewer | null, say: Seen) {
  return isStaff(viewer) || (say.authorId === viewer?.id && viewer.role !== 'demo');
}
