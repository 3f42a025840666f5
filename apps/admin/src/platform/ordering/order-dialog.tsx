import { Icon } from '@mojian/ui/icon';
import { App, Button, Modal, Result, Skeleton } from 'antd';
import { useRef, useState } from 'react';
import { errorText } from '../http-api.ts';
import { useAnswer } from '../query.ts';
import { demoHint, useOffice } from '../shell/office.tsx';
import { useDrag } from './drag.ts';
import { DragHandle } from './grouped-order.tsx';
import { isOrderOutdated, moveBefore } from './move.ts';
import './order-dialog.css';

export type OrderedItem = { id: number; name: string; more?: React.ReactNode };
type Props = {
  title: string;
  empty: string;
  note?: string;
  load: () => Promise<OrderedItem[]>;
  /** `before`: the ids as loaded. */
  send: (ids: number[], before: number[]) => Promise<unknown>;
  picker?: (taken: number[], add: (item: OrderedItem) => void) => React.ReactNode;
  onClose: (isDone: boolean) => void;
};

/** Orders, adds and removes a few things; nothing changes before it is saved. */
export function OrderDialog({ title, empty, note, load, send, picker, onClose }: Props) {
  const { message } = App.useApp();
  const isDemo = useOffice().role === 'demo';
  const { answer, failure, reload } = useAnswer(['order', title], load);
  const [changed, setChanged] = useState<OrderedItem[]>();
  const [isSaving, setSaving] = useState(false);

  const save = async () => {
    if (!changed || !answer) return onClose(false);
    setSaving(true);
    try {
      await send(idsOf(changed), idsOf(answer));
      message.success('已保存');
      onClose(true);
    } catch (error) {
      message.warning(errorText(error));
      if (isOrderOutdated(error)) {
        setChanged(undefined);
        reload();
      }
    }
    setSaving(false);
  };
  const items = changed ?? answer ?? [];
  const order = (ids: number[]) => setChanged(ids.flatMap((id) => items.filter((item) => item.id === id)));
  const remove = (id: number) => setChanged(items.filter((item) => item.id !== id));
  return (
    <Modal
      open
      title={title}
      okText="保存"
      confirmLoading={isSaving}
      okButtonProps={{ disabled: isDemo || !changed, ...(isDemo && { title: demoHint }) }}
      maskClosable={false}
      onOk={save}
      cancelButtonProps={{ disabled: isSaving }}
      onCancel={() => !isSaving && onClose(false)}
    >
      {failure && <Result status="warning" title={failure} extra={<Button onClick={reload}>重试</Button>} />}
      {!answer && !failure && <Skeleton active />}
      {answer && !isDemo && picker?.(idsOf(items), (item) => setChanged([...items, item]))}
      {answer && items.length === 0 && <p className="quiet">{empty}</p>}
      {items.length > 0 && note && <p className="quiet">{note}</p>}
      {items.length > 0 && (
        <OrderList items={items} isFixed={isDemo} onChange={order} {...(picker && { onRemove: remove })} />
      )}
    </Modal>
  );
}

function idsOf(items: OrderedItem[]) {
  return items.map(({ id }) => id);
}

type Item = { id: number; name: string; more?: React.ReactNode };
type OrderListProps = {
  items: Item[];
  onChange: (ids: number[]) => void;
  onRemove?: (id: number) => void;
  isFixed?: boolean;
};

function OrderList({ items, onChange, onRemove, isFixed = false }: OrderListProps) {
  const [announcement, announce] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const ids = items.map(({ id }) => id);
  const place = (next: number[], id: number) => {
    onChange(next);
    announce(`「${items[ids.indexOf(id)]?.name}」到了第 ${next.indexOf(id) + 1} 位`);
  };
  const move = ({ id }: Item, at: number) => {
    const others = ids.filter((one) => one !== id);
    place(others.toSpliced(at, 0, id), id);
  };
  const take = ({ id, name }: Item) => {
    onRemove?.(id);
    announce(`已移除「${name}」`);
  };
  useDrag(list, {
    isFixed,
    onDrop(id, { before }) {
      const next = moveBefore(ids, id, before);
      if (next.join() !== ids.join()) place(next, id);
    },
  });
  return (
    <>
      <p className="visually-hidden" aria-live="polite">
        {announcement}
      </p>
      <ol className="rows order-dialog-list" ref={list}>
        {items.map((item, at) => (
          <li key={item.id} data-drag-id={item.id}>
            {!isFixed && <DragHandle />}
            <span>{item.name}</span>
            {item.more}
            <Step name="up" item={item} isOff={isFixed || at === 0} onStep={() => move(item, at - 1)} />
            <Step name="down" item={item} isOff={isFixed || at === ids.length - 1} onStep={() => move(item, at + 1)} />
            {onRemove && <TakeOut item={item} isOff={isFixed} onTake={() => take(item)} />}
          </li>
        ))}
      </ol>
    </>
  );
}

type StepProps = { name: 'up' | 'down'; item: Item; isOff: boolean; onStep: () => void };

function Step({ name, item, isOff, onStep }: StepProps) {
  return (
    <Button
      type="text"
      size="small"
      aria-label={`${name === 'up' ? '上移' : '下移'}：${item.name}`}
      className={`move-${name}`}
      icon={<Icon name="down" />}
      disabled={isOff}
      onClick={onStep}
    />
  );
}

function TakeOut({ item, isOff, onTake }: { item: Item; isOff: boolean; onTake: () => void }) {
  return (
    <Button
      type="text"
      size="small"
      aria-label={`移除：${item.name}`}
      icon={<Icon name="x" />}
      disabled={isOff}
      onClick={onTake}
    />
  );
}
