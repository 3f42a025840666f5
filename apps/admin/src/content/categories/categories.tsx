import type { CategoryRow } from '@mojian/contract/content/categories-admin';
import { Button, Empty, Result, Table } from 'antd';
import { useRef, useState } from 'react';
import { api } from '../../platform/http-api.ts';
import { Later } from '../../platform/listing/later.tsx';
import { Written } from '../../platform/listing/written.tsx';
import { DragHandle } from '../../platform/ordering/drag-handle.tsx';
import { moveBefore } from '../../platform/ordering/move.ts';
import { useDrag } from '../../platform/ordering/use-drag.ts';
import { useOrdered } from '../../platform/ordering/use-ordered.ts';
import { useOffice } from '../../platform/shell/use-office.ts';
import { CategoryForm } from './category-form.tsx';
import { RemoveCategory } from './remove-category.tsx';
import { RowActs } from './row-acts.tsx';
import '../../platform/listing/listing.css';
import '../../platform/ordering/order-list.css';
import './categories.css';

const load = () => api.categories.list();

/** The categories in the owner's order, to make, change, put in order and delete. */
export function Component() {
  const isDemo = useOffice().role === 'demo';
  const [edited, setEdited] = useState<CategoryRow | 'new'>();
  const [removed, setRemoved] = useState<CategoryRow>();

  const { list, categories, isLoading, failure, reload, move, ...news } = useOrder(isDemo);
  const close = (isDone = true) => {
    setEdited(undefined);
    setRemoved(undefined);
    if (isDone) void reload();
  };

  return (
    <>
      <div className="page-head">
        <h1>分类</h1>
        <p>共 {categories.length} 个，读者只看到有文章的</p>
        <div className="page-acts">
          <Button
            type="primary"
            disabled={isDemo}
            title={isDemo ? '演示模式，不允许操作' : undefined}
            onClick={() => setEdited('new')}
          >
            新建分类
          </Button>
        </div>
      </div>
      <section className="listing categories" ref={list}>
        <Later isDue={news.isLater} catchUp={news.catchUp} />
        {failure && <Result status="warning" title={failure} extra={<Button onClick={reload}>重试</Button>} />}
        <Table<CategoryRow>
          loading={isLoading}
          rowKey="id"
          onRow={({ id }) => ({ 'data-drag-id': id }) as object}
          pagination={false}
          dataSource={categories}
          locale={{ emptyText: isLoading || failure ? ' ' : <Empty description="还没有分类" /> }}
          columns={[
            {
              ...{ key: 'name', title: '名字', className: 'name' },
              render: (_, { name }) => (
                <>
                  {!isDemo && <DragHandle />}
                  <b>{name}</b>
                </>
              ),
            },
            {
              ...{ key: 'intro', title: '简介', className: 'intro' },
              render: (_, { intro }) => <Written text={intro || '—'} />,
            },
            {
              ...{ key: 'articles', title: '文章', className: 'number', align: 'right' as const },
              render: (_, { articles }) => `${articles.toLocaleString('zh-CN')} 篇`,
            },
            {
              key: 'acts',
              title: '操作',
              className: 'acts',
              align: 'right',
              render: (_, row, at) => (
                <RowActs
                  {...{ row, at, isDemo }}
                  isLast={at === categories.length - 1}
                  move={(by) => move(at, by)}
                  edit={() => setEdited(row)}
                  remove={() => setRemoved(row)}
                />
              ),
            },
          ]}
        />
      </section>
      {edited && <CategoryForm category={edited === 'new' ? undefined : edited} onClose={close} />}
      {removed && <RemoveCategory category={removed} all={categories} onClose={close} />}
    </>
  );
}

/** The place of each is changed at once: by dragging, or a step up or down. */
function useOrder(isFixed: boolean) {
  const list = useRef<HTMLElement>(null);
  const { shown, order, ...ordered } = useOrdered(load, list);
  const categories = shown ?? [];
  const ids = categories.map(({ id }) => id);
  const put = (next: number[]) => {
    if (next.join() === ids.join()) return;
    const rows = next.flatMap((id) => categories.find((row) => row.id === id) ?? []);
    order(rows, () => api.categories.order({ body: { ids: next } }));
  };
  useDrag(list, { isFixed, onDrop: (id, { before }) => put(moveBefore(ids, id, before)) });
  const move = (at: number, by: number) => put(ids.toSpliced(at, 1).toSpliced(at + by, 0, ...ids.slice(at, at + 1)));
  return { ...ordered, list, categories, isLoading: !shown && !ordered.failure, move };
}
