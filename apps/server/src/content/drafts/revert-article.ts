import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { PresentText } from '@mojian/contract/content/articles-admin';
import { Failure } from '@mojian/contract/platform/failures';
import { noticeKinds } from '@mojian/contract/platform/rules';
import { recordAct } from '../../core/audit/audit.ts';
import { refuseMuted } from '../../core/identity/mutes.ts';
import { notify } from '../../core/notices/notify.ts';
import { isoTime } from '../../platform/dates.ts';
import { isDuplicate } from '../../platform/db/dialect.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { masked } from '../articles/article-password.ts';
import { prepareArticle } from '../articles/save-article.ts';
import { keepRevision, lastShown, wasShown } from '../revisions/keep-revisions.ts';
import { findRevision } from '../revisions/show-revisions.ts';
import { slugTaken } from '../slugs/spell-slug.ts';
import { countText } from '../text/ask-text.ts';
import { contentOf, isSameContent, requireComplete, writtenContent } from './content.ts';
import { isOwn, isReadable, mayRemove } from './drafts.policy.ts';
import { findWithDraft, hasSeries, type WithDraft } from './drafts.queries.ts';
import { requireWriterOf, writeDraft } from './drafts.ts';
import { draftOf, type PublishDeps, writePublished } from './publish.ts';

/** Current text, for comparison with revisions. @throws Failure not-found for what the viewer may not see */
export async function showPresent(db: Db, viewer: Viewer, id: number): Promise<PresentText> {
  const article = await find(db, viewer, id);
  const { version, state } = article;
  const content = masked(await presentContent(db, article));
  return { version, content, state, isShown: isReadable(article), own: isOwn(viewer, article) };
}

type Change = { article: WithDraft; before: ArticleContent; content: ArticleContent; savedAt: number };

/**
 * Restores a revision, keeping the present text as one: on the site if the article is or was public, else in the own
 * draft.
 * @throws Failure not-found; stale at another version; already-done; not-allowed for others' drafts and revisions never
 * public, and for a muted author's published article; as `requireComplete`
 */
export async function revertArticle(
  deps: PublishDeps,
  viewer: Viewer,
  { id, version }: { id: number; version: number },
) {
  const revision = await findRevision(deps.db, viewer, id);
  const article = await find(deps.db, viewer, revision.articleId);
  requireWriterOf(viewer, article);
  if (article.version !== version) throw new Failure('stale', '这篇文章刚有变化，请刷新后再看');
  if (!isOwn(viewer, article) && !(isReadable(article) && wasShown(revision)))
    throw new Failure('not-allowed', '读者没有看过这一版，由作者自己恢复', 'id');
  if (article.state === 'published' && isOwn(viewer, article)) await refuseMuted(deps.db, viewer);
  const before = await presentContent(deps.db, article);
  const content = await withoutGoneSeries(deps.db, article, JSON.parse(revision.content));
  if (isSameContent(before, content)) throw new Failure('already-done', '现在就是这一版');
  const change = { article, before, content, savedAt: revision.createdAt };
  if (isReadable(article)) await showAgain(deps, viewer, change);
  else {
    const words = await countText(content.markdown);
    await deps.db.transaction().execute((trx) => intoDraft(trx, viewer, change, words));
  }
}

async function showAgain(deps: PublishDeps, viewer: Viewer, { article, before, content, savedAt }: Change) {
  await requireComplete(deps.db, viewer, article, content);
  const { state, publishedAt } = article;
  const ready = await prepareArticle(deps, { ...draftOf(article, content, null), state, publishedAt });
  const write = async (trx: Trx) => {
    await keepSuperseded(trx, viewer, article, before);
    await writePublished(trx, deps.search, { article, content, ready, restoredBy: viewer.id });
    await notifyAuthor(trx, viewer, article);
    await record(trx, viewer, { article, before, content, savedAt });
  };
  await deps.db
    .transaction()
    .execute(write)
    .catch((error: unknown) => {
      throw isDuplicate(error) ? slugTaken() : error;
    });
}

/** Published texts are in the history already, unless imported. */
async function keepSuperseded(trx: Trx, viewer: Viewer, { id: articleId, state }: WithDraft, content: ArticleContent) {
  if (state === 'private') return keepRevision(trx, { articleId, userId: viewer.id, reason: 'replaced', content });
  const last = await lastShown(trx, articleId);
  if (!last || !isSameContent(last, content))
    await keepRevision(trx, { articleId, userId: viewer.id, reason: 'superseded', content });
}

async function intoDraft(trx: Trx, viewer: Viewer, change: Change, words: number) {
  const { article, before, content } = change;
  const { id, version, keyName } = article;
  await keepRevision(trx, { articleId: id, userId: viewer.id, reason: 'replaced', content: before, keyName });
  await writeDraft(trx, viewer, { id, version, content, words });
  await record(trx, viewer, change);
}

/** Records the changed fields and the revision's time. */
function record(trx: Trx, viewer: Viewer, { article, before, content, savedAt }: Change) {
  // the log must not reveal a private article.
  const names = article.state === 'private' ? [] : (Object.keys(before) as (keyof ArticleContent)[]);
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(content[name]));
  const valuesOf = (from: ArticleContent) => Object.fromEntries(changed.map((name) => [name, masked(from)[name]]));
  return recordAct(trx, viewer, {
    act: 'articles.revert',
    subject: `article:${article.id}`,
    before: valuesOf(before),
    after: { ...valuesOf(content), keptAt: isoTime(savedAt) },
  });
}

function notifyAuthor(trx: Trx, viewer: Viewer, article: WithDraft) {
  if (isOwn(viewer, article)) return;
  const { id, authorId, title } = article;
  const notice = { title: '文章被管理员恢复到之前的版本', text: title, link: `/newposts?id=${id}` };
  return notify(trx, { ...notice, userId: authorId, kind: noticeKinds.system, actorId: null, subject: `draft:${id}` });
}

function presentContent(db: Db | Trx, article: WithDraft) {
  return isReadable(article) ? writtenContent(db, article) : contentOf(db, article);
}

/** Drops a series deleted since. */
async function withoutGoneSeries(db: Db, { authorId }: WithDraft, content: ArticleContent): Promise<ArticleContent> {
  const { seriesId } = content;
  return seriesId === null || (await hasSeries(db, seriesId, authorId)) ? content : { ...content, seriesId: null };
}

async function find(db: Db, viewer: Viewer, id: number) {
  const article = await findWithDraft(db, id);
  if (!article || article.removedAt !== null || !mayRemove(viewer, article))
    throw new Failure('not-found', '文章不存在', 'id');
  return article;
}
