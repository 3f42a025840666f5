import { Failure } from '@mojian/contract/platform/failures';
import { noticeKinds } from '@mojian/contract/platform/rules';
import { notify } from '../../core/notices/notify.ts';
import type { Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { prepareArticle } from '../articles/save-article.ts';
import { requireComplete } from './check-content.ts';
import { contentOf, writtenContent } from './content.ts';
import { isOwn, isReadable, mayRemove } from './drafts.policy.ts';
import * as queries from './drafts.queries.ts';
import { draftOf, type Parts, publishContent, writePublished } from './publish-content.ts';
import { approveArticle } from './review-article.ts';
import { takeFromReaders } from './withdraw.ts';

type Also = (trx: Trx) => Promise<unknown>;

/**
 * Shows an article to readers: what was handed in is approved, one's own draft published, what is scheduled or was
 * withdrawn appears as it stands, whatever its author has written since.
 * @throws Failure not-found for others' drafts and what lies in the trash; already-done; stale; as requireComplete.
 */
export async function publishForSite(parts: Parts, viewer: Viewer, id: number, also: Also) {
  const article = await find(parts, viewer, id);
  if (article.submittedAt !== null) return approveArticle(parts, id, { reviewerId: viewer.id, also });
  const isOut = article.state === 'published' || article.state === 'private';
  if (isOut && (article.content === null || !isOwn(viewer, article)))
    throw new Failure('already-done', '这篇已经发布了');
  return isOwn(viewer, article) ? publishOwn(parts, viewer, article, also) : publishAsItStands(parts, article, also);
}

async function publishOwn(parts: Parts, viewer: Viewer, article: queries.WithDraft, also: Also) {
  const content = await contentOf(parts.db, article);
  await requireComplete(parts.db, viewer, article, content);
  return publishContent(parts, { article, content, time: null, also });
}

async function publishAsItStands({ db, search, siteUrl }: Parts, article: queries.WithDraft, also: Also) {
  if (!isReadable(article)) throw new Failure('not-found', '这篇文章还没有提交', 'id');
  const content = await writtenContent(db, article);
  const ready = await prepareArticle({ db, siteUrl }, draftOf(article, content, null));
  await db.transaction().execute(async (trx) => {
    await writePublished(trx, search, { article, content, ready });
    await also(trx);
  });
}

/**
 * Takes an article from its readers, or keeps it from appearing, and tells its author.
 * @throws Failure not-found; already-done when readers neither see it nor will.
 */
export function withdrawForSite({ db, search }: Parts, viewer: Viewer, id: number, also: Also) {
  return db.transaction().execute(async (trx) => {
    await queries.passVersion(trx, id);
    const article = await queries.findWithDraft(trx, id);
    if (!article || article.removedAt !== null || !mayRemove(viewer, article)) throw isNotThere();
    await takeFromReaders(trx, search, article);
    await tellAuthor(trx, viewer, article);
    await also(trx);
  });
}

function tellAuthor(trx: Trx, viewer: Viewer, { id, authorId, title }: queries.WithDraft) {
  if (viewer.id === authorId) return;
  const told = { title: '文章被管理员撤回', text: title, link: `/newposts?id=${id}` };
  return notify(trx, { ...told, userId: authorId, kind: noticeKinds.system, actorId: null, subject: `draft:${id}` });
}

async function find({ db }: Parts, viewer: Viewer, id: number) {
  const article = await queries.findWithDraft(db, id);
  if (!article || article.removedAt !== null || !mayRemove(viewer, article)) throw isNotThere();
  return article;
}

function isNotThere() {
  return new Failure('not-found', '文章不存在', 'id');
}
