import type { ArticleState } from '@mojian/contract/drafts';
import { readTypes } from '@mojian/contract/rules';
import type { Viewer } from '../http/viewer.ts';

type Written = { authorId: number; readType: number };

/** Whether the whole text may leave. `opened` tells whether the viewer has done what opens it. */
export function mayReadWhole(viewer: Viewer | null, article: Written, opened: boolean) {
  if (article.readType === readTypes.free || isAuthorOrStaff(viewer, article) || opened) return true;
  return article.readType === readTypes.signedIn && viewer !== null;
}

type Kept = { authorId: number; state: ArticleState };

/** A draft is its author's alone; what else is not published, the staff sees as well. */
export function maySee(viewer: Viewer | null, article: Kept) {
  if (article.state === 'published') return true;
  if (article.state === 'draft' || article.state === 'refused') return viewer?.id === article.authorId;
  return isAuthorOrStaff(viewer, article);
}

function isAuthorOrStaff(viewer: Viewer | null, { authorId }: Pick<Written, 'authorId'>) {
  return viewer !== null && (viewer.id === authorId || ['owner', 'admin', 'editor'].includes(viewer.role));
}
