import { Button, Empty, Result } from 'antd';
import { useRef } from 'react';
import { api } from '../../platform/http-api.ts';
import { Later } from '../../platform/listing/later.tsx';
import { LinkButton } from '../../platform/listing/link-button.tsx';
import { demoHint } from '../../platform/listing/row-acts.tsx';
import type { Group } from '../../platform/ordering/move.ts';
import { Ordering } from '../../platform/ordering/ordering.tsx';
import { useOrdered } from '../../platform/ordering/use-ordered.ts';
import { useOffice } from '../../platform/shell/use-office.ts';

type Item = { id: number; name: string };

const loadGroups = async (): Promise<Group<Item>[]> =>
  (await api.links.order()).map(({ name, links }) => ({ key: name, name, items: links }));

/** Which group of friends comes first, and who in it. */
export function Component() {
  const isDemo = useOffice().role === 'demo';
  const list = useRef<HTMLDivElement>(null);
  const { shown: groups, failure, reload, order, ...news } = useOrdered(loadGroups, list);

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
      <Later isDue={news.isLater} catchUp={news.catchUp} />
      {groups && <Ordering list={list} groups={groups} onChange={save} hint={isDemo ? demoHint : ''} />}
    </>
  );
}
