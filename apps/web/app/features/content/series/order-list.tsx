import { Icon } from '@mojian/ui/icon';
import { moved } from '@mojian/ui/moved';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

type Item = { id: number; title: string; published: boolean };

type Props = {
  name: string;
  items: Item[];
  save: (ids: number[]) => Promise<unknown>;
  again: () => void;
};

/** A sortable list: by mouse, buttons, or arrow keys on a row's handle. */
export function OrderList({ name, items, save, again }: Props) {
  const { order, show, keep } = useOrder(items, save, again);
  const [held, setHeld] = useState<number>();
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const focused = useRef<string>(undefined);
  // reordering may remount a row, which loses its focus
  useEffect(() => {
    if (focused.current) list.current?.querySelector<HTMLElement>(focused.current)?.focus();
    focused.current = undefined;
  });

  const move = (from: number, to: number, by: string) => {
    if (to < 0 || to >= order.length) return;
    const item = order[from];
    focused.current = `[data-id="${item?.id}"] .order-list-${by}`;
    keep(moved(order, from, to));
    setSaid(`《${item?.title}》移到第 ${to + 1} 篇`);
  };
  const dragOver = (over: number) => {
    const from = order.findIndex(({ id }) => id === held);
    if (from >= 0 && from !== over) show(moved(order, from, over));
  };
  return (
    <>
      <ol className="order-list" ref={list} aria-label={`「${name}」的顺序`}>
        {order.map((item, index) => (
          <li
            key={item.id}
            data-id={item.id}
            data-held={item.id === held || undefined}
            draggable={order.length > 1}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              setHeld(item.id);
            }}
            onDragOver={(event) => {
              if (held === undefined) return;
              event.preventDefault();
              dragOver(index);
            }}
            onDrop={(event) => event.preventDefault()}
            onDragEnd={() => {
              setHeld(undefined);
              keep(order);
            }}
          >
            <Row item={item} index={index} last={order.length - 1} move={(to, by) => move(index, to, by)} />
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  );
}

type RowProps = { item: Item; index: number; last: number; move: (to: number, by: string) => void };

function Row({ item: { title, published }, index, last, move }: RowProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(to, 'handle');
  };
  return (
    <>
      <button
        className="icon-button order-list-handle"
        type="button"
        aria-label={`《${title}》，第 ${index + 1} 篇，用上下箭头移动`}
        onKeyDown={onKeyDown}
      >
        <Icon name="menu" />
      </button>
      <span className="order-list-title">
        {title || '无标题'}
        {!published && <span className="badge">没有公开</span>}
      </span>
      <Step words={`上移：${title}`} by="up" isOff={index === 0} go={() => move(index - 1, 'up')} />
      <Step words={`下移：${title}`} by="down" isOff={index === last} go={() => move(index + 1, 'down')} />
    </>
  );
}

type StepProps = { words: string; by: 'up' | 'down'; isOff: boolean; go: () => void };

function Step({ words, by, isOff, go }: StepProps) {
  return (
    <button
      className={`icon-button order-list-${by}`}
      type="button"
      aria-label={words}
      aria-disabled={isOff}
      onClick={go}
    >
      <Icon name="down" />
    </button>
  );
}

/**
 * An order saved on each change: one request at a time, and of the queued ones only the newest. A refused one rolls
 * back to the server's order.
 */
function useOrder<Item extends { id: number }>(
  items: Item[],
  save: (ids: number[]) => Promise<unknown>,
  again: () => void,
) {
  const [changed, setChanged] = useState<number[]>();
  const saving = useRef(false);
  const waiting = useRef<Item[]>(undefined);
  const order = changed ? inOrder(items, changed) : items;

  const send = async (wanted: Item[]) => {
    waiting.current = wanted;
    if (saving.current) return;
    saving.current = true;
    try {
      while (waiting.current) {
        const next: Item[] = waiting.current;
        waiting.current = undefined;
        await save(next.map(({ id }) => id));
      }
    } catch {
      waiting.current = undefined;
      setChanged(undefined);
      again();
    } finally {
      saving.current = false;
    }
  };
  return {
    order,
    /** Shows a provisional order, as while dragging. */
    show: (wanted: Item[]) => setChanged(wanted.map(({ id }) => id)),
    keep: (wanted: Item[]) => {
      setChanged(wanted.map(({ id }) => id));
      void send(wanted);
    },
  };
}

/** With items added or removed meanwhile, the server's order holds. */
function inOrder<Item extends { id: number }>(items: Item[], ids: number[]) {
  const known = new Map(items.map((item) => [item.id, item]));
  const ordered = ids.flatMap((id) => known.get(id) ?? []);
  return ordered.length === items.length ? ordered : items;
}
