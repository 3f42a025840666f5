import { Icon } from '@mojian/ui/icon';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { DragHandle } from './drag-handle.tsx';
import { moveBefore } from './move.ts';
import { useDrag } from './use-drag.ts';
import './order-list.css';

type Item = { id: number; name: string; more?: React.ReactNode };
type Props = {
  items: Item[];
  onChange: (ids: number[]) => void;
  /** With it each has a button that takes it out. */
  onRemove?: (id: number) => void;
  isFixed?: boolean;
};

/** One row of things put in order: by dragging, or step by step with the buttons. */
export function OrderList({ items, onChange, onRemove, isFixed = false }: Props) {
  const [told, setTold] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const ids = items.map(({ id }) => id);
  const place = (next: number[], id: number) => {
    onChange(next);
    setTold(`「${items[ids.indexOf(id)]?.name}」到了第 ${next.indexOf(id) + 1} 位`);
  };
  const move = ({ id }: Item, at: number) => {
    const others = ids.filter((one) => one !== id);
    place(others.toSpliced(at, 0, id), id);
  };
  const take = ({ id, name }: Item) => {
    onRemove?.(id);
    setTold(`已移除「${name}」`);
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
      <p className="order-told" aria-live="polite">
        {told}
      </p>
      <ol className="order-list" ref={list}>
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
      className={`step-${name}`}
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
