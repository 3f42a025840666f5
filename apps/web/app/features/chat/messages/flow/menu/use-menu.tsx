import type { ChatMessage } from '@mojian/contract/chat/messages';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { watchLongPress } from './long-press.ts';

export type Opened = {
  message: ChatMessage;
  /** What gets the focus back. */
  from: HTMLElement;
  at: { x: number; y: number };
  byTouch: boolean;
  /** The address of the link under the pointer. */
  link: string | undefined;
};

/** The menu of a chat message: by right click, by its button, by a finger that rests, and by the menu key. */
export function useMenu(box: React.RefObject<HTMLElement | null>, messages: ChatMessage[]) {
  const [opened, setOpened] = useState<Opened>();
  const openAt = useCallback(
    (message: ChatMessage, from: HTMLElement, at: Opened['at'] | null, byTouch = false, link?: string) =>
      setOpened({ message, from, at: at ?? cornerOf(from), byTouch, link }),
    [],
  );
  const find = useMemo(() => new Map(messages.map((message) => [message.id, message])), [messages]);

  useEffect(() => {
    const log = box.current;
    if (!log) return;
    const ending = new AbortController();
    const { signal } = ending;
    const openOn = (target: Element, at: Opened['at'] | null, byTouch: boolean) => {
      const row = target.closest<HTMLElement>('.chat-row[data-id]');
      const message = row && find.get(Number(row.dataset.id));
      if (!row || !message) return false;
      openAt(message, row, at, byTouch, at ? target.closest<HTMLAnchorElement>('a.out')?.href : undefined);
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

  /** What was withdrawn meanwhile has another menu. */
  const isThere = opened && find.get(opened.message.id);
  /** Gives the focus back at once: whatever was chosen may then take it elsewhere. */
  const from = opened?.from;
  const close = useCallback(() => {
    if (from?.isConnected) from.focus({ preventScroll: true });
    setOpened(undefined);
  }, [from]);
  return { opened: opened && isThere ? { ...opened, message: isThere } : undefined, openAt, close };
}

/** Below the button, or at the beginning of what a row says. */
function cornerOf(from: HTMLElement) {
  const { left, bottom } = (from.querySelector('.bub') ?? from).getBoundingClientRect();
  return { x: left, y: Math.min(bottom + 4, innerHeight - 80) };
}
