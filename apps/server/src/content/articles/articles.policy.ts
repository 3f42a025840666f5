import type { ArticleState } from '@mojian/contract/content/drafts';
import { readTypes } from '@mojian/contract/platform/rules';
import type { Viewer } from '../../platform/http/viewer.ts';

type Written = { authorId: number; readType: number; state: ArticleState };

/** Derives the read type its author chose: `private` is stored as a state only. */
export function readTypeOf({ readType, state }: Omit<Written, 'authorId'>) {
  return state === 'private' ? readTypes.onlyAuthor : readType;
}

/** `opened`: whether the viewer has liked, commented or brought the code the read type asks for. */
export function mayReadWhole(viewer: Viewer | null, article: Written, opened: boolean) {
  if (article.state === 'private') return viewer?.id === article.authorId;
  if (article.readType === readTypes.free || isAuthorOrStaff(viewer, article) || opened) return true;
  return article.readType === readTypes.signedIn && viewer !== null;
}

type TrashableArticle = { authorId: number; state: ArticleState };

const authorsAlone: ArticleState[] = ['draft', 'pending', 'refused', 'private'];

/**
 * Drafts and private articles are visible to their author only, also while they wait for review: staff reads what was
 * submitted there, and the row still holds the private text. Other unpublished ones are visible to the staff as well.
 */
export function maySeeArticle(viewer: Viewer | null, article: TrashableArticle) {
  if (authorsAlone.includes(article.state)) return viewer?.id === article.authorId;
  if (article.state === 'published') return true;
  return isAuthorOrStaff(viewer, article);
}

function isAuthorOrStaff(viewer: Viewer | null, { authorId }: Pick<Written, 'authorId'>) {
  return viewer !== null && (viewer.id === authorId || ['owner', 'admin', 'editor'].includes(viewer.role));
}
