import type { ArticleContent } from '@mojian/contract/content/article-content';
import { Failure } from '@mojian/contract/platform/failures';
import { readTypes } from '@mojian/contract/platform/rules';
import { dayLength } from '@mojian/contract/platform/time';
import { raiseAlert } from '../../core/alerts/raise-alert.ts';
import { mayPublish } from '../../core/identity/roles.ts';
import { notifyEditors } from '../../core/notices/notify-many.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { changeArticle, raiseVersion } from '../article-rows/article-rows.ts';
import { putDraft } from '../article-rows/draft-rows.ts';
import { writeTags } from '../articles/save-article.ts';
import { keepRevision } from '../revisions/keep-revisions.ts';
import { countText } from '../text/ask-text.ts';
import { contentToPublish, requireComplete } from './content.ts';
import type * as queries from './drafts.queries.ts';
import type { WithDraft } from './drafts.queries.ts';
import { type Counted, draftRow, findOwn, requireWriter, requireWriterOf, unwritten, withinQuota } from './drafts.ts';
import { type PublishDeps, publishContent } from './publish.ts';

type Submission = { id: number; version: number; publishAt?: string | undefined };

/**
 * Publishes now or at `publishAt`, or submits for review if the author may not publish.
 * @throws Failure stale at another version; not-allowed; invalid-input or taken at the field at fault
 */
export async function submitDraft(deps: PublishDeps, viewer: Viewer, { id, version, publishAt }: Submission) {
  const rules = await requireWriter(deps.db, viewer);
  const article = await findOwn(deps.db, viewer, id);
  requireWriterOf(viewer, article);
  if (article.version !== version) throw new Failure('stale');
  const publishes = mayPublish(viewer, rules);
  if (publishAt !== undefined && !publishes) throw new Failure('not-allowed', '暂无发布权限', 'publishAt');
  const time = publishAt === undefined ? null : timeAhead(article, Date.parse(publishAt));
  if (time === null && (article.state === 'published' || article.state === 'private') && article.content === null)
    return { state: article.state, version };
  const content = await contentToPublish(deps.db, article);
  // Private articles need no review.
  const isPrivate = content.readType === readTypes.onlyAuthor;
  if (isPrivate && time !== null) throw new Failure('invalid-input', '仅自己可读的文章不用定时', 'publishAt');
  await requireComplete(deps.db, viewer, article, content);
  return publishes || isPrivate
    ? publishContent(deps, { article, content, time })
    : handIn(deps.db, viewer, article, content);
}

function timeAhead({ state }: WithDraft, time: number) {
  const wrong = (text: string) => new Failure('invalid-input', text, 'publishAt');
  if (state === 'published') throw wrong('已经发布的文章不能定时');
  if (time <= Date.now()) throw wrong('定时须在将来');
  if (time > Date.now() + 366 * dayLength) throw wrong('定时最远一年');
  return time;
}

/** Submits for review, once; the public text stays. @throws Failure stale; too-large beyond the quota */
async function handIn(db: Db, viewer: Viewer, article: queries.WithDraft, content: ArticleContent) {
  const state = article.state === 'published' ? ('published' as const) : ('pending' as const);
  if (article.submittedAt !== null) return { state, version: article.version };
  const words = await countText(content.markdown);
  const submit = (trx: Trx) => withinQuota(trx, viewer, () => putForReview(trx, article, { content, words }));
  return { state, version: await db.transaction().execute(submit) };
}

/** @throws Failure stale */
export async function putForReview(trx: Trx, article: queries.WithDraft, counted: Counted) {
  const { content } = counted;
  const { id, authorId, savedAt, updatedAt, version: from, state, keyName } = article;
  const raised = await raiseVersion(trx, id, from);
  if (!raised) throw new Failure('stale');
  const row = draftRow(id, counted, savedAt ?? updatedAt);
  await putDraft(trx, { ...row, submittedAt: Date.now(), refusal: '' });
  if (state !== 'published')
    await changeArticle(trx, id, {
      state: 'pending',
      ...(state === 'scheduled' && { publishedAt: null }),
      ...(state === 'private' && { ...unwritten, summary: '', categoryId: null }),
    });
  // Reviewers must not see the tags of a formerly private text.
  if (state === 'private') await writeTags(trx, id, []);
  await keepRevision(trx, { articleId: id, userId: authorId, reason: 'submitted', content, keyName });
  await notifyEditors(trx, {
    actorId: authorId,
    subject: 'articles handed in',
    title: '有文章等待审核',
    text: content.title,
    link: `/admin/articles?review=${id}`,
  });
  await raiseAlert(trx, {
    event: 'review',
    title: '投稿等审核',
    text: content.title,
    link: `/admin/articles?review=${id}`,
  });
  return raised.version;
}
