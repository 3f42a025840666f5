import { shareRead } from '../../../../ui/share-read.ts';
import { offerPlace } from './offer-place.ts';
import { keepPlaceIn, type Place, placeIn, placeLine } from './places.ts';

/** A text shorter than this many windows is found again without help. */
const longEnough = 2.5;
/** Who has read less has not begun, who has read more is done. */
const [begun, done] = [0.05, 0.97];
/** Milliseconds of rest after which a place is kept. */
const rest = 600;

/** Keeps on this device where the reader is in a long text, and offers to go on there when they come back. */
export function followPlace(body: HTMLElement, articleId: number, signal: AbortSignal) {
  if (body.offsetHeight < innerHeight * longEnough) return;
  const before = placeIn(articleId);
  // whoever was led to a place, or put back where they were, needs no other
  const isAtStart = !location.hash && scrollY < innerHeight / 2;
  let isOffered = Boolean(before && isAtStart);
  if (before && isOffered)
    offerPlace(body, before, signal, () => {
      isOffered = false;
    });

  let timer: ReturnType<typeof setTimeout>;
  const keep = () => {
    clearTimeout(timer);
    // below the text, among the comments, nobody is reading it: the place stays as it was
    if (isOffered || body.getBoundingClientRect().bottom < 0) return;
    const share = shareRead();
    if (share >= begun) keepPlaceIn(articleId, share < done ? placeNow(body, share) : undefined);
  };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(keep, rest);
  };
  addEventListener('scroll', wait, { passive: true, signal });
  addEventListener('pagehide', keep, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
}

function placeNow(body: HTMLElement, share: number): Place {
  const blocks = [...body.children];
  const block = Math.max(
    0,
    blocks.findLastIndex((one) => one.getBoundingClientRect().top <= placeLine),
  );
  const { top = 0, height = 1 } = blocks[block]?.getBoundingClientRect() ?? {};
  return { block, into: Math.min(1, Math.max(0, (placeLine - top) / Math.max(1, height))), share };
}
