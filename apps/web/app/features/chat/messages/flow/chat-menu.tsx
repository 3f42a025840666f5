import type { ChatMessage } from '@mojian/contract/chat/messages';
import { Icon } from '@mojian/ui/icon';
import {
  type KeyboardEvent as ReactKeyboardEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type Choice, choices, type Opened } from './menu-choices.tsx';

type Props = {
  label: string;
  items: Choice[];
  at: { x: number; y: number };
  /** Highlights the message while its menu is open. */
  row: Element | null;
  /** Opened by touch: shown at the bottom of a narrow window. */
  isByTouch: boolean;
  choose: (choice: Choice) => void;
  close: () => void;
};

/** Menu of a message, on top of everything; Escape, Tab, a press outside and scrolling close it. */
export function ChatMenu({ label, items, at, row, isByTouch, choose, close }: Props) {
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
  const onKeyDown = (event: ReactKeyboardEvent) => {
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
      className={isByTouch ? 'chat-menu chat-menu-by-touch ink' : 'chat-menu ink'}
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
          className={isApart(items, choice) ? 'chat-menu-apart' : undefined}
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

/** Separator between actions on the text and moderation. */
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

type Size = { width: number; height: number };

const margin = 8;

/** Upper left corner of a menu opened at a point: below right where it fits, else above, else left. */
export function besidePoint({ x, y }: { x: number; y: number }, menu: Size, view: Size) {
  const within = (wanted: number, length: number, room: number) =>
    Math.max(margin, Math.min(wanted, room - length - margin));
  const isRoomBelow = y + menu.height + margin <= view.height;
  const isRoomAbove = y - menu.height >= margin;
  const top = isRoomBelow || !isRoomAbove ? y : y - menu.height;
  return { left: within(x, menu.width, view.width), top: within(top, menu.height, view.height) };
}

/** Index a key moves to from `at` among `count` items; undefined for other keys. */
export function stepIn(count: number, at: number, key: string): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  return undefined;
}

/** Menu of a message: by right click, its button, long press or menu key. */
export function useMenu(box: React.RefObject<HTMLElement | null>, messages: ChatMessage[]) {
  const [opened, setOpened] = useState<Opened>();
  const openAt = useCallback(
    (message: ChatMessage, from: HTMLElement, at: Opened['at'] | null, isByTouch = false, link?: string) =>
      setOpened({ message, from, at: at ?? cornerOf(from), isByTouch, link }),
    [],
  );
  const find = useMemo(() => new Map(messages.map((message) => [message.id, message])), [messages]);

  useEffect(() => {
    const log = box.current;
    if (!log) return;
    const ending = new AbortController();
    const { signal } = ending;
    const openOn = (target: Element, at: Opened['at'] | null, isByTouch: boolean) => {
      const row = target.closest<HTMLElement>('.chat-row[data-id]');
      const message = row && find.get(Number(row.dataset.id));
      if (!row || !message) return false;
      openAt(message, row, at, isByTouch, at ? target.closest<HTMLAnchorElement>('a.chat-link')?.href : undefined);
      return true;
    };
    const onContextMenu = (event: MouseEvent) => {
      if (event.shiftKey && event.button === 2) return; // the browser's own
      const at = { x: event.clientX, y: event.clientY };
      if (openOn(event.target as Element, at, (event as PointerEvent).pointerType === 'touch')) event.preventDefault();
    };
    const onKey = (event: KeyboardEvent) => {
      const isMenuKey = event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10');
      if (isMenuKey && openOn(event.target as Element, null, false)) event.preventDefault();
    };
    log.addEventListener('contextmenu', onContextMenu, { signal });
    log.addEventListener('keydown', onKey, { signal });
    const unwatch = watchLongPress(log, (target, at) => openOn(target, at, true));
    return () => {
      unwatch();
      ending.abort();
    };
  }, [box, find, openAt]);

  const message = opened && find.get(opened.message.id);
  const from = opened?.from;
  /** Returns the focus before closing, as the chosen action may move it on. */
  const close = useCallback(() => {
    if (from?.isConnected) from.focus({ preventScroll: true });
    setOpened(undefined);
  }, [from]);
  return { opened: opened && message ? { ...opened, message } : undefined, openAt, close };
}

/** Below the button, or at the start of the row's text. */
function cornerOf(from: HTMLElement) {
  const { left, bottom } = (from.querySelector('.chat-bubble') ?? from).getBoundingClientRect();
  return { x: left, y: Math.min(bottom + 4, innerHeight - 80) };
}

/** Duration of a long press, and how far the finger may move meanwhile. */
const longPressMs = 480;
const tolerancePx = 10;

/** Detects long presses and suppresses the browser's menu and the following click. Returns the unsubscribe function. */
function watchLongPress(box: HTMLElement, onPress: (target: Element, at: { x: number; y: number }) => void) {
  const ending = new AbortController();
  const { signal } = ending;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let begun = { x: 0, y: 0 };
  let isPressed = false;

  const end = () => clearTimeout(timer);
  const onDown = ({ pointerType, isPrimary, target, clientX: x, clientY: y }: PointerEvent) => {
    end();
    isPressed = false;
    if (pointerType !== 'touch' || !isPrimary) return;
    begun = { x, y };
    timer = setTimeout(() => {
      isPressed = true;
      onPress(target as Element, begun);
    }, longPressMs);
  };
  const onMove = ({ clientX, clientY }: PointerEvent) => {
    if (Math.hypot(clientX - begun.x, clientY - begun.y) > tolerancePx) end();
  };
  const swallow = (event: Event) => {
    if (!isPressed) return;
    event.preventDefault();
    event.stopPropagation();
  };
  box.addEventListener('pointerdown', onDown, { signal });
  box.addEventListener('pointermove', onMove, { signal });
  for (const type of ['pointerup', 'pointercancel', 'scroll']) box.addEventListener(type, end, { signal });
  for (const type of ['click', 'contextmenu', 'selectstart'])
    box.addEventListener(type, swallow, { signal, capture: true });
  return () => {
    end();
    ending.abort();
  };
}
