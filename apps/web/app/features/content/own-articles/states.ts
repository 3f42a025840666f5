import type { ArticleState, OwnArticle, OwnArticleCounts } from '@mojian/contract/content/drafts';

/** What the list may be narrowed to, by the word of its address; '' is all but the trash. */
export const shelves = [
  { state: '', words: '全部', count: 'all' },
  { state: 'draft', words: '草稿', count: 'draft' },
  { state: 'pending', words: '审核中', count: 'pending' },
  { state: 'scheduled', words: '定时', count: 'scheduled' },
  { state: 'published', words: '已发布', count: 'published' },
  { state: 'private', words: '仅自己', count: 'private' },
  { state: 'withdrawn', words: '已撤回', count: 'withdrawn' },
  { state: 'refused', words: '已退回', count: 'refused' },
  { state: 'trash', words: '回收站', count: 'trash' },
] as const satisfies { state: ArticleState | 'trash' | ''; words: string; count: keyof OwnArticleCounts }[];

export type Shelf = (typeof shelves)[number]['state'];

/** What the address asks for: `?state=draft&q=雨`. What is not known is all. */
export function readShelf(query: URLSearchParams) {
  const asked = query.get('state') ?? '';
  const state: Shelf = shelves.find((shelf) => shelf.state === asked)?.state ?? '';
  return { state, keyword: (query.get('q') ?? '').trim().slice(0, longestKeyword) };
}

export const longestKeyword = 100;

export function shelfAddress(state: Shelf, keyword: string): string {
  const query = new URLSearchParams({ ...(state && { state }), ...(keyword && { q: keyword }) });
  return query.size > 0 ? `/user?${query}` : '/user';
}

const slips: Record<ArticleState, { words: string; tone: string }> = {
  draft: { words: '草稿', tone: '' },
  pending: { words: '审核中', tone: 's' },
  scheduled: { words: '定时', tone: 's' },
  published: { words: '已发布', tone: 'ok' },
  private: { words: '仅自己', tone: '' },
  withdrawn: { words: '已撤回', tone: '' },
  refused: { words: '已退回', tone: 'bad' },
};

/** The slips on a row: how the article stands, and whether something written since then is still only its author's. */
export function slipsOf({ state, changed, submittedAt }: Pick<OwnArticle, 'state' | 'changed' | 'submittedAt'>) {
  if (state === 'private')
    return changed ? [slips.private, { words: '有没保存到正文的改动', tone: 's' }] : [slips.private];
  if (state !== 'published') return [slips[state]];
  if (submittedAt !== null) return [slips.published, { words: '改动审核中', tone: 's' }];
  return changed ? [slips.published, { words: '有未发布的改动', tone: 's' }] : [slips.published];
}

const day = 24 * 3_600_000;

/** Whole days until what lies in the trash is gone for good; the last one counts as one. */
export function daysLeft(removedAt: string, now: number, kept: number) {
  return Math.max(1, Math.ceil((Date.parse(removedAt) + kept * day - now) / day));
}
