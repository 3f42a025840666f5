import { Icon } from '@mojian/ui/icon';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { type Group, moveGroup, moveItem } from './move.ts';
import './ordering.css';

type Props<Item extends { id: number; name: string }> = {
  groups: Group<Item>[];
  onChange: (groups: Group<Item>[]) => void;
  /** Why nothing may be moved, or ''. */
  hint: string;
  /** Beside the name of a group, and beside an item. */
  groupActs?: (group: Group<Item>) => React.ReactNode;
  itemActs?: (item: Item) => React.ReactNode;
  /** Quiet words after its name. */
  itemNote?: (item: Item) => string;
};

/** Groups with what stands in them, put in order by dragging, or by the buttons with the keyboard. */
export function Ordering<Item extends { id: number; name: string }>({ groups, onChange, hint, ...acts }: Props<Item>) {
  const [dragged, setDragged] = useState<number>();
  const [told, setTold] = useState('');
  const move = (item: Item, by: 1 | -1) => {
    onChange(moveItem(groups, item.id, by));
    setTold(`「${item.name}」${by < 0 ? '上移' : '下移'}了一位`);
  };
  useKeptFocus(groups);
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
            <Mover hint={hint} name={group.name || '没有分组'} onMove={(by) => onChange(moveGroup(groups, at, by))} />
            {acts.groupActs?.(group)}
          </header>
          <ul>
            {group.items.map((item) => (
              <li
                key={item.id}
                draggable={hint === ''}
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
                <span>
                  {item.name} {acts.itemNote && <small className="quiet">{acts.itemNote(item)}</small>}
                </span>
                <Mover hint={hint} name={item.name} onMove={(by) => move(item, by)} />
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

/** What is moved takes the focus with it: the button that moved it moves on. */
function useKeptFocus(groups: unknown) {
  const pressed = useRef('');
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      pressed.current =
        (target instanceof Element && target.closest('.mover button')?.getAttribute('aria-label')) || '';
    };
    addEventListener('focusin', note);
    return () => removeEventListener('focusin', note);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: they stand elsewhere now
  useEffect(() => {
    if (pressed.current === '' || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(`[aria-label="${CSS.escape(pressed.current)}"]`)?.focus();
  }, [groups]);
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

type MoverProps = { name: string; hint: string; onMove: (by: 1 | -1) => void };

function Mover({ name, hint, onMove }: MoverProps) {
  const shared = { type: 'text', size: 'small', disabled: hint !== '', title: hint } as const;
  return (
    <span className="mover">
      <Button {...shared} aria-label={`上移 ${name}`} icon={<Icon name="down" />} onClick={() => onMove(-1)} />
      <Button {...shared} aria-label={`下移 ${name}`} icon={<Icon name="down" />} onClick={() => onMove(1)} />
    </span>
  );
}
