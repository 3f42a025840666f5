import { readTypes } from '@mojian/contract/rules';
import type { Viewer } from '../http/viewer.ts';

type Written = { authorId: number; readType: number };

/** Whether the whole text may leave. `opened` tells whether the viewer has done what opens it. */
export function mayReadWhole(viewer: Viewer | null, article: Written, opened: boolean) {
  if (article.readType === readTypes.free || maySeeUnlisted(viewer, article) || opened) return true;
  return article.readType === readTypes.signedIn && viewer !== null;
}

/** Drafts and withdrawn articles are seen by who wrote them and by the staff. */
export function maySeeUnlisted(viewer: Viewer | null, { authorId }: Pick<Written, 'authorId'>) {
  return viewer !== null && (viewer.id === authorId || ['owner', 'admin', 'editor'].includes(viewer.role));
}
