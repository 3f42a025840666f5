import type { Viewer } from '../http/viewer.ts';

const staff: Viewer['role'][] = ['owner', 'admin', 'editor', 'moderator'];

/** The staff sees what is held and may remove what anyone wrote. */
export function isStaff(viewer: Viewer | null) {
  return viewer !== null && staff.includes(viewer.role);
}

export function mayDelete(viewer: Viewer | null, { authorId }: { authorId: number }) {
  return viewer !== null && (viewer.id === authorId || isStaff(viewer));
}

/** 博主 keeps the site, 作者 wrote what is commented on. Who is both is 博主. */
export function badgeOf(author: { id: number; role: Viewer['role'] }, target: { authorId: number }) {
  if (author.role === 'owner') return 'owner';
  return author.id === target.authorId ? 'author' : null;
}
