import { shareRead } from '../../../ui/share-read.ts';
import './reading-place.css';

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

/** Says once where the reader stopped, until they go there, decline, or have read on by themselves. */
function offerPlace(body: HTMLElement, place: Place, ending: AbortSignal, onEnd: () => void) {
  if (ending.aborted) return;
  const over = new AbortController();
  const signal = AbortSignal.any([ending, over.signal]);
  const end = () => over.abort();
  const offer = document.createElement('div');
  offer.className = 'go-on';
  const goOn = button('go', `上次读到 ${Math.floor(place.share * 100)} %，继续读`, () => {
    end();
    goTo(body, place);
  });
  const decline = button('no', '', end);
  decline.ariaLabel = '从头读';
  offer.append(goOn, decline);
  signal.addEventListener('abort', () => {
    offer.remove();
    onEnd();
  });
  addEventListener('scroll', () => scrollY > innerHeight && end(), { passive: true, signal });
  document.body.append(offer);
}

function button(className: string, words: string, onClick: () => void) {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = className;
  made.textContent = words;
  made.addEventListener('click', onClick);
  return made;
}

/** The keyboard goes along. */
function goTo(body: HTMLElement, { block, into }: Place) {
  const place = body.children[block];
  if (!(place instanceof HTMLElement)) return;
  const { top, height } = place.getBoundingClientRect();
  scrollTo({ top: scrollY + top + height * into - placeLine, behavior: 'instant' });
  place.tabIndex = -1;
  place.classList.add('went-on');
  place.focus({ preventScroll: true });
}

const name = 'readingPlaces';
/** The place least lately read makes room. */
const most = 100;

/** How far below the top of the window a place is: below the header. */
const placeLine = 100;

/** Where somebody stopped: in which block of the text, how far into it, and how much of the text that is (0 to 1). */
type Place = { block: number; into: number; share: number };

/** Newest last. */
type Kept = [articleId: number, ...Place[keyof Place][]][];

function placeIn(articleId: number): Place | undefined {
  const found = read().find(([id]) => id === articleId);
  if (!found) return undefined;
  const [, block = 0, into = 0, share = 0] = found;
  return { block, into, share };
}

/** Without a place the article is forgotten: it has been read to its end. */
function keepPlaceIn(articleId: number, place: Place | undefined) {
  const others = read().filter(([id]) => id !== articleId);
  if (place) others.push([articleId, place.block, round(place.into), round(place.share)]);
  try {
    localStorage.setItem(name, JSON.stringify(others.slice(-most)));
  } catch {
    // a browser that keeps nothing begins at the beginning
  }
}

const round = (share: number) => Math.round(share * 1000) / 1000;

function read(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(name) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => Array.isArray(one) && one.every(Number.isFinite)) : [];
  } catch {
    return [];
  }
}
