import { readTypes } from '@mojian/contract/articles';
import type { Viewer } from '../http/viewer.ts';

type Written = { authorId: number; readType: number };

/** Whether the whole text may leave. Articles opened by a comment, a like or a code stay shut to others for now. */
export function mayReadWhole(viewer: Viewer | null, article: Written) {
  if (article.readType === readTypes.free || maySeeUnlisted(viewer, article)) return true;
  return article.readType === readTypes.signedIn && viewer !== null;
}

/** Drafts and withdrawn articles are seen by who wrote them and by the staff. */
export function maySeeUnlisted(viewer: Viewer | null, { authorId }: Pick<Written, 'authorId'>) {
  return viewer !== null && (viewer.id === authorId || ['owner', 'admin', 'editor'].includes(viewer.role));
}
