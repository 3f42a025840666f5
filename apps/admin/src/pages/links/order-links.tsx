import { Button, Empty, Result } from 'antd';
import { useRef } from 'react';
import { api } from '../../platform/http-api.ts';
import { LinkButton } from '../../platform/listing/actions.tsx';
import { UpdateNotice } from '../../platform/listing/use-listing.tsx';
import { GroupedOrder } from '../../platform/ordering/grouped-order.tsx';
import type { Group } from '../../platform/ordering/move.ts';
import { useOrdered } from '../../platform/ordering/use-ordered.ts';
import { demoHint, useOffice } from '../../platform/shell/office.tsx';

type Item = { id: number; name: string };

const linkOrder = {
  queryKey: ['links', 'order'],
  load: async (): Promise<Group<Item>[]> =>
    (await api.links.order()).map(({ name, links }) => ({ key: name, name, items: links })),
  follows: ['links'] as const,
};

export function Component() {
  const isDemo = useOffice().role === 'demo';
  const list = useRef<HTMLDivElement>(null);
  const { shown: groups, failure, reload, order, ...news } = useOrdered(linkOrder, list);

  const save = (next: Group<Item>[]) => {
    const body = { groups: next.map(({ name, items }) => ({ name, ids: items.map(({ id }) => id) })) };
    order(next, () => api.links.arrange({ body }));
  };
  if (failure) return <Result status="warning" title={failure} extra={<Button onClick={reload}>重试</Button>} />;
  return (
    <>
      <div className="page-head">
        <h1>友链的顺序</h1>
        <p>拖动，或用上移下移；排好就生效。分组在友链的编辑里改。</p>
        <div className="page-acts">
          <LinkButton to="/links">返回友链</LinkButton>
        </div>
      </div>
      {groups?.length === 0 && <Empty description="还没有友链" />}
      <UpdateNotice isDue={news.hasUpdates} catchUp={news.catchUp} />
      {groups && <GroupedOrder list={list} groups={groups} onChange={save} hint={isDemo ? demoHint : ''} />}
    </>
  );
}
