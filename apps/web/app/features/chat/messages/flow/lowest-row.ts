/** A row counts as seen with so much of it in sight, in CSS pixels. */
const sliver = 16;

/**
 * The rows in sight at the foot of a window, the lowest first, at most four. Leaves and rows stand in order, so a few looks
 * find them; leaves out of sight are not laid out for it.
 */
export function lowestRows(box: HTMLElement): HTMLElement[] {
  const foot = box.getBoundingClientRect().bottom - sliver;
  const leaf = lastAbove(box.getElementsByClassName('chat-leaf'), foot);
  const rows = leaf?.getElementsByClassName('chat-row');
  const lowest = rows && lastAbove(rows, foot);
  if (!rows || !lowest) return [];
  const at = [...rows].indexOf(lowest);
  return ([...rows] as HTMLElement[]).slice(Math.max(0, at - 3), at + 1).reverse();
}

function lastAbove(elements: HTMLCollectionOf<Element>, foot: number) {
  let low = 0;
  let high = elements.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const top = elements[middle]?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY;
    if (top < foot) low = middle + 1;
    else high = middle;
  }
  return elements[low - 1];
}
