import type { Keeper } from './keeper.ts';

/** So long it is marked, in milliseconds. */
const marked = 2400;

/** Brings a chat message to the middle of its window, marks it for a while and gives it the focus; false if it is not there. */
export function showRow(box: HTMLElement, keeper: Keeper, id: number): boolean {
  const row = box.querySelector<HTMLElement>(`.chat-row[data-id="${id}"]`);
  if (!row) return false;
  const free = Math.max(0, box.clientHeight - row.getBoundingClientRect().height);
  keeper.pin(row, free / 2);
  row.classList.remove('sought');
  void row.offsetWidth; // begins anew
  row.classList.add('sought');
  setTimeout(() => row.classList.remove('sought'), marked);
  row.focus({ preventScroll: true });
  return true;
}
