import type { ArticleAct, ArticleCounts, ArticleRow } from '@mojian/contract/content/articles-admin';
import { App, Button } from 'antd';
import { useCallback, useState } from 'react';
import { useLoaderData, useSearchParams } from 'react-router';
import { api } from '../../platform/http-api.ts';
import { Listing } from '../../platform/listing/listing.tsx';
import { useOffice } from '../../platform/shell/use-office.ts';
import { columnsOf, csv } from './columns.tsx';
import { exportFiles } from './export-files.ts';
import { filtersOf, tabsOf } from './filters.ts';
import { History } from './history.tsx';
import { ImportFiles } from './import-files.tsx';
import { OrderCarousel } from './order-carousel.tsx';
import { Review } from './review.tsx';
import { useAsk } from './use-ask.tsx';
import { actsIn } from './words.ts';
import './articles.css';
import { wordsOf } from '../../platform/words-of.ts';

/** What the list may be filtered by. */
export const loader = () => api.articles.choices();
/** Not again with every filter. */
export const shouldRevalidate = () => false;

export function Component() {
  const choices = useLoaderData<typeof loader>();
  const { message } = App.useApp();
  const isDemo = useOffice().role === 'demo';
  const tab = useSearchParams()[0].get('state') ?? 'all';
  const [reviewed, review] = useReviewed();
  const [counts, setCounts] = useState<ArticleCounts>();
  const ask = useAsk(choices.categories);
  const [isOrdering, setOrdering] = useState(false);
  const [past, setPast] = useState<ArticleRow>();
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((now) => now + 1), []);
  const load = useCallback(async (asked: Parameters<typeof api.articles.list>[0]) => {
    const { data, extra } = await api.articles.list(asked);
    setCounts(extra);
    return data;
  }, []);

  const act = async (ids: number[], name: string, isConfirmed: boolean) => {
    if (name === 'export') return exportFiles(ids);
    const more = await ask(name as ArticleAct, { isConfirmed });
    return more && api.articles.act({ body: { ids, act: name as ArticleAct, ...more } });
  };
  const runOne = async (id: number, name: ArticleAct) => {
    const result = await act([id], name, false).catch((error: unknown) => void message.error(wordsOf(error)));
    if (!result) return;
    if (result.failed[0]) message.warning(result.failed[0].why);
    else message.success('已完成');
    reload();
  };
  const closeHistory = (isChanged: boolean) => {
    setPast(undefined);
    if (isChanged) reload();
  };
  return (
    <div className="articles">
      <Listing<ArticleRow>
        name="文章"
        title="文章"
        none="还没有文章，点「写文章」写第一篇"
        load={load}
        round={round}
        act={(ids, name) => act(ids, name, true)}
        acts={actsIn(tab)}
        tabs={tabsOf(counts)}
        filters={filtersOf(choices)}
        columns={columnsOf({ tab, isDemo, review, showHistory: setPast, run: runOne })}
        csv={csv}
        extra={
          <>
            <Button onClick={() => setOrdering(true)}>轮播顺序</Button>
            <ImportFiles isDemo={isDemo} onDone={reload} />
            <Button href="/newposts" type="primary">
              写文章
            </Button>
          </>
        }
      />
      {past && <History {...past} onClose={closeHistory} />}
      {isOrdering && <OrderCarousel onClose={() => setOrdering(false)} />}
      <Review id={reviewed} isDemo={isDemo} go={review} onDecided={reload} />
    </div>
  );
}

/** What is read for review stands in the address. */
function useReviewed() {
  const [address, setAddress] = useSearchParams();
  const review = (id: number | undefined) =>
    setAddress((before) => {
      const next = new URLSearchParams(before);
      id === undefined ? next.delete('review') : next.set('review', String(id));
      return next;
    });
  return [Number(address.get('review')) || undefined, review] as const;
}
