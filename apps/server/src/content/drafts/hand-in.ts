import type { ArticleContent } from '@mojian/contract/content/article-content';
import { Failure } from '@mojian/contract/platform/failures';
import { notifyEditors } from '../../core/notices/notify-many.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { writeTags } from '../articles/save-article.ts';
import { keepRevision } from '../revisions/keep-revision.ts';
import { countText } from '../text/count-text.ts';
import * as queries from './drafts.queries.ts';
import { type Counted, draftRow, unwritten } from './save-draft.ts';

/**
 * Has a text wait for review. What readers see of the article stays as it is. Handed in twice, it waits once.
 * @throws Failure stale.
 */
export async function handIn(db: Db, article: queries.WithDraft, content: ArticleContent) {
  const state = article.state === 'published' ? ('published' as const) : ('pending' as const);
  if (article.submittedAt !== null) return { state, version: article.version };
  const words = await countText(content.markdown);
  return { state, version: await db.transaction().execute((trx) => wait(trx, article, { content, words })) };
}

async function wait(trx: Trx, article: queries.WithDraft, counted: Counted) {
  const { content } = counted;
  const { id, authorId, savedAt, updatedAt, version: from, state } = article;
  const raised = await queries.raiseVersion(trx, id, from);
  if (!raised) throw new Failure('stale');
  const row = draftRow(id, counted, savedAt ?? updatedAt);
  await queries.putDraft(trx, { ...row, submittedAt: Date.now(), refusal: '' });
  if (state !== 'published')
    await queries.changeArticle(trx, id, {
      state: 'pending',
      ...(state === 'scheduled' && { publishedAt: null }),
      ...(state === 'private' && { ...unwritten, summary: '', categoryId: null }),
    });
  // who reviews sees what was handed in, and nothing of what was its author's alone before
  if (state === 'private') await writeTags(trx, id, []);
  await keepRevision(trx, { articleId: id, userId: authorId, reason: 'submitted', content });
  await notifyEditors(trx, {
    actorId: authorId,
    subject: 'articles handed in',
    title: '有文章等待审核',
    text: content.title,
    link: `/newposts?id=${id}`,
  });
  return raised.version;
}
