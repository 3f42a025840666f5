import type { Pages } from './pages.ts';

/** Elements that a press means instead of the page, and those that scroll within it. */
const own = 'a, button, input, label, summary, img[role="button"], iframe, [popover], dialog';
const scrolled = 'pre, .tbl, .math, .code';
const isOver = () => document.querySelector('dialog[open], [popover]:popover-open') !== null;
const isIn = (target: EventTarget | null, selector: string) => (target as Element).closest(selector) !== null;

type Turning = {
  book: HTMLElement;
  pages: Pages;
  /** Brings the bars back, and says whether they were away. */
  showControls: () => boolean;
  leave: () => void;
  signal: AbortSignal;
};

/** Turns pages by keys, wheel, taps and swipes. Escape leaves, after what lies on top. */
export function listenForTurns({ book, pages, showControls, leave, signal }: Turning) {
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    showControls();
    if (isOver()) return;
    if (event.key === 'Escape') leave();
    else if (turnByKey(event, pages)) event.preventDefault();
  };
  addEventListener('keydown', onKey, { signal });
  listenForWheel(book, pages, signal);
  listenForFingers(book, pages, showControls, signal);
}

function turnByKey({ key, shiftKey, target }: KeyboardEvent, pages: Pages) {
  const isTaken =
    isIn(target, 'input, textarea, select, [contenteditable]') ||
    (key === ' ' && isIn(target, own)) ||
    (key.startsWith('Arrow') && isIn(target, scrolled));
  // the arrows follow the direction in which the text goes on
  const right = pages.isVertical ? -1 : 1;
  const ways = new Map([
    ['ArrowRight', right],
    ['ArrowLeft', -right],
    ['ArrowDown', 1],
    ['ArrowUp', -1],
    ['PageDown', 1],
    ['PageUp', -1],
    [' ', shiftKey ? -1 : 1],
    ['End', pages.count],
    ['Home', -pages.count],
  ]);
  const way = isTaken ? undefined : ways.get(key);
  if (way !== undefined) pages.turn(way);
  return way !== undefined;
}

/** Pixels of a wheel that turn a page, and the time in which one push turns only one. */
const [wheelWay, wheelRest] = [40, 350];

function listenForWheel(book: HTMLElement, pages: Pages, signal: AbortSignal) {
  let way = 0;
  let last = 0;
  let turned = 0;
  const onWheel = (event: WheelEvent) => {
    if (event.ctrlKey || isIn(event.target, `${scrolled}, [popover]`)) return;
    if (event.timeStamp - last > 200) way = 0;
    last = event.timeStamp;
    if (event.timeStamp - turned < wheelRest) return;
    way += wayOfWheel(event, pages.isVertical);
    if (Math.abs(way) < wheelWay) return;
    turned = event.timeStamp;
    pages.turn(Math.sign(way));
    way = 0;
  };
  book.addEventListener('wheel', onWheel, { passive: true, signal });
}

/** A push sideways follows the paper, as a swipe does. */
function wayOfWheel({ deltaX, deltaY }: WheelEvent, isVertical: boolean) {
  if (Math.abs(deltaX) <= Math.abs(deltaY)) return deltaY;
  return isVertical ? -deltaX : deltaX;
}

/** Pixels by which a swipe differs from a tap, and a tap from a shaking hand. */
const [swipeWay, tapWay] = [40, 10];

function listenForFingers(book: HTMLElement, pages: Pages, showControls: () => boolean, signal: AbortSignal) {
  let down: PointerEvent | undefined;
  const onDown = (event: PointerEvent) => {
    if (!event.isPrimary) return;
    // a press that closes a dialog turns nothing
    down = isOver() || isIn(event.target, own) || event.button !== 0 ? undefined : event;
  };
  const onUp = (event: PointerEvent) => {
    const from = down;
    down = undefined;
    if (!from || !getSelection()?.isCollapsed) return;
    const [x, y] = [event.clientX - from.clientX, event.clientY - from.clientY];
    if (Math.hypot(x, y) < tapWay) turnByTap(event, pages, showControls);
    else if (isSwipe(x, y, event)) pages.turn(x < 0 === pages.isVertical ? -1 : 1);
  };
  book.addEventListener('pointerdown', onDown, { signal });
  book.addEventListener('pointerup', onUp, { signal });
}

const isSwipe = (x: number, y: number, { pointerType, target }: PointerEvent) =>
  pointerType !== 'mouse' && Math.abs(x) > swipeWay && Math.abs(x) > Math.abs(y) && !isIn(target, scrolled);

/** The first third turns back, the others on; in the middle a tap first brings the bars back. */
function turnByTap({ clientX, target }: PointerEvent, pages: Pages, showControls: () => boolean) {
  if (!isIn(target, '.book-view')) return;
  const third = Math.floor((clientX / innerWidth) * 3);
  const wasAway = showControls();
  if (third === 1 && wasAway) return;
  pages.turn(third === (pages.isVertical ? 2 : 0) ? -1 : 1);
}

/** Time without a movement after which the bars go. */
const awayAfter = 3000;

/** Lets the bars go while one only reads. Returns a function that brings them back, and says whether they were away. */
export function hideBarsAtRest(book: HTMLElement, signal: AbortSignal) {
  let timer: ReturnType<typeof setTimeout>;
  const showControls = () => {
    const wasAway = book.hasAttribute('data-away');
    book.removeAttribute('data-away');
    clearTimeout(timer);
    timer = setTimeout(() => book.setAttribute('data-away', ''), awayAfter);
    return wasAway;
  };
  const onMove = ({ pointerType }: PointerEvent) => pointerType === 'mouse' && showControls();
  addEventListener('pointermove', onMove, { passive: true, signal });
  addEventListener('focusin', showControls, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
  showControls();
  return showControls;
}
