import { Icon } from '@mojian/ui/icon';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { type Choice, choices } from './choices.ts';
import { besidePoint, stepIn } from './menu-place.ts';

type Props = {
  label: string;
  items: Choice[];
  at: { x: number; y: number };
  /** What it is about stands out as long as it is open. */
  row: Element | null;
  /** For a finger it lies at the foot of a narrow window. */
  byTouch: boolean;
  choose: (choice: Choice) => void;
  close: () => void;
};

/** What may be done with a chat message. It lies above everything; Escape, Tab, a press beside and scrolling close it. */
export function ChatMenu({ label, items, at, row, byTouch, choose, close }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const menu = box.current;
    if (!menu) return;
    menu.showPopover();
    row?.setAttribute('data-menu', '');
    const { left, top } = besidePoint(at, menu.getBoundingClientRect(), { width: innerWidth, height: innerHeight });
    Object.assign(menu.style, { left: `${left}px`, top: `${top}px` });
    menu.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true });
    return () => row?.removeAttribute('data-menu');
  }, [at, row]);
  useClosing(box, close);
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(box.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
    const next = stepIn(buttons.length, buttons.indexOf(document.activeElement as HTMLElement), event.key);
    if (event.key === 'Escape' || event.key === 'Tab') close();
    else if (next !== undefined) buttons[next]?.focus();
    else if (event.key !== 'ContextMenu') return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={box}
      className={byTouch ? 'chat-menu by-touch' : 'chat-menu'}
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => event.preventDefault()}
    >
      {items.map((choice) => (
        <button
          key={choice}
          type="button"
          role="menuitem"
          className={isApart(items, choice) ? 'apart' : undefined}
          tabIndex={-1}
          onClick={() => choose(choice)}
        >
          <Icon name={choices[choice].icon} />
          <span>{choices[choice].words}</span>
        </button>
      ))}
    </div>
  );
}

/** A line stands between what is done with the words and what is done against them. */
function isApart(items: Choice[], choice: Choice) {
  const first = items.find((item) => against.includes(item));
  return choice === first && choice !== items[0];
}

const against: Choice[] = ['withdraw', 'remove', 'report', 'block', 'unblock', 'hide'];

function useClosing(box: React.RefObject<HTMLElement | null>, close: () => void) {
  const leave = useRef(close);
  leave.current = close;
  useLayoutEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const beside = ({ target }: Event) => !box.current?.contains(target as Node) && leave.current();
    document.addEventListener('pointerdown', beside, { signal, capture: true });
    document.addEventListener('wheel', beside, { signal, capture: true, passive: true });
    addEventListener('resize', () => leave.current(), { signal });
    addEventListener('blur', () => leave.current(), { signal });
    return () => ending.abort();
  }, [box]);
}
