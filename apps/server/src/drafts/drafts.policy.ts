import type { Viewer } from '../http/viewer.ts';

type Rules = { members: boolean; publish: boolean };

const writesForSite = ['owner', 'admin', 'editor'];

/** Who works on the site's texts: they write and publish always, and see what others hand in. */
export function isEditor(viewer: Pick<Viewer, 'role'>) {
  return writesForSite.includes(viewer.role);
}

/** Who keeps the board and the comments in order is a member where articles are concerned. */
export function mayWrite(viewer: Viewer, { members }: Rules) {
  return isEditor(viewer) || (members && viewer.role !== 'demo');
}

/** Without it a text is handed in for review. */
export function mayPublish(viewer: Viewer, rules: Rules) {
  return isEditor(viewer) || (mayWrite(viewer, rules) && rules.publish);
}

/** Authors see and change their own only; the staff decides of others' texts, and does not write in them. */
export function isOwn(viewer: Viewer, { authorId }: { authorId: number }) {
  return viewer.id === authorId;
}
