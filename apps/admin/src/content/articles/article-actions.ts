import type { ArticleAct, ArticleRow } from '@mojian/contract/content/articles-admin';
import { acts } from '@mojian/contract/core/acts';
import type { ArticleKind } from '@mojian/contract/platform/rules';
import type { BatchAction } from '../../platform/listing/actions.tsx';

export const articleStates: Record<ArticleRow['state'], string> = {
  draft: '草稿',
  pending: '待审核',
  scheduled: '定时',
  published: '已发布',
  private: '仅自己',
  withdrawn: '已撤回',
  refused: '已退回',
};

/** Indexed by the numbers of the contract's `readTypes`. */
export const readTypeNames = ['人人可读', '评论可读', '点赞可读', '验证码可读', '登录可读', '仅自己', '凭口令可读'];

export const actNames: Record<ArticleAct, string> = acts.articles.verbs;

/** Asked before the action is done. */
export const warnings: Partial<Record<ArticleAct, string>> = {
  approve: '这些文章没有逐篇看过，确定直接发布吗？',
  purge: '连同评论、点赞与收藏一起删除，不能恢复。',
};

const undos: Partial<Record<ArticleAct, ArticleAct>> = {
  withdraw: 'publish',
  trash: 'restore',
  restore: 'trash',
  pin: 'unpin',
  unpin: 'pin',
  recommend: 'unrecommend',
  unrecommend: 'recommend',
  feature: 'unfeature',
  unfeature: 'feature',
};

/** Names the reverse of an act: with one, the act does not ask first. */
export function undoOf(name: ArticleAct) {
  const undo = undos[name];
  return undo ? { undo } : {};
}

const trashActs: ArticleAct[] = ['restore', 'purge'];
const pendingActs: ArticleAct[] = ['approve', 'refuse', 'category', 'tag', 'trash'];
const usualActs: ArticleAct[] = [
  'publish',
  'withdraw',
  'category',
  'tag',
  'trash',
  'untag',
  'pin',
  'unpin',
  'recommend',
  'unrecommend',
  'feature',
  'unfeature',
];

/** Acts on pages: they are in no list that would mark or sort them. */
const pageActs: ArticleAct[] = ['publish', 'withdraw', 'trash', 'restore', 'purge'];

export function batchActionsIn(tab: string, kind: ArticleKind): BatchAction<ArticleAct | 'export'>[] {
  const all = { trash: trashActs, pending: pendingActs }[tab] ?? usualActs;
  const acts = kind === 'page' ? all.filter((act) => pageActs.includes(act)) : all;
  const known = acts.map(batchAction);
  return tab === 'trash' ? known : [...known, { name: 'export', title: '导出 Markdown' }];
}

function batchAction(name: ArticleAct): BatchAction<ArticleAct> {
  return {
    name,
    title: actNames[name],
    ...undoOf(name),
    ...(warnings[name] !== undefined && { confirm: warnings[name] }),
  };
}

/** Lists the actions on one article besides reviewing, writing and viewing. */
export function articleActions(row: ArticleRow, tab: string, kind: ArticleKind): ArticleAct[] {
  const acts = allActions(row, tab);
  return kind === 'page' ? acts.filter((act) => pageActs.includes(act)) : acts;
}

function allActions(row: ArticleRow, tab: string): ArticleAct[] {
  if (tab === 'trash') return trashActs;
  const mayPublish = !row.waiting && (row.state === 'withdrawn' || row.state === 'scheduled' || row.state === 'draft');
  const mayWithdraw = row.state === 'published' || row.state === 'scheduled';
  const isAnothersAgain = row.state === 'refused' && !row.own;
  return [
    ...(row.state === 'published' ? flagActs(row) : []),
    ...(mayWithdraw ? (['withdraw'] as const) : []),
    ...(mayPublish ? (['publish'] as const) : []),
    ...(isAnothersAgain ? [] : (['category', 'trash'] as const)),
  ];
}

function flagActs({ pinned, recommended, featured }: ArticleRow): ArticleAct[] {
  return [pinned ? 'unpin' : 'pin', recommended ? 'unrecommend' : 'recommend', featured ? 'unfeature' : 'feature'];
}
