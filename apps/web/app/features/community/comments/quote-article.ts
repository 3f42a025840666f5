import { buttonElement } from '../../../ui/button-element.ts';
import { formKey, type Target } from './deps.ts';
import { passageIn, quoteAt, readDraft } from './drafts.ts';
import './quote-article.css';

/** Offers to quote selected text in a comment. */
export function offerQuotesOf(page: HTMLElement, target: Target, signal: AbortSignal) {
  const section = page.querySelector<HTMLElement>('#comments:not([data-closed])');
  if (!section) return;
  const quote = (passage: string) => {
    quoteAt(formKey(target), passage);
    section.scrollIntoView({ block: 'start' });
    // focusing the served field opens the interactive comments and keeps the field's text
    const field = section.querySelector<HTMLTextAreaElement>('.served-comments textarea');
    if (!field) return;
    field.value = readDraft(formKey(target)).text;
    field.focus({ preventScroll: true });
    field.setSelectionRange(field.value.length, field.value.length);
  };
  offerQuote({ root: page, within: '.prose', quote, signal });
}

type OfferQuoteOptions = {
  root: HTMLElement;
  /** Selector of the elements a passage may be quoted from. */
  within: string;
  quote: (passage: string, element: Element) => void;
  signal: AbortSignal;
};

const pause = 200;
const margin = 8;

/** Shows a button beside a selection to quote it. */
export function offerQuote({ root, within, quote, signal }: OfferQuoteOptions) {
  let button: HTMLButtonElement | undefined;
  let waiting: ReturnType<typeof setTimeout>;
  const hide = () => {
    button?.remove();
    button = undefined;
  };
  const show = () => {
    hide();
    const found = passageIn(root, within);
    const selected = getSelection();
    if (!found || !selected || signal.aborted) return;
    button = buttonElement('btn btn-sm comment-quote-button', '引用', () => {
      hide();
      selected.removeAllRanges();
      quote(found.passage, found.element);
    });
    // keeps the selection
    button.addEventListener('pointerdown', (event) => event.preventDefault());
    document.body.append(button);
    putBeside(button, selected.getRangeAt(0).getBoundingClientRect());
  };
  const onChange = () => {
    clearTimeout(waiting);
    if (getSelection()?.isCollapsed) hide();
    else waiting = setTimeout(show, pause);
  };
  document.addEventListener('selectionchange', onChange, { signal });
  signal.addEventListener('abort', hide);
}

/** Above the selection; below where the browser's own menu is above or there is no room. */
function putBeside(button: HTMLElement, { top, bottom, left, width }: DOMRect) {
  const { offsetWidth, offsetHeight } = button;
  const isBelow = matchMedia('(pointer: coarse)').matches || top < offsetHeight + 72;
  const y = isBelow ? bottom + margin * 2 : top - offsetHeight - margin;
  const x = left + width / 2 - offsetWidth / 2;
  button.style.top = `${scrollY + Math.min(y, innerHeight - offsetHeight - margin)}px`;
  button.style.left = `${scrollX + Math.max(margin, Math.min(x, document.documentElement.clientWidth - offsetWidth - margin))}px`;
}
