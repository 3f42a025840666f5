import { Icon } from '@mojian/ui/icon';
import { Button } from 'antd';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useDrag } from './drag.ts';
import { type Group, moveGroup, moveItem, placeItem } from './move.ts';
import './grouped-order.css';

type Props<Item extends { id: number; name: string }> = {
  list: RefObject<HTMLDivElement | null>;
  groups: Group<Item>[];
  onChange: (groups: Group<Item>[]) => void;
  /** Why nothing may be moved, or ''. */
  hint: string;
  groupActs?: (group: Group<Item>) => React.ReactNode;
  itemActs?: (item: Item) => React.ReactNode;
  itemNote?: (item: Item) => string;
};

export function GroupedOrder<Item extends { id: number; name: string }>(props: Props<Item>) {
  const { list, groups, onChange, hint, ...acts } = props;
  const [announcement, announce] = useState('');
  const move = (item: Item, by: 1 | -1) => {
    onChange(moveItem(groups, item.id, by));
    announce(`「${item.name}」${by < 0 ? '上移' : '下移'}了一位`);
  };
  useButtonFocus(groups);
  useDrag(list, {
    isFixed: hint !== '',
    onDrop(id, place) {
      const next = placeItem(groups, id, place);
      if (next === groups) return;
      onChange(next);
      announce(`「${nameOf(groups, id)}」放到了「${next[place.group]?.name || '没有分组'}」`);
    },
  });
  return (
    <div className="ordering" ref={list}>
      <p className="visually-hidden" aria-live="polite">
        {announcement}
      </p>
      {groups.map((group, at) => (
        <section key={group.key} data-drag-group="" aria-label={group.name || '没有分组'}>
          <header>
            <h2>{group.name || '没有分组'}</h2>
            <GroupMoveButtons
              hint={hint}
              name={group.name || '没有分组'}
              onMove={(by) => onChange(moveGroup(groups, at, by))}
            />
            {acts.groupActs?.(group)}
          </header>
          <ul>
            {group.items.map((item) => (
              <li key={item.id} data-drag-id={item.id}>
                {hint === '' && <DragHandle />}
                <span>
                  {item.name} {acts.itemNote && <small className="quiet">{acts.itemNote(item)}</small>}
                </span>
                <GroupMoveButtons hint={hint} name={item.name} onMove={(by) => move(item, by)} />
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

/** Moves the focus along with the button that moved an item. */
function useButtonFocus(groups: unknown) {
  const pressed = useRef('');
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      pressed.current =
        (target instanceof Element && target.closest('.ordering-mover button')?.getAttribute('aria-label')) || '';
    };
    addEventListener('focusin', note);
    return () => removeEventListener('focusin', note);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the order changes, which moves the button
  useEffect(() => {
    if (pressed.current === '' || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(`[aria-label="${CSS.escape(pressed.current)}"]`)?.focus();
  }, [groups]);
}

function nameOf(groups: Group<{ id: number; name: string }>[], id: number) {
  return groups.flatMap(({ items }) => items).find((item) => item.id === id)?.name;
}

type GroupMoveProps = { name: string; hint: string; onMove: (by: 1 | -1) => void };

function GroupMoveButtons({ name, hint, onMove }: GroupMoveProps) {
  const shared = { type: 'text', size: 'small', disabled: hint !== '', title: hint } as const;
  return (
    <span className="ordering-mover">
      <Button {...shared} aria-label={`上移 ${name}`} icon={<Icon name="down" />} onClick={() => onMove(-1)} />
      <Button {...shared} aria-label={`下移 ${name}`} icon={<Icon name="down" />} onClick={() => onMove(1)} />
    </span>
  );
}

/** Touch drags only here; elsewhere it scrolls. The buttons beside it serve the keyboard. */
export function DragHandle() {
  return (
    <span className="drag-handle" aria-hidden="true">
      <Icon name="drag" />
    </span>
  );
}
