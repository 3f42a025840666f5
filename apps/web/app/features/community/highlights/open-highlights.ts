import { findQuote, type Quote } from '@mojian/markdown/find-quote';
import { othersHighlightsKey } from '../../../storage/look-keys.ts';
import { readStored } from '../../../storage/stored-json.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { loadPart } from '../../../ui/load-part.ts';
import { toast } from '../../../ui/toast.ts';
import { type HighlightDeps, type Own, openKey, type Sentence } from './deps.ts';
import { drawLines, eraseLines, type Line } from './drawn-highlights.ts';
import { createHighlights } from './own-highlights.ts';
import { type BarChoice, watchBar } from './selection-bar.ts';
import { charactersIn, quoteIn, readText } from './text-characters.ts';

/** Draws the highlights of an article's text and offers to mark a selected sentence or write about it. */
export async function openHighlights(text: HTMLElement, deps: HighlightDeps, signal: AbortSignal) {
  const shown = new ShownHighlights(text, deps);
  const draw = () => shown.draw();
  watchBar(text, signal, (range) => shown.choicesFor(range));
  // the text is replaced when it is unlocked
  const watcher = new MutationObserver(draw);
  watcher.observe(text, { childList: true });
  addEventListener('mojian:highlights', draw, { signal });
  signal.addEventListener('abort', () => {
    watcher.disconnect();
    shown.close();
  });
  await shown.load();
  const begun = readStored<Sentence>('sessionStorage', openKey(deps.article.id));
  if (begun && !signal.aborted) await shown.think(begun, true);
}

const loadQuoteCard = () => import('../../content/quote-cards/open-quote-card.tsx');

/** People from whom on their number is told. */
const crowd = 3;

class ShownHighlights {
  readonly #text: HTMLElement;
  readonly #deps: HighlightDeps;
  readonly #highlights: ReturnType<typeof createHighlights>;
  #panel: { close: () => void } | undefined;
  /** The sentence whose thoughts are open. */
  #chosen: Quote | undefined;

  constructor(text: HTMLElement, deps: HighlightDeps) {
    this.#text = text;
    this.#deps = deps;
    this.#highlights = createHighlights(deps);
  }

  async load() {
    await this.#highlights.load();
    this.draw();
  }

  close() {
    this.#panel?.close();
  }

  draw() {
    eraseLines(this.#text);
    const read = readText(this.#text);
    const at = (quote: Quote, line: Omit<Line, 'start' | 'end'>): Line[] => {
      const found = findQuote(read, quote);
      return found ? [{ ...found, ...line }] : [];
    };
    const hidesOthers = readStored<boolean>('localStorage', othersHighlightsKey) === false;
    const others = hidesOthers ? [] : this.#highlights.passages();
    drawLines(read, [
      ...others.flatMap((passage) => at(passage, this.#lineOf({ ...passage, quote: passage }))),
      ...this.#highlights
        .own()
        .flatMap((own) => at(own, { kind: 'own', onPress: () => void this.#thinkOf(own, false) })),
      ...(this.#chosen ? at(this.#chosen, { kind: 'chosen' }) : []),
    ]);
  }

  #lineOf(sentence: Sentence) {
    const { people, thoughts } = sentence;
    const counts = [people > 0 && `${people} 人划过`, thoughts > 0 && `${thoughts} 条想法`];
    return {
      kind: 'others' as const,
      number: people < crowd ? '' : `${people}`,
      label: `这一句${counts.filter(Boolean).join('，')}`,
      onPress: () => void this.think(sentence, false),
    };
  }

  /** Opens the thoughts about a sentence, with the caret in the form if the reader came to write. */
  async think({ quote, ...others }: Sentence, isWriting: boolean) {
    const sentence = { quote: withoutCounts(quote), ...others };
    this.#panel?.close();
    this.#chosen = sentence.quote;
    this.draw();
    const { openThoughts } = await import('./thoughts.tsx');
    this.#panel = openThoughts(this.#text, sentence, {
      deps: this.#deps,
      isWriting,
      onPosted: () => void this.load(),
      onClosed: () => {
        this.#panel = undefined;
        this.#chosen = undefined;
        this.draw();
      },
    });
  }

  /** Opens the thoughts about a quote; where it shares characters with a passage of others, those about the passage. */
  #thinkOf(quote: Quote, isWriting: boolean) {
    const met = this.#overlapping(quote, this.#highlights.passages())[0];
    const { ids = [], people = 0, thoughts = 0 } = met ?? {};
    return this.think({ quote, ids, people, thoughts }, isWriting);
  }

  #overlapping<Place extends Quote>(quote: Quote, others: Place[]) {
    const read = readText(this.#text);
    const range = findQuote(read, quote);
    return others.filter((other) => {
      const place = findQuote(read, other);
      return range && place && place.start < range.end && range.start < place.end;
    });
  }

  /** Lists what can be done with a selected range; undefined where it is no sentence. */
  choicesFor(range: Range): BarChoice[] | undefined {
    const read = readText(this.#text);
    const characters = charactersIn(read, this.#text, range);
    if (!characters) return undefined;
    const quote = quoteIn(read, characters);
    const marked = this.#overlapping<Own>(quote, this.#highlights.own());
    const write = () => {
      getSelection()?.removeAllRanges();
      void this.#thinkOf(quote, true);
    };
    return [
      {
        icon: 'underline',
        words: marked.length > 0 ? '取消划线' : '划线',
        act: () => void this.#mark(quote, marked),
      },
      ...(this.#deps.article.commenting === 'open' ? [{ icon: 'talk', words: '写想法', act: write }] : []),
      { icon: 'copy', words: '复制', act: () => void copySelected() },
      { icon: 'seal', words: '做成笺', act: () => this.#openQuoteCard(range.toString()) },
    ];
  }

  #openQuoteCard(words: string) {
    const { article, quoteCards } = this.#deps;
    getSelection()?.removeAllRanges();
    loadPart(loadQuoteCard, (part) =>
      part.openQuoteCard({ kind: 'article', id: article.id, words, calls: quoteCards }),
    );
  }

  async #mark(quote: Quote, marked: Own[]) {
    getSelection()?.removeAllRanges();
    const change = marked.length > 0 ? this.#highlights.remove(marked) : this.#highlights.add(quote);
    await change.catch(() => {}); // a toast said so
    this.draw();
  }
}

/** The quote of a passage or of one's own highlight, as a call takes it. */
function withoutCounts({ words, before, after, position }: Quote): Quote {
  return { words, before, after, position };
}

/** The page's own answer to copying adds the source and says so. */
async function copySelected() {
  const words = getSelection()?.toString() ?? '';
  if (!document.execCommand('copy') && !(await copyText(words))) toast('error', '没有复制成功，请用键盘再试');
}
