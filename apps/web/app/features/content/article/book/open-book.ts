import type { ArticleInfo } from '@mojian/contract/content/articles';
import { followLinks } from '../links.ts';
import { keepPlaceIn, placeIn } from '../reading-place.ts';
import { type Cause, type PageState, Pages } from './pages.ts';
import { rangeOf, type Sentence, sentenceAt, sentencesOf } from './sentences.ts';
import { hideBarsAtRest, listenForTurns } from './turning.ts';

export type OpenBook = {
  pages: Pages;
  sentences: Sentence[];
  /** Index of the first sentence that begins on the page. */
  here: () => number;
  /** Shows a sentence, which from then on is where the reader is. */
  showSentence: (index: number) => void;
  close: () => void;
};

export type BookState = PageState & {
  /** Until the end, at this reader's pace once it is known. */
  minutes: number;
};

type Opening = {
  root: HTMLElement;
  article: ArticleInfo;
  onTurn: (state: BookState) => void;
  navigate: (to: string) => void;
};

/** Time after a turn until the place is kept. */
const rest = 400;

/** Opens a book whose text stands in the page: at the sentence where the reader left it. */
export function openBook({ root, article, onTurn, navigate }: Opening): OpenBook | undefined {
  const frame = root.querySelector<HTMLElement>('.book-frame');
  const text = root.querySelector<HTMLElement>('.book-text');
  const prose = text?.querySelector<HTMLElement>('.prose');
  if (!frame || !text || !prose) return undefined;
  const ending = new AbortController();
  const { signal } = ending;
  const sentences = sentencesOf(prose);
  const pace = new Pace(article.minutes);
  let timer: ReturnType<typeof setTimeout>;
  const place = placeIn(article.id);
  let here = place ? sentenceAt(sentences, place) : -1;
  const anchor = () => {
    const sentence = sentences[here];
    return sentence && rangeOf(sentence);
  };
  const onShown = (state: PageState, cause: Cause) => {
    const isTurn = cause !== 'layout';
    // until the new place is known, a new layout leaves the page, instead of going back to the old place
    if (cause === 'turn') here = -1;
    onTurn({ ...state, minutes: pace.minutesLeft(state, isTurn) });
    clearTimeout(timer);
    if (isTurn) timer = setTimeout(() => keep(firstOnPage(pages, sentences)), rest);
  };
  const keep = (sentence: number) => {
    here = sentence;
    keepSentence(article.id, pages, sentences[sentence]);
  };
  const pages = new Pages(frame, text, onShown, signal);
  const leave = () => navigate(article.path);
  const showControls = hideBarsAtRest(root, signal);
  listenForTurns({ book: root, pages, showControls, leave, signal });
  jumpWithin(text, pages, signal);
  followLinks(text, navigate, signal);
  void import('../enhance-prose.ts').then(({ readyProse }) => signal.aborted || readyProse(prose, signal));
  layAgain(frame, text, () => pages.lay(anchor()), signal);
  pages.lay(anchor());
  return {
    pages,
    sentences,
    here: () => firstOnPage(pages, sentences),
    showSentence: (index) => {
      const sentence = sentences[index];
      if (!sentence) return;
      const to = pages.pageOf(rangeOf(sentence));
      if (to !== pages.page) pages.goTo(to);
      clearTimeout(timer);
      keep(index);
    },
    close: () => {
      clearTimeout(timer);
      ending.abort();
    },
  };
}

/** First sentence that begins on the page shown, or after it. They stand in order. */
function firstOnPage(pages: Pages, sentences: Sentence[]) {
  let [low, high] = [0, sentences.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    const sentence = sentences[middle];
    if (sentence && pages.pageOf(rangeOf(sentence)) < pages.page) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Keeps the place as the article's page does; at the beginning and at the end there is none. */
function keepSentence(articleId: number, pages: Pages, sentence: Sentence | undefined) {
  const share = pages.page / Math.max(1, pages.count - 1);
  const isWithin = sentence && pages.page > 0 && pages.page < pages.count - 1;
  keepPlaceIn(articleId, isWithin ? { block: sentence.block, into: sentence.into, share } : undefined);
}

/** Links to a place of the text turn to its page. */
function jumpWithin(text: HTMLElement, pages: Pages, signal: AbortSignal) {
  const onClick = (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="#"]');
    const target = link && document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (!target) return;
    event.preventDefault();
    pages.goTo(target);
  };
  text.addEventListener('click', onClick, { signal });
}

/** Lays the pages again after the window, a picture, the typeface or a setting changed what fits on them. */
function layAgain(frame: HTMLElement, text: HTMLElement, lay: () => void, signal: AbortSignal) {
  let isScheduled = false;
  const schedule = () => {
    if (isScheduled || signal.aborted) return;
    isScheduled = true;
    requestAnimationFrame(() => {
      isScheduled = false;
      if (!signal.aborted) lay();
    });
  };
  const sizes = new ResizeObserver(schedule);
  for (const one of [frame, ...text.querySelectorAll('.diagram, details')]) sizes.observe(one);
  const choices = new MutationObserver(schedule);
  choices.observe(document.documentElement, { attributes: true });
  text.addEventListener('load', schedule, { capture: true, signal });
  void document.fonts.ready.then(schedule);
  signal.addEventListener('abort', () => {
    sizes.disconnect();
    choices.disconnect();
  });
}

/** Pages from which a pace is known, and between which times one was read rather than skipped or left open. */
const [enough, shortest, longest] = [3, 3000, 300_000];

/** Measures how long a reader takes for a page. */
class Pace {
  #page = 0;
  #since = performance.now();
  #times: number[] = [];

  readonly #minutes: number;

  constructor(minutes: number) {
    this.#minutes = minutes;
  }

  minutesLeft({ page, count }: PageState, isTurn: boolean) {
    const now = performance.now();
    const took = now - this.#since;
    if (isTurn && page === this.#page + 1 && took > shortest && took < longest) this.#times.push(took);
    if (page !== this.#page) this.#since = now;
    this.#page = page;
    const left = count - page;
    const own = this.#times.reduce((sum, time) => sum + time, 0) / this.#times.length / 60_000;
    const minutes = this.#times.length < enough ? (this.#minutes * left) / count : own * left;
    return Math.max(1, Math.round(minutes));
  }
}
