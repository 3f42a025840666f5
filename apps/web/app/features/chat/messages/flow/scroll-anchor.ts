/** Position of a row: its lower edge in CSS pixels above that of the scroll container. */
export type RowOffset = { id: number; above: number };

export type ScrollPosition = {
  /** Id of the lowest visible message; 0 without one. */
  lowest: number;
  /** CSS pixels between the visible part and the ends of what is loaded. */
  above: number;
  below: number;
};

/** Distance from the end that still counts as the end, in CSS pixels. */
const atEnd = 40;
/** Margins of a row scrolled into view, in CSS pixels: below, and above, where the day is. */
const edge = 8;
const head = 48;

/**
 * Keeps visible rows in place while others come, go or resize. The container is laid out from its end (column-reverse),
 * so rows added above move nothing; changes below are compensated here, as browsers differ in scroll anchoring. At the
 * end the view follows new rows, unless `mayFollow` is false.
 */
export class ScrollAnchor {
  readonly #box: HTMLElement;
  readonly #mayFollow: () => boolean;
  #anchors: { row: HTMLElement; above: number }[] = [];
  #follows = true;
  #isPinned = false;

  constructor(box: HTMLElement, mayFollow: () => boolean) {
    this.#box = box;
    this.#mayFollow = mayFollow;
  }

  /** Records the visible rows as anchors. */
  note() {
    this.#follows = this.#mayFollow() && this.#box.scrollTop > -atEnd;
    if (this.#isPinned) return;
    this.#anchors = lowestRows(this.#box).map((row) => ({ row, above: this.#aboveOf(row) }));
  }

  /** Restores the scroll position of the recorded rows. */
  keep() {
    if (this.#follows && this.#hasScrolledAway()) this.note();
    if (this.#follows && !this.#isPinned) {
      this.#box.scrollTop = 0;
      return;
    }
    const offset = this.#anchors.find(({ row }) => row.isConnected);
    const moved = offset ? this.#aboveOf(offset.row) - offset.above : 0;
    if (Math.abs(moved) >= 0.5) this.#box.scrollTop -= moved;
  }

  /** Scrolls a row to an offset and holds it there until the reader scrolls. */
  pin(row: HTMLElement, above: number) {
    // chunks get their real height once visible, hence several rounds
    for (let round = 0; round < 3; round += 1) this.#box.scrollTop -= this.#aboveOf(row) - above;
    this.#anchors = [{ row, above: this.#aboveOf(row) }];
    this.#follows = this.#mayFollow() && this.#box.scrollTop > -atEnd;
    this.#isPinned = !this.#follows;
  }

  unpin() {
    this.#isPinned = false;
  }

  /** Scrolls a row into view by the shortest distance. */
  show(row: HTMLElement) {
    const [above, height, room] = [this.#aboveOf(row), row.getBoundingClientRect().height, this.#box.clientHeight];
    if (above < 0) this.pin(row, edge);
    else if (above + height > room - head) this.pin(row, Math.max(edge, room - height - head));
  }

  toEnd() {
    this.#isPinned = false;
    this.#follows = this.#mayFollow();
    this.#box.scrollTop = 0;
  }

  isFollowing() {
    return this.#follows;
  }

  /** Returns the reader's position; undefined at the end. */
  place(): RowOffset | undefined {
    if (this.#follows) return undefined;
    const offset = this.#anchors.find(({ row }) => row.isConnected && row.dataset.id);
    return offset && { id: Number(offset.row.dataset.id), above: offset.above };
  }

  position(): ScrollPosition {
    const { scrollHeight, clientHeight, scrollTop } = this.#box;
    const lowest = lowestRows(this.#box).find(({ dataset }) => dataset.id); // unsent messages have no id yet
    return {
      lowest: Number(lowest?.dataset.id ?? 0),
      above: scrollHeight - clientHeight + scrollTop,
      below: -scrollTop,
    };
  }

  /** Detects a scroll up since `note`: the reader's scroll event may come only after rows have changed. */
  #hasScrolledAway() {
    const offset = this.#anchors.find(({ row }) => row.isConnected);
    return this.#box.scrollTop <= -atEnd && offset !== undefined && this.#aboveOf(offset.row) < offset.above - atEnd;
  }

  #aboveOf(row: HTMLElement) {
    return this.#box.getBoundingClientRect().bottom - row.getBoundingClientRect().bottom;
  }
}

/** Visible height from which a row counts as seen, in CSS pixels. */
const sliver = 16;

/**
 * At most four visible rows at the bottom, lowest first. Skips whole chunks, so that off-screen ones are not laid out.
 */
function lowestRows(box: HTMLElement): HTMLElement[] {
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

/** Milliseconds a found message is highlighted. */
const marked = 2400;

/** Scrolls a message to the middle, highlights it for a while and focuses it; false if it is not loaded. */
export function showRow(box: HTMLElement, anchor: ScrollAnchor, id: number): boolean {
  const row = box.querySelector<HTMLElement>(`.chat-row[data-id="${id}"]`);
  if (!row) return false;
  const free = Math.max(0, box.clientHeight - row.getBoundingClientRect().height);
  anchor.pin(row, free / 2);
  row.classList.remove('chat-row-sought');
  void row.offsetWidth; // restarts the animation
  row.classList.add('chat-row-sought');
  setTimeout(() => row.classList.remove('chat-row-sought'), marked);
  row.focus({ preventScroll: true });
  return true;
}

/** Share of the container's height up to which what came below counts as little. */
const shareOfLittle = 0.6;

/** Calls `look` on whatever may change the visible rows. Returns the unsubscribe function. */
export function watchBox(box: HTMLElement, anchor: ScrollAnchor, look: () => void) {
  const ending = new AbortController();
  const { signal } = ending;
  box.addEventListener('scroll', look, { signal, passive: true });
  for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
    box.addEventListener(type, () => anchor.unpin(), { signal, passive: true });
  watchAbsence(box, anchor, look, signal);
  addEventListener('focus', look, { signal });
  const sizes = new ResizeObserver(() => {
    anchor.keep();
    look();
  });
  sizes.observe(box);
  for (const child of box.children) sizes.observe(child);
  return () => {
    ending.abort();
    sizes.disconnect();
  };
}

/** On return to the page: scrolls to the end if the reader was there and little is new, else stays. */
function watchAbsence(box: HTMLElement, anchor: ScrollAnchor, look: () => void, signal: AbortSignal) {
  let wasFollowing = false;
  const onChange = () => {
    if (document.visibilityState === 'hidden') wasFollowing = anchor.isFollowing();
    else if (wasFollowing && anchor.position().below < box.clientHeight * shareOfLittle) anchor.toEnd();
    look();
  };
  document.addEventListener('visibilitychange', onChange, { signal });
}
