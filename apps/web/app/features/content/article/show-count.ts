import { countText } from '../../../ui/figures.ts';

/** Updates a count everywhere within a page; with zero, the ones that stand in a line are hidden. */
export function showCount(page: ParentNode, name: string, value: number) {
  for (const place of page.querySelectorAll(`[data-count="${name}"]`)) {
    place.textContent = countText(value);
    const line = place.closest<HTMLElement>('.meta > [title]');
    if (line) line.hidden = value === 0;
  }
}
