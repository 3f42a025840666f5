import type { SeriesRow } from '@mojian/contract/admin/series';
import { useCallback } from 'react';
import { api } from '../http-api.ts';
import { OrderDialog } from '../ordering/order-dialog.tsx';

type Props = { series: SeriesRow; onClose: (isDone: boolean) => void };

const states = { draft: '草稿', pending: '待审核', scheduled: '定时', withdrawn: '已收回', refused: '已退回' };

/** Which article of a series is read first. */
export function OrderSeries({ series: { id, name }, onClose }: Props) {
  const load = useCallback(async () => {
    const items = await api.series.items({ query: { id } });
    return items.map(({ title, state, ...item }) => ({
      ...item,
      name: title || '（无题）',
      more: state !== 'published' && <small className="quiet">{states[state]}</small>,
    }));
  }, [id]);
  return (
    <OrderDialog
      title={`「${name}」的次序`}
      empty="还没有文章。写文章时在「专栏」里选它，就放进来了。"
      load={load}
      send={(ids) => api.series.order({ body: { id, ids } })}
      onClose={onClose}
    />
  );
}
