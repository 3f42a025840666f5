import { countText } from '../../../ui/figures.ts';

/** Updates a count everywhere within a page; in a line of figures, zero is hidden. */
export function showCount(page: ParentNode, name: string, value: number) {
  for (const place of page.querySelectorAll(`[data-count="${name}"]`)) {
    place.textContent = countText(value);
    const line = place.closest<HTMLElement>('.meta > [title]');
    if (line) line.hidden = value === 0;
  }
}
