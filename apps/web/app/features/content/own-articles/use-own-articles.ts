import type { ArticleState, OwnArticle, OwnArticleCounts } from '@mojian/contract/content/drafts';
import { dayLength } from '@mojian/contract/platform/time';
import { useEffect, useRef, useState } from 'react';
import type { CallsOf } from '../../../api/calls.ts';
import { toast } from '../../../ui/toast.ts';
import { useSending } from '../../../ui/use-sending.ts';

type Calls = CallsOf<'drafts'>['drafts'];
type Listed = { records: OwnArticle[]; total: number; counts: OwnArticleCounts };

/** Lists by member, state and keyword: coming back shows the loaded rows while they reload. */
const cache = new Map<string, Listed>();

const pageSize = 20;

/** The loaded part of the member's articles in one state, and the calls on them. */
export function useOwnArticles({ list }: Calls, userId: number, tab: { state: StateTab; keyword: string }) {
  const name = JSON.stringify({ userId, ...tab });
  const [shown, setShown] = useState<{ name: string; listed: Listed }>();
  const [state, setState] = useState<'resting' | 'loading' | 'failed'>('loading');
  const wanted = useRef(name);
  wanted.current = name;
  const listed = shown?.name === name ? shown.listed : cache.get(name);

  /** Reloads the first `atLeast` rows. Responses for another list are dropped. */
  const load = async (atLeast: number) => {
    setState('loading');
    try {
      const fresh = await loadSome(list, tab, atLeast);
      cache.set(name, fresh);
      if (wanted.current !== name) return;
      setShown({ name, listed: fresh });
      setState('resting');
    } catch {
      if (wanted.current === name) setState('failed');
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `name` changes whenever the query does
  useEffect(() => {
    void load(listed?.records.length ?? 0);
  }, [name]);

  return {
    listed,
    state,
    again: () => load(listed?.records.length ?? 0),
    loadMore: () => void (state !== 'loading' && load((listed?.records.length ?? 0) + 1)),
  };
}

async function loadSome(
  list: Calls['list'],
  { state, keyword }: { state: StateTab; keyword: string },
  atLeast: number,
) {
  const narrowed = { pageSize, keyword, ...(state && { state }) };
  const records: OwnArticle[] = [];
  let pageNo = 1;
  let answer: Awaited<ReturnType<Calls['list']>>;
  do {
    answer = await list({ query: { ...narrowed, pageNo } });
    records.push(...answer.data.records);
    pageNo++;
  } while (records.length < atLeast && pageNo <= answer.data.pages);
  const unique = [...new Map(records.map((article) => [article.id, article])).values()];
  return { records: unique, total: answer.data.total, counts: answer.extra };
}

/** Calls on one article; each reloads the list. Refusals are shown by the calls. */
export function useActs({ remove, restore, withdraw }: Calls, onDone: () => Promise<unknown>) {
  const { isBusy, send } = useSending();
  const act = async (doing: () => Promise<unknown>, say: () => void) => {
    const isDone = await send(doing);
    if (isDone) say();
    // after a refusal the list shows the present state
    await onDone();
  };
  const bringBack = (article: OwnArticle) =>
    void act(
      () => restore({ body: { id: article.id } }),
      () => toast('success', `已恢复${titleOf(article)}`),
    );
  return {
    isBusy,
    restore: bringBack,
    remove: (article: OwnArticle) =>
      void act(
        () => remove({ query: { id: article.id } }),
        () => toast('success', `${titleOf(article)}已移到回收站`, { words: '撤销', run: () => bringBack(article) }),
      ),
    withdraw: (article: OwnArticle) =>
      void act(
        () => withdraw({ body: { id: article.id } }),
        () => toast('success', withdrawn(article)),
      ),
  };
}

/** Whether withdrawing takes the article from readers: a change under review is withdrawn first, and they read on. */
export function hidesFromReaders({ state, submittedAt }: Pick<OwnArticle, 'state' | 'submittedAt'>) {
  return state === 'published' && submittedAt === null;
}

function withdrawn(article: OwnArticle) {
  const isChange = article.state === 'published' && !hidesFromReaders(article);
  return isChange ? `已撤回${titleOf(article)}的修改，读者读到的还是现在这一版` : `已撤回${titleOf(article)}`;
}

function titleOf({ title }: OwnArticle) {
  return `《${title || '无标题'}》`;
}

/** Filters by the word of the address; '' shows all but the trash. */
export const stateTabs = [
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

export type StateTab = (typeof stateTabs)[number]['state'];

/** Parses `?state=draft&q=雨`; unknown states show all. */
export function readStateTab(query: URLSearchParams) {
  const requested = query.get('state') ?? '';
  const state: StateTab = stateTabs.find((tab) => tab.state === requested)?.state ?? '';
  return { state, keyword: (query.get('q') ?? '').trim().slice(0, longestKeyword) };
}

export const longestKeyword = 100;

export function tabAddress(state: StateTab, keyword: string): string {
  const query = new URLSearchParams({ ...(state && { state }), ...(keyword && { q: keyword }) });
  return query.size > 0 ? `/user?${query}` : '/user';
}

const slips: Record<ArticleState, { words: string; tone: string }> = {
  draft: { words: '草稿', tone: '' },
  pending: { words: '审核中', tone: 'badge-seal' },
  scheduled: { words: '定时', tone: 'badge-seal' },
  published: { words: '已发布', tone: 'own-articles-ok' },
  private: { words: '仅自己', tone: '' },
  withdrawn: { words: '已撤回', tone: '' },
  refused: { words: '已退回', tone: 'own-articles-bad' },
};

const unpublished = { published: '有未发布的改动', scheduled: '有没算进定时的改动' };

/** Labels of a row: the state, and whether there are unpublished changes. */
export function slipsOf({ state, changed, submittedAt }: Pick<OwnArticle, 'state' | 'changed' | 'submittedAt'>) {
  if (state === 'private')
    return changed ? [slips.private, { words: '有没保存到正文的改动', tone: 'badge-seal' }] : [slips.private];
  if (state !== 'published' && state !== 'scheduled') return [slips[state]];
  if (submittedAt !== null) return [slips.published, { words: '改动审核中', tone: 'badge-seal' }];
  return changed ? [slips[state], { words: unpublished[state], tone: 'badge-seal' }] : [slips[state]];
}

/** Whole days until an article in the trash is deleted; at least one. */
export function daysLeft(removedAt: string, now: number, daysInTrash: number) {
  return Math.max(1, Math.ceil((Date.parse(removedAt) + daysInTrash * dayLength - now) / dayLength));
}
