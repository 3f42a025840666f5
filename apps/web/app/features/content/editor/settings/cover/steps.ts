import type { Focus } from '../../../../../ui/focus.ts';

const step = 5;
const moves: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
};

/** Where a key moves the focal point; undefined for a key that does not. Home is the middle. */
export function stepped(key: string, { focusX, focusY }: Focus): Focus | undefined {
  if (key === 'Home') return { focusX: 50, focusY: 50 };
  const move = moves[key];
  return move && { focusX: within(focusX + move[0]), focusY: within(focusY + move[1]) };
}

function within(percent: number) {
  return Math.min(100, Math.max(0, percent));
}
