import type { ArticleState } from '@mojian/contract/content/drafts';
import { isEditor } from '../../core/identity/roles.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

/** Authors see and change their own only; the staff decides of others' texts, and does not write in them. */
export function isOwn(viewer: Viewer, { authorId }: { authorId: number }) {
  return viewer.id === authorId;
}

/** Whether its row holds a whole text of its own, whatever the draft says. */
export function isReadable({ state }: { state: ArticleState }) {
  return isSites({ state }) || state === 'private';
}

/** Whether readers see it, will, or did until it was withdrawn: the staff has a say in it. */
function isSites({ state }: { state: ArticleState }) {
  return state === 'published' || state === 'scheduled' || state === 'withdrawn';
}

type Written = { authorId: number; state: ArticleState; submittedAt: number | null };

/** What was handed in is read by who decides of it; anything else that is not published by its author alone. */
export function maySeeDraft(viewer: Viewer, article: Written) {
  return isOwn(viewer, article) || (isEditor(viewer) && article.submittedAt !== null);
}

/** The staff takes away what others see, or what was handed in to it. */
export function mayRemove(viewer: Viewer, article: Written) {
  return maySeeDraft(viewer, article) || (isEditor(viewer) && isSites(article));
}

/** What the staff took away its author does not put back. */
export function mayRestore(viewer: Viewer, article: Written & { removedBy: number | null }) {
  if (!mayRemove(viewer, article)) return false;
  return isEditor(viewer) || article.removedBy === null || article.removedBy === viewer.id;
}
