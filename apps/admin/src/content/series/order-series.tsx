import type { SeriesItem, SeriesRow } from '@mojian/contract/content/series-admin';
import { useCallback } from 'react';
import { api } from '../../platform/http-api.ts';
import { OrderDialog, type OrderedItem } from '../../platform/ordering/order-dialog.tsx';
import { states } from '../articles/words.ts';
import { PickArticle } from './pick-article.tsx';

type Props = { series: SeriesRow; onClose: (isDone: boolean) => void };

/** What stands in a series, and which is read first: to put in order, to add to, to take out of. */
export function OrderSeries({ series: { id, name, author }, onClose }: Props) {
  const load = useCallback(async () => (await api.series.items({ query: { id } })).map(listed), [id]);
  return (
    <OrderDialog
      title={`「${name}」里的文章`}
      empty={`还没有文章。在上面找${author.nickname}的文章添加进来。`}
      load={load}
      send={(ids, before) => api.series.arrange({ body: { id, ids, before } })}
      picker={(taken, add) => (
        <PickArticle seriesId={id} author={author.nickname} taken={taken} onPick={(item) => add(listed(item))} />
      )}
      onClose={onClose}
    />
  );
}

function listed({ id, title, state }: SeriesItem): OrderedItem {
  return {
    ...{ id, name: title || '（无标题）' },
    more: state !== 'published' && <small className="quiet">{states[state]}</small>,
  };
}
