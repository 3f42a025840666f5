import type { CategoryRow } from '@mojian/contract/admin/categories';
import { App, Button, Empty, Table } from 'antd';
import { useRef, useState } from 'react';
import { useLoaderData, useRevalidator } from 'react-router';
import { api } from '../http-api.ts';
import { Written } from '../listing/written.tsx';
import { DragHandle } from '../ordering/drag-handle.tsx';
import { moveBefore } from '../ordering/move.ts';
import { useDrag } from '../ordering/use-drag.ts';
import { useOffice } from '../shell/use-office.ts';
import { wordsOf } from '../words-of.ts';
import { CategoryForm } from './category-form.tsx';
import { RemoveCategory } from './remove-category.tsx';
import { RowActs } from './row-acts.tsx';
import '../listing/listing.css';
import '../ordering/order-list.css';
import './categories.css';

export const loader = () => api.categories.list();

/** The categories in the owner's order, to make, change, put in order and delete. */
export function Component() {
  const categories = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  const isDemo = useOffice().role === 'demo';
  const [edited, setEdited] = useState<CategoryRow | 'new'>();
  const [removed, setRemoved] = useState<CategoryRow>();

  const close = async (isDone = true) => {
    setEdited(undefined);
    setRemoved(undefined);
    if (isDone) await revalidate();
  };
  const { list, move } = useOrder(categories, isDemo);

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
        <Table<CategoryRow>
          rowKey="id"
          onRow={({ id }) => ({ 'data-drag-id': id }) as object}
          pagination={false}
          dataSource={categories}
          locale={{ emptyText: <Empty description="还没有分类" /> }}
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
              title: '动作',
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
function useOrder(categories: CategoryRow[], isFixed: boolean) {
  const { revalidate } = useRevalidator();
  const { message } = App.useApp();
  const list = useRef<HTMLElement>(null);
  const ids = categories.map(({ id }) => id);
  const order = async (next: number[]) => {
    await api.categories.order({ body: { ids: next } }).catch((error: unknown) => void message.warning(wordsOf(error)));
    await revalidate();
  };
  useDrag(list, { isFixed, onDrop: (id, { before }) => void order(moveBefore(ids, id, before)) });
  const move = (at: number, by: number) => order(ids.toSpliced(at, 1).toSpliced(at + by, 0, ...ids.slice(at, at + 1)));
  return { list, move };
}
