import { type MouseEvent, type PointerEvent, useRef } from 'react';

/** Milliseconds a finger rests before the menu opens, and how far it may stray. */
const rest = 500;
const stray = 10;

type At = { x: number; y: number };

/**
 * What opens a menu: the second mouse button, the menu key, a long press of a finger. Not every phone tells of the last
 * one itself. The press that opened it does not count as one.
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
      }, rest);
      press.current = { timer, at: { x, y } };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const at = press.current?.at;
      if (at && Math.hypot(clientX - at.x, clientY - at.y) > stray) stop();
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
