import { type Place, placeAt, showPlace } from './place.ts';
import { scrollerOf, scrollNear } from './scroll-near.ts';

/** So many pixels are still a click. */
const slack = 4;

/**
 * Follows the pointer that took hold of a row, be it a finger, a pen or a mouse, until it lets go: then `onDrop` hears
 * where. Escape, or the browser taking the pointer away, leaves all as it was.
 */
export function drag(list: HTMLElement, row: HTMLElement, start: PointerEvent, onDrop: (place: Place) => void) {
  const over = new AbortController();
  const { signal } = over;
  let lifted: Lifted | undefined;
  const end = (isDropped: boolean) => {
    over.abort();
    const place = lifted?.put();
    if (isDropped && place) onDrop(place);
  };
  const onMove = ({ pointerId, clientY }: PointerEvent) => {
    if (pointerId !== start.pointerId) return;
    if (!lifted && Math.abs(clientY - start.clientY) > slack) lifted = lift(list, row, start);
    lifted?.follow(clientY);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !lifted) return;
    // not for the dialog around it
    event.preventDefault();
    event.stopImmediatePropagation();
    end(false);
  };
  const isOurs = (event: PointerEvent) => event.pointerId === start.pointerId;
  addEventListener('pointermove', onMove, { signal });
  addEventListener('pointerup', (event) => isOurs(event) && end(true), { signal });
  addEventListener('pointercancel', (event) => isOurs(event) && end(false), { signal });
  addEventListener('keydown', onKey, { signal, capture: true });
}

type Lifted = { follow: (y: number) => void; put: () => Place | undefined };

/** From here on the row goes with the pointer, and a line shows where it would come to stand. */
function lift(list: HTMLElement, row: HTMLElement, { pointerId, clientY }: PointerEvent): Lifted {
  const grabbed = clientY - row.getBoundingClientRect().top;
  const scroller = scrollerOf(list);
  let y = clientY;
  let moved = 0;
  let place: Place | undefined;
  list.setPointerCapture(pointerId);
  row.dataset.dragged = '';

  const show = () => {
    const { top, height } = row.getBoundingClientRect();
    const within = list.getBoundingClientRect();
    const wanted = Math.max(within.top, Math.min(y - grabbed, within.bottom - height));
    moved += wanted - top;
    row.style.translate = `0 ${moved}px`;
    place = placeAt(list, row, y);
    showPlace(list, place);
  };
  // also while the pointer rests: at an edge what lies beyond comes nearer
  let frame = requestAnimationFrame(function step() {
    if (scrollNear(scroller, y)) show();
    frame = requestAnimationFrame(step);
  });

  return {
    follow(to) {
      y = to;
      show();
    },
    put() {
      cancelAnimationFrame(frame);
      showPlace(list, undefined);
      row.style.translate = '';
      delete row.dataset.dragged;
      return place;
    },
  };
}
