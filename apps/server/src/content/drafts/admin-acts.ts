import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { ArticleAct, adminArticles } from '@mojian/contract/content/articles-admin';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import { mostTags, noticeKinds } from '@mojian/contract/platform/rules';
import { type Act, recordAct } from '../../core/audit/audit.ts';
import { refuseMuted } from '../../core/identity/mutes.ts';
import { notify } from '../../core/notices/notify.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { each } from '../../platform/http/batch.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { changeArticle, passVersion } from '../article-rows/article-rows.ts';
import { changeDraft } from '../article-rows/draft-rows.ts';
import { type Mark, markArticle } from '../articles/marks.ts';
import { eraseFromTrash } from '../articles/remove-article.ts';
import { prepareArticle, writeTags } from '../articles/save-article.ts';
import { findCategory } from '../categories/categories.ts';
import { tagNamesOf } from '../tags/tags.ts';
import { inTextTurn, ownerOf } from '../text/text-turns.ts';
import { contentToPublish, requireComplete, writtenContent } from './content.ts';
import { isOwn, isReadable, mayRemove, maySeeDraft } from './drafts.policy.ts';
import * as queries from './drafts.queries.ts';
import { findWithDraft } from './drafts.queries.ts';
import { draftOf, type PublishDeps, publishContent, takeFromReaders, writePublished } from './publish.ts';
import { approveArticle, refuseArticle } from './review.ts';
import { restoreArticle, trashArticle } from './trash.ts';

type Body = Input<typeof adminArticles.act>['body'];

/** Act on one article; `also` records it in the same transaction, with further details. */
type Turn = {
  deps: PublishDeps;
  viewer: Viewer;
  id: number;
  body: Body;
  also: (trx: Trx, detail?: Pick<Act, 'before' | 'after'>) => Promise<void>;
};

/**
 * Applies one act to each article and records it.
 * @throws Failure invalid-input before any act, when its reason, category or tag is missing
 */
export async function actOnArticles(deps: PublishDeps, viewer: Viewer, body: Body) {
  await requireFields(deps, body);
  return each(body.ids, (id) => {
    const also: Turn['also'] = (trx, detail) =>
      recordAct(trx, viewer, { act: `articles.${body.act}`, subject: `article:${id}`, ...detail });
    // loads a text or renders one: taken article by article, so that a batch lets others in between
    return inTextTurn(ownerOf(viewer), () => turns[body.act]({ deps, viewer, id, body, also }));
  });
}

async function requireFields(deps: PublishDeps, body: Body) {
  if (body.act === 'refuse' && body.reason.trim() === '') throw new Failure('invalid-input', '请写下原因', 'reason');
  if (body.act === 'category' && body.categoryId === undefined)
    throw new Failure('invalid-input', '请选择分类', 'categoryId');
  if (body.categoryId && !(await findCategory(deps.db, body.categoryId)))
    throw new Failure('invalid-input', '没有这个分类', 'categoryId');
  if ((body.act === 'tag' || body.act === 'untag') && body.tag === '')
    throw new Failure('invalid-input', '请输入标签名', 'tag');
}

const turns: Record<ArticleAct, (turn: Turn) => Promise<unknown>> = {
  approve: ({ deps, viewer, id, also }) => approveArticle(deps, id, { reviewerId: viewer.id, also }),
  refuse: ({ deps, viewer, id, body: { reason }, also }) =>
    refuseArticle(deps.db, id, reason, { reviewerId: viewer.id, also: (trx) => also(trx, { after: { reason } }) }),
  publish: ({ deps, viewer, id, also }) => publishForSite(deps, viewer, id, also),
  withdraw: ({ deps, viewer, id, also }) => withdrawForSite(deps, viewer, id, also),
  pin: (turn) => mark(turn, { pinned: 1 }),
  unpin: (turn) => mark(turn, { pinned: 0 }),
  recommend: (turn) => mark(turn, { recommended: 1 }),
  unrecommend: (turn) => mark(turn, { recommended: 0 }),
  feature: (turn) => mark(turn, { featured: 1 }),
  unfeature: (turn) => mark(turn, { featured: 0 }),
  category: ({ deps, viewer, id, body: { categoryId }, also }) =>
    moveToCategory(deps.db, viewer, { id, categoryId: categoryId ?? null }, also),
  tag: (turn) => tagged(turn, true),
  untag: (turn) => tagged(turn, false),
  trash: ({ deps, viewer, id, also }) => trashArticle(deps, viewer, id, also),
  restore: ({ deps, viewer, id, also }) => restoreArticle(deps, viewer, id, also),
  purge: erase,
};

function tagged({ deps, viewer, id, body: { tag }, also }: Turn, isAdded: boolean) {
  return tagArticle(deps.db, viewer, { id, tag, isAdded }, also);
}

function mark({ deps, id, also }: Turn, marks: Mark) {
  return deps.db.transaction().execute(async (trx) => {
    const all = await markArticle(trx, id, marks);
    const before = Object.fromEntries(Object.keys(marks).map((name) => [name, all[name as keyof Mark]]));
    await also(trx, { before, after: marks });
  });
}

/** Records the title, unless only its author knows it: later nothing else says which article it was. */
async function erase({ deps, viewer, id, also }: Turn) {
  const article = await findWithDraft(deps.db, id);
  if (!article || !mayRemove(viewer, article)) throw new Failure('not-found', '回收站里没有这一篇', 'id');
  const { title, authorId, state } = article;
  const before = state === 'private' ? { authorId } : { title, authorId };
  await eraseFromTrash(deps, id, (trx) => also(trx, { before }));
}

type Also = (trx: Trx) => Promise<unknown>;

/**
 * Publishes at once: a submission as submitted, an own draft, a scheduled or withdrawn article as it is stored,
 * whatever its author has written since.
 * @throws Failure not-found for others' drafts and the trash; already-done; stale; as `requireComplete` and `refuseMuted`
 */
async function publishForSite(deps: PublishDeps, viewer: Viewer, id: number, also: Also) {
  const article = await find(deps.db, viewer, id);
  if (article.submittedAt !== null) return approveArticle(deps, id, { reviewerId: viewer.id, also });
  const isOut = article.state === 'published' || article.state === 'private';
  if (isOut && (article.content === null || !isOwn(viewer, article)))
    throw new Failure('already-done', '这篇已经发布了');
  return isOwn(viewer, article) ? publishOwn(deps, viewer, article, also) : publishAsItStands(deps, article, also);
}

async function publishOwn(deps: PublishDeps, viewer: Viewer, article: queries.WithDraft, also: Also) {
  await refuseMuted(deps.db, viewer);
  const content = await contentToPublish(deps.db, article);
  await requireComplete(deps.db, viewer, article, content);
  return publishContent(deps, { article, content, time: null, also });
}

/** Publishes a withdrawn article again, with the text and the date it had; `also` runs in the same transaction. */
export async function publishAgain(deps: PublishDeps, id: number, also: Also) {
  const article = await queries.findWithDraft(deps.db, id);
  if (article?.state !== 'withdrawn' || article.removedAt !== null) return deps.db.transaction().execute(also);
  return publishAsItStands(deps, article, also);
}

async function publishAsItStands({ db, search, siteUrl }: PublishDeps, article: queries.WithDraft, also: Also) {
  if (!isReadable(article)) throw new Failure('not-found', '这篇文章还没有提交', 'id');
  const content = await writtenContent(db, article);
  const ready = await prepareArticle({ db, siteUrl }, draftOf(article, content, null));
  await db.transaction().execute(async (trx) => {
    await writePublished(trx, search, { article, content, ready });
    await also(trx);
  });
}

/**
 * Withdraws a published or scheduled article and notifies its author.
 * @throws Failure not-found; already-done otherwise
 */
function withdrawForSite({ db, search }: PublishDeps, viewer: Viewer, id: number, also: Also) {
  return db.transaction().execute(async (trx) => {
    await passVersion(trx, id);
    const article = await find(trx, viewer, id);
    await takeFromReaders(trx, search, article);
    await notifyAuthor(trx, viewer, article);
    await also(trx);
  });
}

function notifyAuthor(trx: Trx, viewer: Viewer, { id, authorId, title }: queries.WithDraft) {
  if (viewer.id === authorId) return;
  const notice = { title: '文章被管理员撤回', text: title, link: `/newposts?id=${id}` };
  return notify(trx, { ...notice, userId: authorId, kind: noticeKinds.system, actorId: null, subject: `draft:${id}` });
}

async function find(db: Db | Trx, viewer: Viewer, id: number) {
  const article = await queries.findWithDraft(db, id);
  if (!article || article.removedAt !== null || !mayRemove(viewer, article))
    throw new Failure('not-found', '文章不存在', 'id');
  return article;
}

function refusePage({ kind }: queries.WithDraft, what: string) {
  if (kind === 'page') throw new Failure('invalid-input', `页面没有${what}`, 'id');
}

function draftIn({ content }: queries.WithDraft) {
  return content === null ? undefined : (JSON.parse(content) as ArticleContent);
}

/** The draft, for the audit log: not where readers have another text and only the author knows this one. */
function draftForLog(article: queries.WithDraft) {
  return article.submittedAt !== null || !isReadable(article) ? draftIn(article) : undefined;
}

/**
 * Sets the category (null for none) of the article and of its draft; open editors get an event.
 * @throws Failure not-found for what the viewer may not see
 */
function moveToCategory(
  db: Db,
  viewer: Viewer,
  { id, categoryId }: { id: number; categoryId: number | null },
  also: Turn['also'],
) {
  return db.transaction().execute(async (trx) => {
    await passVersion(trx, id);
    const article = await find(trx, viewer, id);
    refusePage(article, '分类');
    const category = categoryId === null ? '' : ((await findCategory(trx, categoryId))?.name ?? '');
    const draft = draftIn(article);
    if (draft) await changeDraft(trx, id, { content: JSON.stringify({ ...draft, category }) });
    await changeArticle(trx, id, { categoryId });
    await enqueue(trx, 'drop-pages', { tags: ['articles', `article:${id}`] });
    if (article.state === 'private') return also(trx);
    const before = draftForLog(article)?.category ?? article.categoryName ?? '';
    await also(trx, { before: { category: before }, after: { category } });
  });
}

type Wanted = { id: number; tag: string; isAdded: boolean };

/**
 * Adds or removes a tag of the article and of its draft; open editors get an event.
 * @throws Failure not-found for what the viewer may not see; invalid-input at the maximum of tags
 */
function tagArticle(db: Db, viewer: Viewer, { id, tag, isAdded }: Wanted, also: Turn['also']) {
  const change = (tags: string[]) => (isAdded ? withTag(tags, tag) : tags.filter((one) => one !== tag));
  return db.transaction().execute(async (trx) => {
    await passVersion(trx, id);
    const article = await find(trx, viewer, id);
    refusePage(article, '标签');
    const shown = await tagNamesOf(trx, id);
    const draft = draftIn(article);
    // the limit of a draft that only its author knows must not show in the answer.
    const isFull = isAdded && !maySeeDraft(viewer, article) && (draft?.tags.length ?? 0) >= mostTags;
    if (draft && !isFull)
      await changeDraft(trx, id, { content: JSON.stringify({ ...draft, tags: change(draft.tags) }) });
    if (isReadable(article)) await writeTags(trx, id, change(shown));
    await enqueue(trx, 'drop-pages', { tags: ['articles', `article:${id}`] });
    if (article.state === 'private') return also(trx);
    const before = draftForLog(article)?.tags ?? shown;
    await also(trx, { before: { tags: before }, after: { tags: change(before) } });
  });
}

function withTag(tags: string[], tag: string) {
  if (tags.includes(tag)) return tags;
  if (tags.length >= mostTags) throw new Failure('invalid-input', `已经有 ${mostTags} 个标签了`, 'tag');
  return [...tags, tag];
}
