import type { ArticleState } from '@mojian/contract/content/drafts';
import { isEditor } from '../../core/identity/roles.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

/**
 * Only authors write in their texts; the staff decides about others'. Nobody logs in as a guest, whose texts an import
 * brought: the owner writes in them.
 */
export function isOwn(viewer: Viewer, { authorId, isGuest }: { authorId: number; isGuest: number }) {
  return viewer.id === authorId || (isGuest === 1 && viewer.role === 'owner');
}

/** Whether the article's row holds a whole text, whatever the draft says. */
export function isReadable({ state }: { state: ArticleState }) {
  return isSites({ state }) || state === 'private';
}

/** Published, scheduled or withdrawn: states in which the staff may act. */
function isSites({ state }: { state: ArticleState }) {
  return state === 'published' || state === 'scheduled' || state === 'withdrawn';
}

type Written = { authorId: number; isGuest: number; state: ArticleState; submittedAt: number | null };

/** Submissions are visible to the staff, other unpublished texts to their author only. */
export function maySeeDraft(viewer: Viewer, article: Written) {
  return isOwn(viewer, article) || (isEditor(viewer) && article.submittedAt !== null);
}

/** The staff removes what is or was public, or submitted. */
export function mayRemove(viewer: Viewer, article: Written) {
  return maySeeDraft(viewer, article) || (isEditor(viewer) && isSites(article));
}

/** An author cannot restore what the staff removed. */
export function mayRestore(viewer: Viewer, article: Written & { removedBy: number | null }) {
  if (!mayRemove(viewer, article)) return false;
  return isEditor(viewer) || article.removedBy === null || article.removedBy === viewer.id;
}
