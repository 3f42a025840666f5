type Size = { width: number; height: number };

const margin = 8;

/** The upper left corner of a menu opened at a point: below and right of it where there is room, else above, else left. */
export function besidePoint({ x, y }: { x: number; y: number }, menu: Size, view: Size) {
  const within = (wanted: number, length: number, room: number) =>
    Math.max(margin, Math.min(wanted, room - length - margin));
  const isRoomBelow = y + menu.height + margin <= view.height;
  const isRoomAbove = y - menu.height >= margin;
  const top = isRoomBelow || !isRoomAbove ? y : y - menu.height;
  return { left: within(x, menu.width, view.width), top: within(top, menu.height, view.height) };
}

/** Which of `count` items a key leads to from the one at `at`; undefined for keys that lead nowhere. */
export function stepIn(count: number, at: number, key: string): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  return undefined;
}
