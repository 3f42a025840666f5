import type { ArticleAct, adminArticles } from '@mojian/contract/content/articles-admin';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import { type Act, recordAct } from '../../core/audit/audit.ts';
import type { Trx } from '../../platform/db/schema.ts';
import { each } from '../../platform/http/batch.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { eraseFromTrash } from '../articles/erase-article.ts';
import { type Mark, markArticle } from '../articles/mark-article.ts';
import { findCategory } from '../categories/categories.ts';
import { mayRemove } from './drafts.policy.ts';
import { findWithDraft } from './drafts.queries.ts';
import { moveToCategory } from './move-to-category.ts';
import type { Parts } from './publish-content.ts';
import { publishForSite, withdrawForSite } from './publish-for-site.ts';
import { approveArticle, refuseArticle } from './review-article.ts';
import { tagArticle } from './tag-article.ts';
import { restoreArticle, trashArticle } from './trash.ts';

type Body = Input<typeof adminArticles.act>['body'];

/** One article's turn. `also` writes the act down; with what else there is to tell of it. */
type Turn = {
  parts: Parts;
  viewer: Viewer;
  id: number;
  body: Body;
  also: (trx: Trx, told?: Pick<Act, 'before' | 'after'>) => Promise<void>;
};

/**
 * Does one thing to each of the articles and writes down who did.
 * @throws Failure invalid-input before anything is done, when the act lacks its reason, its category or its tag.
 */
export async function actOnArticles(parts: Parts, viewer: Viewer, body: Body) {
  await requireGiven(parts, body);
  return each(body.ids, (id) => {
    const also: Turn['also'] = (trx, told) =>
      recordAct(trx, viewer, { act: `articles.${body.act}`, subject: `article:${id}`, ...told });
    return turns[body.act]({ parts, viewer, id, body, also });
  });
}

async function requireGiven(parts: Parts, body: Body) {
  if (body.act === 'refuse' && body.reason.trim() === '') throw new Failure('invalid-input', '请写下原因', 'reason');
  if (body.act === 'category' && body.categoryId === undefined)
    throw new Failure('invalid-input', '请选择分类', 'categoryId');
  if (body.categoryId && !(await findCategory(parts.db, body.categoryId)))
    throw new Failure('invalid-input', '没有这个分类', 'categoryId');
  if ((body.act === 'tag' || body.act === 'untag') && body.tag === '')
    throw new Failure('invalid-input', '请输入标签名', 'tag');
}

const turns: Record<ArticleAct, (turn: Turn) => Promise<unknown>> = {
  approve: ({ parts, viewer, id, also }) => approveArticle(parts, id, { reviewerId: viewer.id, also }),
  refuse: ({ parts, viewer, id, body: { reason }, also }) =>
    refuseArticle(parts.db, id, reason, { reviewerId: viewer.id, also: (trx) => also(trx, { after: { reason } }) }),
  publish: ({ parts, viewer, id, also }) => publishForSite(parts, viewer, id, also),
  withdraw: ({ parts, viewer, id, also }) => withdrawForSite(parts, viewer, id, also),
  pin: (turn) => mark(turn, { pinned: 1 }),
  unpin: (turn) => mark(turn, { pinned: 0 }),
  recommend: (turn) => mark(turn, { recommended: 1 }),
  unrecommend: (turn) => mark(turn, { recommended: 0 }),
  feature: (turn) => mark(turn, { featured: 1 }),
  unfeature: (turn) => mark(turn, { featured: 0 }),
  category: ({ parts, viewer, id, body: { categoryId }, also }) =>
    moveToCategory(parts.db, viewer, { id, categoryId: categoryId ?? null }, also),
  tag: (turn) => tagged(turn, true),
  untag: (turn) => tagged(turn, false),
  trash: ({ parts, viewer, id, also }) => trashArticle(parts, viewer, id, also),
  restore: ({ parts, viewer, id, also }) => restoreArticle(parts, viewer, id, also),
  purge: erase,
};

function tagged({ parts, viewer, id, body: { tag }, also }: Turn, isAdded: boolean) {
  return tagArticle(parts.db, viewer, { id, tag, isAdded }, also);
}

function mark({ parts, id, also }: Turn, marks: Mark) {
  return parts.db.transaction().execute(async (trx) => {
    const all = await markArticle(trx, id, marks);
    const before = Object.fromEntries(Object.keys(marks).map((name) => [name, all[name as keyof Mark]]));
    await also(trx, { before, after: marks });
  });
}

/** The title is all that tells later what it was. */
async function erase({ parts, viewer, id, also }: Turn) {
  const article = await findWithDraft(parts.db, id);
  if (!article || !mayRemove(viewer, article)) throw new Failure('not-found', '回收站里没有这一篇', 'id');
  const { title, authorId } = article;
  await eraseFromTrash(parts, id, (trx) => also(trx, { before: { title, authorId } }));
}
