/** The reader's place; `marks` are the shares of the book at which its parts begin. */
export type PageState = { page: number; count: number; heading: string; marks: number[] };

/** Cause of a page being shown: a turn, the browser's own scrolling, or a new layout. */
export type Cause = 'turn' | 'scroll' | 'layout';
type OnTurn = (state: PageState, cause: Cause) => void;

const glide = { duration: 250, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' };

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Parts of a text that keep no line: pictures, code, tables, frames. */
const blocks = '.prose > :not(p, h2, h3, h4, h5, h6, ul, ol, dl, hr)';

/**
 * Pages of a text that its styles lay out in columns, or in vertical lines from the right: a frame over it, scrolled by
 * whole pages. As it scrolls, the browser's own search and the focus reach every page; what they leave between two pages
 * is put right.
 */
export class Pages {
  #page = 0;
  #count = 1;
  #glide: Animation | undefined;
  #headings: { words: string; page: number; share: number | undefined }[] = [];

  readonly frame: HTMLElement;
  readonly #text: HTMLElement;
  readonly #onTurn: OnTurn;

  constructor(frame: HTMLElement, text: HTMLElement, onTurn: OnTurn, signal: AbortSignal) {
    this.frame = frame;
    this.#text = text;
    this.#onTurn = onTurn;
    frame.addEventListener('scroll', () => this.#settle(), { signal });
  }

  get page() {
    return this.#page;
  }

  get count() {
    return this.#count;
  }

  get isVertical() {
    return getComputedStyle(this.frame).writingMode === 'vertical-rl';
  }

  get #gap() {
    return this.isVertical ? 0 : Number.parseFloat(getComputedStyle(this.#text).columnGap) || 0;
  }

  get #step() {
    return this.frame.getBoundingClientRect().width + this.#gap;
  }

  /** Counts the pages anew after anything changed its size, and shows the one on which `place` stands. */
  lay(place?: Range | Element) {
    this.#glide?.cancel();
    this.#fitBlocks();
    const [step, gap] = [this.#step, this.#gap];
    const length = this.isVertical ? this.#text.offsetWidth : this.#text.scrollWidth + gap;
    this.#count = Math.max(1, Math.ceil(length / step - 0.05));
    // as far as the last page can be scrolled
    this.frame.style.setProperty('--book-end', `${this.#count * step - gap}px`);
    this.#findHeadings();
    this.#show(place ? this.pageOf(place) : this.#page, 'layout');
  }

  turn(by: number) {
    this.#show(this.#page + by, 'turn');
  }

  goTo(place: Range | Element | number) {
    this.#show(typeof place === 'number' ? place : this.pageOf(place), 'turn');
  }

  pageOf(place: Range | Element) {
    return Math.floor(this.offsetOf(place) / this.#step);
  }

  /** Pixels from the beginning of the book to the place. */
  offsetOf(place: Range | Element) {
    this.#glide?.finish();
    const rect = [...place.getClientRects()].find(({ width, height }) => width + height > 0);
    if (!rect) return 0;
    const frame = this.frame.getBoundingClientRect();
    const into = this.isVertical ? frame.right - rect.right : rect.left - frame.left;
    return Math.max(0, into + Math.abs(this.frame.scrollLeft) + 1);
  }

  #show(to: number, cause: Cause) {
    const page = Math.max(0, Math.min(this.#count - 1, to));
    const before = this.frame.scrollLeft;
    this.#glide?.cancel();
    this.#page = page;
    this.frame.scrollLeft = page * this.#step * (this.isVertical ? -1 : 1);
    this.frame.scrollTop = 0;
    const moved = this.frame.scrollLeft - before;
    if (cause !== 'layout' && moved !== 0 && !isStill()) {
      const way = Math.max(-this.#step, Math.min(this.#step, moved));
      this.#glide = this.#text.animate({ translate: [`${way}px 0`, '0 0'] }, glide);
    }
    this.#tell(cause);
  }

  /** Shows the whole page to which the browser scrolled by itself. */
  #settle() {
    const step = this.#step;
    const at = Math.abs(this.frame.scrollLeft) / step;
    if (Math.abs(at - this.#page) * step > 2) this.#show(Math.floor(at + 0.5), 'scroll');
    else if (this.frame.scrollTop !== 0) this.frame.scrollTop = 0;
  }

  #tell(cause: Cause) {
    const heading = this.#headings.findLast(({ page }) => page <= this.#page)?.words ?? '';
    const marks = this.#headings.flatMap(({ share }) => share ?? []);
    this.#onTurn({ page: this.#page, count: this.#count, heading, marks }, cause);
  }

  /** Notes where the headings stand; only those of the second level divide the book. */
  #findHeadings() {
    const headings = [...this.#text.querySelectorAll<HTMLElement>('.prose > :is(h2, h3)')];
    const total = this.#count * this.#step;
    this.#headings = headings.map((one) => ({
      words: one.textContent ?? '',
      page: this.pageOf(one),
      share: one.localName === 'h2' ? this.offsetOf(one) / total : undefined,
    }));
  }

  /** Makes what keeps no line as long as whole lines, so that the lines of all columns meet. */
  #fitBlocks() {
    const line = Number.parseFloat(getComputedStyle(this.#text).lineHeight);
    if (!(line > 0)) return;
    for (const block of this.#text.querySelectorAll<HTMLElement>(blocks)) {
      block.style.margin = '';
      if (this.isVertical) this.#fitAcross(block, line);
      else if (block.getClientRects().length === 1) {
        const { height } = block.getBoundingClientRect();
        block.style.marginBottom = `${restOfLine(height, line)}px`;
      }
    }
  }

  /** In vertical lines, which have no columns: what would lie across the edge of a page begins on the next. */
  #fitAcross(block: HTMLElement, line: number) {
    const { width } = block.getBoundingClientRect();
    const into = this.offsetOf(block) % this.#step;
    const jump = into + width > this.#step ? Math.round(this.#step - into + 1) : 0;
    block.style.marginRight = `${jump}px`;
    block.style.marginLeft = `${restOfLine(width, line)}px`;
  }
}

/** Rest of the last line that a block and a little room after it take; nothing after a block that is not shown. */
function restOfLine(length: number, line: number) {
  return length === 0 ? 0 : Math.ceil((length + 8) / line) * line - length;
}
