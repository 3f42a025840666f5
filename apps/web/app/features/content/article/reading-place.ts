import { readStored, writeStored } from '../../../storage/stored-json.ts';
import { buttonElement } from '../../../ui/button-element.ts';
import { shareRead } from '../../../ui/share-read.ts';
import './reading-place.css';

/** Shortest text that is tracked, in window heights. */
const longEnough = 2.5;
/** Shares between which a position is stored. */
const [begun, done] = [0.05, 0.97];
/** Debounce of storing. */
const rest = 600;

/** Stores the reading position of long texts and offers to resume there. */
export function followPlace(text: HTMLElement, articleId: number, signal: AbortSignal) {
  if (text.offsetHeight < innerHeight * longEnough) return;
  const before = placeIn(articleId);
  // readers led to a place or restored by the browser need no offer
  const isAtStart = !location.hash && scrollY < innerHeight / 2;
  let isOffered = Boolean(before && isAtStart);
  if (before && isOffered)
    offerPlace(text, before, signal, () => {
      isOffered = false;
    });

  let timer: ReturnType<typeof setTimeout>;
  const keep = () => {
    clearTimeout(timer);
    // below the text, among the comments, the position stays
    if (isOffered || text.getBoundingClientRect().bottom < 0) return;
    const share = shareRead();
    if (share >= begun) keepPlaceIn(articleId, share < done ? placeNow(text, share) : undefined);
  };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(keep, rest);
  };
  addEventListener('scroll', wait, { passive: true, signal });
  addEventListener('pagehide', keep, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
}

function placeNow(text: HTMLElement, share: number): Place {
  const blocks = [...text.children];
  const block = Math.max(
    0,
    blocks.findLastIndex((one) => one.getBoundingClientRect().top <= placeLine),
  );
  const { top = 0, height = 1 } = blocks[block]?.getBoundingClientRect() ?? {};
  return { block, into: Math.min(1, Math.max(0, (placeLine - top) / Math.max(1, height))), share };
}

/** Offers to resume until accepted, declined or scrolled past. */
function offerPlace(text: HTMLElement, place: Place, ending: AbortSignal, onEnd: () => void) {
  if (ending.aborted) return;
  const over = new AbortController();
  const signal = AbortSignal.any([ending, over.signal]);
  const end = () => over.abort();
  const offer = document.createElement('div');
  offer.className = 'reading-place';
  const goOn = buttonElement('reading-place-go', `上次读到 ${Math.floor(place.share * 100)} %，继续读`, () => {
    end();
    goTo(text, place);
  });
  const decline = buttonElement('reading-place-no', '', end);
  decline.ariaLabel = '从头读';
  offer.append(goOn, decline);
  signal.addEventListener('abort', () => {
    offer.remove();
    onEnd();
  });
  addEventListener('scroll', () => scrollY > innerHeight && end(), { passive: true, signal });
  document.body.append(offer);
}

/** Scrolls to the position and moves the focus. */
function goTo(text: HTMLElement, { block, into }: Place) {
  const place = text.children[block];
  if (!(place instanceof HTMLElement)) return;
  const { top, height } = place.getBoundingClientRect();
  scrollTo({ top: scrollY + top + height * into - placeLine, behavior: 'instant' });
  place.tabIndex = -1;
  place.classList.add('reading-place-went-on');
  place.focus({ preventScroll: true });
}

const name = 'readingPlaces';
/** Number of positions kept; the oldest is dropped. */
const most = 100;

/** Offset below the header. */
const placeLine = 100;

/** Reading position: block, offset within it, and share of the text (0 to 1). */
export type Place = { block: number; into: number; share: number };

/** Newest last. */
type StoredPlaces = [articleId: number, ...Place[keyof Place][]][];

/** Place at which a reader left a text on this device. */
export function placeIn(articleId: number): Place | undefined {
  const found = storedPlaces().find(([id]) => id === articleId);
  if (!found) return undefined;
  const [, block = 0, into = 0, share = 0] = found;
  return { block, into, share };
}

/** Stores the position, or deletes it once the article is read. */
export function keepPlaceIn(articleId: number, place: Place | undefined) {
  const others = storedPlaces().filter(([id]) => id !== articleId);
  if (place) others.push([articleId, place.block, round(place.into), round(place.share)]);
  writeStored('localStorage', name, others.slice(-most));
}

const round = (share: number) => Math.round(share * 1000) / 1000;

function storedPlaces(): StoredPlaces {
  const stored = readStored<StoredPlaces>('localStorage', name);
  return Array.isArray(stored) ? stored.filter((one) => Array.isArray(one) && one.every(Number.isFinite)) : [];
}
