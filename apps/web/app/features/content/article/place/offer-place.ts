import { type Place, placeLine } from './places.ts';
import './place.css';

/** Says once where the reader stopped, until they go there, decline, or have read on by themselves. */
export function offerPlace(body: HTMLElement, place: Place, ending: AbortSignal, onEnd: () => void) {
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
