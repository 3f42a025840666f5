import './wide-tables.css';

/** Largest share of the text's width that a first column may take while it stays. */
const mostShare = 0.45;

/** Lets the first column of each table that scrolls within stay in sight. */
export function keepFirstColumns(text: HTMLElement, signal: AbortSignal) {
  const update = (place: Element) => place.classList.toggle('wide-table', mayStay(place, text.clientWidth * mostShare));
  const watcher = new ResizeObserver((entries) => {
    for (const { target } of entries) update(target);
  });
  for (const place of text.querySelectorAll('.tbl')) {
    watcher.observe(place);
    const onScroll = () => place.toggleAttribute('data-scrolled', place.scrollLeft > 0);
    place.addEventListener('scroll', onScroll, { passive: true, signal });
  }
  signal.addEventListener('abort', () => watcher.disconnect());
}

function mayStay(place: Element, mostWidth: number) {
  // cells that reach over several rows or columns leave no first column
  const cell = place.querySelector('[rowspan], [colspan]') ? null : place.querySelector('tr > :first-child');
  if (!cell || place.scrollWidth <= place.clientWidth + 1) return false;
  return cell.clientWidth - Number.parseFloat(getComputedStyle(cell).paddingLeft) <= mostWidth;
}
