import { passageIn } from './quote.ts';

type Given = {
  root: HTMLElement;
  /** What a passage may be of: one of these elements. */
  within: string;
  quote: (passage: string, element: Element) => void;
  signal: AbortSignal;
};

const patience = 200;
const margin = 8;

/** Offers a button beside a passage that is selected in the place, to quote it in a comment. */
export function offerQuote({ root, within, quote, signal }: Given) {
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
    button = document.createElement('button');
    button.type = 'button';
    button.className = 'btn sm quote-this';
    button.textContent = '引用';
    // the passage stays selected
    button.addEventListener('pointerdown', (event) => event.preventDefault());
    button.addEventListener('click', () => {
      hide();
      selected.removeAllRanges();
      quote(found.passage, found.element);
    });
    document.body.append(button);
    putBeside(button, selected.getRangeAt(0).getBoundingClientRect());
  };
  const onChange = () => {
    clearTimeout(waiting);
    if (getSelection()?.isCollapsed) hide();
    else waiting = setTimeout(show, patience);
  };
  document.addEventListener('selectionchange', onChange, { signal });
  signal.addEventListener('abort', hide);
}

/** Above the passage; below it where the browser's own menu stands above, and where there is no room. */
function putBeside(button: HTMLElement, { top, bottom, left, width }: DOMRect) {
  const { offsetWidth, offsetHeight } = button;
  const isBelow = matchMedia('(pointer: coarse)').matches || top < offsetHeight + 72;
  const y = isBelow ? bottom + margin * 2 : top - offsetHeight - margin;
  const x = left + width / 2 - offsetWidth / 2;
  button.style.top = `${scrollY + Math.min(y, innerHeight - offsetHeight - margin)}px`;
  button.style.left = `${scrollX + Math.max(margin, Math.min(x, document.documentElement.clientWidth - offsetWidth - margin))}px`;
}
