import { type TouchEvent, useRef } from 'react';

/** Shorter strokes are taps or scrolling. */
const shortest = 48;

/** A stroke across turns: to the left one on, to the right one back. */
export function useSwipe(turn: (by: number) => void) {
  const start = useRef<{ x: number; y: number }>(undefined);
  return {
    onTouchStart: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0];
      start.current = touch && { x: touch.clientX, y: touch.clientY };
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0];
      if (!touch || !start.current) return;
      const across = touch.clientX - start.current.x;
      const along = touch.clientY - start.current.y;
      if (Math.abs(across) > shortest && Math.abs(across) > 2 * Math.abs(along)) turn(across < 0 ? 1 : -1);
    },
  };
}
