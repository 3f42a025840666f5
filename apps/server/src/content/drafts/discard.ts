import { Failure } from '@mojian/contract/platform/failures';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { keepRevision } from '../revisions/keep-revision.ts';
import { contentOf } from './content.ts';
import { isReadable } from './drafts.policy.ts';
import { deleteDraft, raiseVersion } from './drafts.queries.ts';
import { findOwn } from './save-draft.ts';

/**
 * Gives up what was changed since the article was published; the history keeps it.
 * @throws Failure stale; invalid-input for what was never published, of which nothing would be left.
 */
export function discardChanges(db: Db, viewer: Viewer, asked: { id: number; version: number }) {
  return db.transaction().execute((trx) => discard(trx, viewer, asked));
}

async function discard(trx: Trx, viewer: Viewer, { id, version: from }: { id: number; version: number }) {
  const raised = await raiseVersion(trx, id, from);
  const article = await findOwn(trx, viewer, id);
  if (!raised) throw new Failure('stale');
  if (!isReadable(article)) throw new Failure('invalid-input', '还没有发布过，没有可以恢复的版本', 'id');
  if (article.content !== null)
    await keepRevision(trx, {
      articleId: id,
      userId: viewer.id,
      reason: 'replaced',
      content: await contentOf(trx, article),
    });
  await deleteDraft(trx, id);
  return raised;
}
