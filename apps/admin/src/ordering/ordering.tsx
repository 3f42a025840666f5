import { Icon } from '@mojian/ui/icon';
import { Button } from 'antd';
import { useState } from 'react';
import { type Group, moveGroup, moveItem } from './move.ts';
import './ordering.css';

type Props<Item extends { id: number; name: string }> = {
  groups: Group<Item>[];
  onChange: (groups: Group<Item>[]) => void;
  /** Beside the name of a group, and beside an item. */
  groupActs?: (group: Group<Item>) => React.ReactNode;
  itemActs?: (item: Item) => React.ReactNode;
};

/** Groups with what stands in them, put in order by dragging, or by the buttons with the keyboard. */
export function Ordering<Item extends { id: number; name: string }>({ groups, onChange, ...acts }: Props<Item>) {
  const [dragged, setDragged] = useState<number>();
  const [told, setTold] = useState('');
  const move = (item: Item, by: 1 | -1) => {
    onChange(moveItem(groups, item.id, by));
    setTold(`「${item.name}」${by < 0 ? '上移' : '下移'}了一位`);
  };
  const drop = (group: number, before: number | undefined) => {
    if (dragged !== undefined && dragged !== before) onChange(placeBefore(groups, dragged, group, before));
    setDragged(undefined);
  };
  return (
    <div className="ordering">
      <p className="told" aria-live="polite">
        {told}
      </p>
      {groups.map((group, at) => (
        <section
          key={group.key}
          onDragOver={(event) => event.preventDefault()}
          onDrop={() => drop(at, undefined)}
          aria-label={group.name || '没有分组'}
        >
          <header>
            <h2>{group.name || '没有分组'}</h2>
            <Mover name={group.name || '没有分组'} onMove={(by) => onChange(moveGroup(groups, at, by))} />
            {acts.groupActs?.(group)}
          </header>
          <ul>
            {group.items.map((item) => (
              <li
                key={item.id}
                draggable
                className={dragged === item.id ? 'dragged' : undefined}
                onDragStart={() => setDragged(item.id)}
                onDragEnd={() => setDragged(undefined)}
                onDragOver={(event) => event.preventDefault()}
                onDrop={(event) => {
                  event.stopPropagation();
                  drop(at, item.id);
                }}
              >
                <Icon name="drag" />
                <span>{item.name}</span>
                <Mover name={item.name} onMove={(by) => move(item, by)} />
                {acts.itemActs?.(item)}
              </li>
            ))}
          </ul>
          {group.items.length === 0 && <p className="quiet">这一组还是空的，可以拖一个进来。</p>}
        </section>
      ))}
    </div>
  );
}

function placeBefore<Item extends { id: number; name: string }>(
  groups: Group<Item>[],
  id: number,
  group: number,
  before: number | undefined,
) {
  const item = groups.flatMap(({ items }) => items).find((one) => one.id === id);
  if (!item) return groups;
  return groups.map((one, at) => {
    const others = one.items.filter((other) => other.id !== id);
    if (at !== group) return { ...one, items: others };
    const found = others.findIndex((other) => other.id === before);
    return { ...one, items: others.toSpliced(found < 0 ? others.length : found, 0, item) };
  });
}

function Mover({ name, onMove }: { name: string; onMove: (by: 1 | -1) => void }) {
  return (
    <span className="mover">
      <Button
        type="text"
        size="small"
        aria-label={`上移 ${name}`}
        icon={<Icon name="up" />}
        onClick={() => onMove(-1)}
      />
      <Button
        type="text"
        size="small"
        aria-label={`下移 ${name}`}
        icon={<Icon name="down" />}
        onClick={() => onMove(1)}
      />
    </span>
  );
}
