import type { Draft } from '@mojian/contract/content/drafts';
import { mayPublish, mayWrite } from '../../core/identity/roles.ts';
import { readSettings } from '../../core/settings/settings.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { contentOf } from './content.ts';
import { isOwn } from './drafts.policy.ts';
import type { WithDraft } from './drafts.queries.ts';
import { findSeen } from './save-draft.ts';

const timeOrNull = (time: number | null) => (time === null ? null : isoTime(time));

/**
 * An article as its author goes on writing it, and what the viewer may do with it. The staff reads what was handed in.
 * @throws Failure as findOwn.
 */
export async function showDraft(db: Db, viewer: Viewer, id: number): Promise<Draft> {
  const article = await findSeen(db, viewer, id);
  const { version, state, authorId, nickname } = article;
  return {
    id,
    version,
    state,
    content: await contentOf(db, article),
    savedAt: isoTime(article.savedAt ?? article.updatedAt),
    changed: article.content !== null,
    submittedAt: timeOrNull(article.submittedAt),
    refusal: article.refusal ?? '',
    publishedAt: timeOrNull(article.publishedAt),
    removedAt: null,
    author: { id: authorId, nickname },
    may: await mayOf(db, viewer, article),
  };
}

async function mayOf(db: Db, viewer: Viewer, article: WithDraft) {
  if (!isOwn(viewer, article)) return { edit: false, publish: false, submit: false, withdraw: false };
  const { writing } = await readSettings(db);
  const edit = mayWrite(viewer, writing);
  const withdraw = article.submittedAt !== null || article.state === 'scheduled' || article.state === 'published';
  return { edit, publish: mayPublish(viewer, writing), submit: edit, withdraw };
}
