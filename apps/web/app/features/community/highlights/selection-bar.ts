import sprite from '@mojian/ui/icons.svg?url&no-inline';
import './selection-bar.css';

/** A part of the bar. */
export type BarChoice = { icon: string; words: string; act: () => void };

/** Distances from the selection, and from the edges of the window. */
const [above, edge] = [12, 8];
/** Height of the header, below which there is room above a selection. */
const header = 76;

/** Milliseconds a selection rests before the bar comes. */
const pause = 200;

/** Shows the bar while a sentence is selected. Alt+M focuses it, Escape closes it. */
export function watchBar(text: HTMLElement, signal: AbortSignal, choicesOf: (range: Range) => BarChoice[] | undefined) {
  let bar: ReturnType<typeof showBar> | undefined;
  let waiting: ReturnType<typeof setTimeout>;
  const hide = () => {
    bar?.remove();
    bar = undefined;
  };
  const show = () => {
    hide();
    const selection = getSelection();
    if (signal.aborted || !selection || selection.isCollapsed || !text.contains(selection.anchorNode)) return;
    const range = selection.getRangeAt(0);
    const choices = choicesOf(range);
    if (!choices) return;
    const closing = (act: () => void) => () => {
      act();
      hide();
    };
    bar = showBar(
      choices.map((choice) => ({ ...choice, act: closing(choice.act) })),
      range,
      hide,
    );
  };
  const onSelect = () => {
    clearTimeout(waiting);
    // focus in the bar leaves the selection as it is
    if (getSelection()?.isCollapsed) hide();
    else waiting = setTimeout(show, pause);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') hide();
    if (!event.altKey || event.code !== 'KeyM') return;
    if (!bar) show();
    if (!bar) return;
    event.preventDefault();
    bar.focus();
  };
  document.addEventListener('selectionchange', onSelect, { signal });
  document.addEventListener('keydown', onKey, { signal });
  const onResize = () => {
    hide();
    onSelect();
  };
  addEventListener('resize', onResize, { signal });
  signal.addEventListener('abort', hide);
  onSelect();
}

/** Shows what can be done with a selected sentence: beside it, on touch at the foot, where the system has no menu. */
function showBar(choices: BarChoice[], range: Range, close: () => void) {
  const bar = document.createElement('div');
  bar.className = 'selection-bar';
  bar.setAttribute('role', 'toolbar');
  bar.setAttribute('aria-label', '选中的句子');
  const buttons = choices.map(choiceElement);
  bar.append(...buttons);
  // keeps the selection
  bar.addEventListener('pointerdown', (event) => event.preventDefault());
  bar.addEventListener('keydown', (event) => walk(event, buttons));
  bar.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  });
  document.body.append(bar);
  if (matchMedia('(pointer: coarse)').matches) bar.classList.add('selection-bar-foot');
  else placeBeside(bar, range);
  return { focus: () => buttons[0]?.focus({ preventScroll: true }), remove: () => bar.remove() };
}

function choiceElement({ icon, words, act }: BarChoice) {
  const button = document.createElement('button');
  button.type = 'button';
  button.append(icon === 'seal' ? sealElement() : iconElement(icon), words);
  button.addEventListener('click', act);
  return button;
}

function iconElement(name: string) {
  const space = 'http://www.w3.org/2000/svg';
  const icon = document.createElementNS(space, 'svg');
  icon.setAttribute('class', 'icon');
  icon.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(space, 'use');
  use.setAttribute('href', `${sprite}#${name}`);
  icon.append(use);
  return icon;
}

function sealElement() {
  const seal = Object.assign(document.createElement('span'), { className: 'selection-bar-seal', textContent: '笺' });
  seal.setAttribute('aria-hidden', 'true');
  return seal;
}

function walk(event: KeyboardEvent, buttons: HTMLElement[]) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  buttons[(at + step + buttons.length) % buttons.length]?.focus({ preventScroll: true });
}

/** Above the first line of the selection, its tip at the middle; below the last line when there is no room. */
function placeBeside(bar: HTMLElement, range: Range) {
  const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
  const whole = range.getBoundingClientRect();
  const first = lines[0] ?? whole;
  const last = lines.at(-1) ?? whole;
  const { offsetWidth, offsetHeight } = bar;
  const isBelow = first.top - offsetHeight - above < header;
  const line = isBelow ? last : first;
  const middle = lines.length > 1 ? whole.left + whole.width / 2 : line.left + line.width / 2;
  const left = Math.max(
    edge,
    Math.min(middle - offsetWidth / 2, document.documentElement.clientWidth - offsetWidth - edge),
  );
  const top = isBelow ? line.bottom + above : line.top - offsetHeight - above;
  bar.classList.toggle('selection-bar-below', isBelow);
  bar.style.left = `${scrollX + left}px`;
  bar.style.top = `${scrollY + top}px`;
  bar.style.setProperty('--tip', `${Math.max(16, Math.min(middle - left, offsetWidth - 16))}px`);
}
