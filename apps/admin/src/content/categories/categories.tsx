import type { CategoryRow } from '@mojian/contract/content/categories';
import { Icon } from '@mojian/ui/icon';
import { App, Button, Empty, Modal, Result, Select, Table } from 'antd';
import type { ColumnType } from 'antd/es/table';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { api, errorText } from '../../platform/http-api.ts';
import { LongText } from '../../platform/listing/cells.tsx';
import { UpdateNotice } from '../../platform/listing/use-listing.tsx';
import { useDrag } from '../../platform/ordering/drag.ts';
import { DragHandle } from '../../platform/ordering/grouped-order.tsx';
import { moveBefore } from '../../platform/ordering/move.ts';
import { useOrdered } from '../../platform/ordering/use-ordered.ts';
import { useOffice } from '../../platform/shell/office.tsx';
import '../../platform/listing/actions.css';
import '../../platform/listing/listing.css';
import '../../platform/ordering/order-dialog.css';
import './categories.css';
import { CategoryForm } from './category-form.tsx';

const categoryOrder = {
  queryKey: ['categories'],
  load: () => api.categories.list(),
  follows: ['taxonomy', 'articles'] as const,
};

export function Component() {
  const isDemo = useOffice().role === 'demo';
  const [edited, setEdited] = useState<CategoryRow | 'new'>();
  const [removed, setRemoved] = useState<CategoryRow>();

  const { list, categories, isLoading, failure, reload, move, ...news } = useCategoryOrder(isDemo);
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
        <UpdateNotice isDue={news.hasUpdates} catchUp={news.catchUp} />
        {failure && <Result status="warning" title={failure} extra={<Button onClick={reload}>重试</Button>} />}
        <Table<CategoryRow>
          loading={isLoading}
          rowKey="id"
          onRow={({ id }) => ({ 'data-drag-id': id }) as object}
          pagination={false}
          dataSource={categories}
          locale={{ emptyText: isLoading || failure ? ' ' : <Empty description="还没有分类" /> }}
          columns={categoryColumns({ isDemo, count: categories.length, move, edit: setEdited, remove: setRemoved })}
        />
      </section>
      {edited && <CategoryForm category={edited === 'new' ? undefined : edited} onClose={close} />}
      {removed && <RemoveCategory category={removed} all={categories} onClose={close} />}
    </>
  );
}

type ColumnOptions = {
  isDemo: boolean;
  count: number;
  move: (at: number, by: number) => void;
  edit: (row: CategoryRow) => void;
  remove: (row: CategoryRow) => void;
};

function categoryColumns({ isDemo, count, move, edit, remove }: ColumnOptions): ColumnType<CategoryRow>[] {
  return [
    {
      key: 'name',
      title: '名字',
      className: 'categories-name',
      render: (_, { name }) => (
        <>
          {!isDemo && <DragHandle />}
          <b>{name}</b>
        </>
      ),
    },
    {
      key: 'intro',
      title: '简介',
      className: 'categories-intro',
      render: (_, { intro }) => <LongText text={intro || '—'} />,
    },
    {
      key: 'articles',
      title: '文章',
      className: 'categories-number',
      align: 'right' as const,
      render: (_, { articles }) => `${articles.toLocaleString('zh-CN')} 篇`,
    },
    {
      key: 'acts',
      title: '操作',
      className: 'listing-acts',
      align: 'right',
      render: (_, row, at) => (
        <CategoryActions
          row={row}
          at={at}
          isDemo={isDemo}
          isLast={at === count - 1}
          move={(by) => move(at, by)}
          edit={() => edit(row)}
          remove={() => remove(row)}
        />
      ),
    },
  ];
}

/** Saves the order at once, after a drag or a step up or down. */
function useCategoryOrder(isFixed: boolean) {
  const list = useRef<HTMLElement>(null);
  const { shown, order, ...ordered } = useOrdered(categoryOrder, list);
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

type Props = {
  row: CategoryRow;
  at: number;
  isLast: boolean;
  isDemo: boolean;
  move: (by: number) => void;
  edit: () => void;
  remove: () => void;
};

function CategoryActions({ row: { id, name }, at, isLast, isDemo, move, edit, remove }: Props) {
  const hint = isDemo ? { disabled: true, title: '演示模式，不允许操作' } : {};
  const quiet = { type: 'text', size: 'small', ...hint } as const;
  return (
    <span className="row-acts">
      <Button
        {...quiet}
        className="move-up"
        icon={<Icon name="down" />}
        aria-label={`上移：${name}`}
        disabled={isDemo || at === 0}
        onClick={() => move(-1)}
      />
      <Button
        {...quiet}
        icon={<Icon name="down" />}
        aria-label={`下移：${name}`}
        disabled={isDemo || isLast}
        onClick={() => move(1)}
      />
      <Link to={`/articles?categoryId=${id}`}>文章</Link>
      <button type="button" {...hint} onClick={edit}>
        编辑
      </button>
      <button type="button" {...hint} onClick={remove}>
        删除
      </button>
    </span>
  );
}

type RemoveCategoryProps = { category: CategoryRow; all: CategoryRow[]; onClose: () => void };

function RemoveCategory({ category: { id, name, articles }, all, onClose }: RemoveCategoryProps) {
  const { message } = App.useApp();
  const [to, setTo] = useState(0);
  const remove = async () => {
    try {
      const { moved } = await api.categories.remove({ query: { id, ...(to > 0 && { to }) } });
      message.success(moved > 0 ? `已删除，${moved} 篇文章已移走` : '已删除');
    } catch (error) {
      message.warning(errorText(error));
    }
    onClose();
  };
  const others = all.filter((one) => one.id !== id).map((one) => ({ value: one.id, label: `移到「${one.name}」` }));
  return (
    <Modal
      open
      title={`删除分类「${name}」`}
      okText="删除"
      okButtonProps={{ danger: true }}
      onOk={remove}
      onCancel={onClose}
    >
      <p>{articles > 0 ? `其中的 ${articles} 篇文章都保留：` : '没有文章在其中；草稿里写着它的，也跟着改：'}</p>
      <Select
        aria-label="其中的文章"
        className="dialog-choice"
        value={to}
        options={[{ value: 0, label: '未分类' }, ...others]}
        onChange={setTo}
      />
    </Modal>
  );
}
