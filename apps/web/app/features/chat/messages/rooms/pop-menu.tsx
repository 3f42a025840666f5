import { type KeyboardEvent, type MouseEvent, type PointerEvent, useLayoutEffect, useRef } from 'react';

export type MenuEntry = { words: string; run: () => void; isDestructive?: boolean };

/** Anchor of the menu: below the right end of an element, or at the pointer. */
export type MenuPlace = { right: number; top: number; bottom: number } | { x: number; y: number };

type Props = { label: string; entries: MenuEntry[]; place: MenuPlace; close: () => void };

const margin = 8;

/** A menu in the top layer. Arrows move; Escape or a press outside closes it and returns the focus. */
export function PopMenu({ label, entries, place, close }: Props) {
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const shown = menu.current;
    if (!shown) return;
    const trigger = document.activeElement as HTMLElement | null;
    shown.showPopover();
    placeMenu(shown, place);
    shown.querySelector('button')?.focus();
    return () => {
      const isWithin = shown.contains(document.activeElement) || document.activeElement === document.body;
      if (shown.matches(':popover-open')) shown.hidePopover();
      if (isWithin && trigger?.isConnected) trigger.focus();
    };
  }, [place]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form controls, not menu buttons
    <div
      ref={menu}
      className="pop-menu menu"
      role="group"
      aria-label={label}
      popover="auto"
      onToggle={({ newState }) => newState === 'closed' && close()}
      onKeyDown={moveFocus}
    >
      {entries.map(({ words, run, isDestructive }) => (
        <button
          key={words}
          type="button"
          className={isDestructive ? 'pop-menu-destructive' : undefined}
          onClick={() => {
            close();
            run();
          }}
        >
          {words}
        </button>
      ))}
    </div>
  );
}

function placeMenu(shown: HTMLElement, place: MenuPlace) {
  const { offsetWidth: width, offsetHeight: height } = shown;
  const [left, top] = 'x' in place ? [place.x, place.y] : [place.right - width, place.bottom + 4];
  const isTooLow = top + height > innerHeight - margin;
  const above = ('x' in place ? place.y : place.top - 4) - height;
  shown.style.left = `${clamp(left, innerWidth - width)}px`;
  shown.style.top = `${clamp(isTooLow ? above : top, innerHeight - height)}px`;
}

const clamp = (value: number, most: number) => Math.max(margin, Math.min(value, most - margin));

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const now = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const next = { ArrowDown: now + 1, ArrowUp: now - 1 + buttons.length, Home: 0, End: buttons.length - 1 }[event.key];
  if (event.key === 'Escape') event.stopPropagation();
  if (next === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  buttons[next % buttons.length]?.focus();
}

/** Duration of a long press, and how far the finger may move meanwhile. */
const longPressMs = 500;
const tolerancePx = 10;

type At = { x: number; y: number };

/**
 * Opens a menu by right click, menu key or long press, which not every phone reports itself. The opening press does not
 * close it.
 */
export function useLongPress(open: (at: At, byKeyboard: boolean) => void) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; at: At }>(undefined);
  const hasOpened = useRef(false);
  const stop = () => {
    clearTimeout(press.current?.timer);
    press.current = undefined;
  };
  return {
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      hasOpened.current = false;
      if (pointerType === 'mouse') return;
      const timer = setTimeout(() => {
        stop();
        hasOpened.current = true;
        open({ x, y }, false);
      }, longPressMs);
      press.current = { timer, at: { x, y } };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const at = press.current?.at;
      if (at && Math.hypot(clientX - at.x, clientY - at.y) > tolerancePx) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onClickCapture: (event: MouseEvent) => {
      if (!hasOpened.current) return;
      hasOpened.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault();
      stop();
      if (hasOpened.current) return;
      open({ x: event.clientX, y: event.clientY }, event.button !== 2);
    },
  };
}
