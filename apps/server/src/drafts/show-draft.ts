import type { Draft } from '@mojian/contract/drafts';
import type { Db } from '../db/schema.ts';
import { isoTime } from '../http/iso-time.ts';
import type { Viewer } from '../http/viewer.ts';
import { readSettings } from '../site/settings.ts';
import { contentOf } from './content.ts';
import { mayPublish, mayWrite } from './drafts.policy.ts';
import { findOwn } from './save-draft.ts';

const timeOrNull = (time: number | null) => (time === null ? null : isoTime(time));

/** One's own article as one goes on writing it, and what may be done with it. */
export async function showDraft(db: Db, viewer: Viewer, id: number): Promise<Draft> {
  const article = await findOwn(db, viewer, id);
  const { writing } = await readSettings(db);
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
    may: {
      edit: mayWrite(viewer, writing),
      publish: mayPublish(viewer, writing),
      submit: mayWrite(viewer, writing),
      withdraw: article.submittedAt !== null || state === 'scheduled' || state === 'published',
    },
  };
}
