import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { Draft } from '@mojian/contract/content/drafts';
import type { EditorParts } from '../editor-parts.ts';
import type { Manuscript } from '../journal/manuscript.ts';

type Merged = { theirs: Draft; merged: ArticleContent; keep: EditorParts['reading']['revisions']['keep'] };

/**
 * Keeps both texts in the article's history, and goes on with what was made of them, on top of theirs.
 * @throws Failure when the history did not take them: then nothing has changed.
 */
export async function mergeInto(manuscript: Manuscript, { theirs, merged, keep }: Merged) {
  const mine = manuscript.content;
  await keep({ body: { id: theirs.id, content: theirs.content } });
  await keep({ body: { id: theirs.id, content: mine } });
  manuscript.goOnFrom(theirs, merged);
  await manuscript.flush();
}
