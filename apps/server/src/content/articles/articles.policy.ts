import type { ArticleState } from '@mojian/contract/content/drafts';
import { readTypes } from '@mojian/contract/platform/rules';
import type { Viewer } from '../../platform/http/viewer.ts';

type Written = { authorId: number; readType: number; state: ArticleState };

/** Who may read it, as its author chose: that nobody else may is told by the state alone. */
export function readTypeOf({ readType, state }: Omit<Written, 'authorId'>) {
  return state === 'private' ? readTypes.onlyAuthor : readType;
}

/** Whether the whole text may leave. `opened` tells whether the viewer has done what opens it. */
export function mayReadWhole(viewer: Viewer | null, article: Written, opened: boolean) {
  if (article.state === 'private') return viewer?.id === article.authorId;
  if (article.readType === readTypes.free || isAuthorOrStaff(viewer, article) || opened) return true;
  return article.readType === readTypes.signedIn && viewer !== null;
}

type Kept = { authorId: number; state: ArticleState };

const authorsAlone: ArticleState[] = ['draft', 'refused', 'private'];

/** A draft is its author's alone, and so is what was marked so; what else is not published, the staff sees as well. */
export function maySee(viewer: Viewer | null, article: Kept) {
  if (authorsAlone.includes(article.state)) return viewer?.id === article.authorId;
  if (article.state === 'published') return true;
  return isAuthorOrStaff(viewer, article);
}

function isAuthorOrStaff(viewer: Viewer | null, { authorId }: Pick<Written, 'authorId'>) {
  return viewer !== null && (viewer.id === authorId || ['owner', 'admin', 'editor'].includes(viewer.role));
}
