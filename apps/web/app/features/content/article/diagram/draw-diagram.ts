import { buttonElement } from '../../../../ui/button-element.ts';
import { loadPart } from '../../../../ui/load-part.ts';
import { askFrame } from './ask-frame.ts';
import './diagram.css';

/** Renders a diagram in place of its source; a click enlarges it. */
export function drawDiagram(figure: HTMLElement, signal: AbortSignal) {
  const source = figure.querySelector('.mermaid-source');
  if (!source || signal.aborted) return;

  const text = source.textContent ?? '';
  const { frame, again } = askFrame({
    signal,
    order: () => ({ source: text, theme: document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light' }),
    onAnswer: (answer) => {
      if ('fault' in answer) return showFault(figure, frame, answer.fault);
      if ('pressed' in answer) return enlarge(figure, text);
      if (!('wide' in answer)) return;
      figure.classList.toggle('diagram-wide', answer.wide);
      showDrawing(figure, frame, source, answer.height);
    },
  });
  const theme = new MutationObserver(again);
  theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  signal.addEventListener('abort', () => theme.disconnect());
  figure.append(frame);
}

/** Shows the diagram and folds its source below. */
function showDrawing(figure: HTMLElement, frame: HTMLIFrameElement, source: Element, height: number) {
  frame.style.height = `${Math.ceil(height)}px`;
  if (figure.classList.contains('diagram-drawn')) return;
  figure.classList.add('diagram-drawn');
  const words = document.createElement('summary');
  words.textContent = '源码';
  const fold = document.createElement('details');
  const wasFocused = document.activeElement === source;
  const larger = buttonElement('diagram-larger', '放大', () => enlarge(figure, source.textContent ?? ''));
  larger.ariaHasPopup = 'dialog';
  fold.append(words, source);
  figure.append(larger, fold);
  if (wasFocused) words.focus({ preventScroll: true });
}

function enlarge(figure: HTMLElement, source: string) {
  // a press inside the frame leaves no focus to return to
  figure.querySelector<HTMLElement>('.diagram-larger')?.focus({ preventScroll: true });
  loadPart(
    () => import('./enlarge-diagram.tsx'),
    ({ enlargeDiagram }) => enlargeDiagram(source),
  );
}

function showFault(figure: HTMLElement, frame: HTMLIFrameElement, fault: string) {
  frame.remove();
  const words = document.createElement('p');
  words.className = 'fault';
  words.textContent = `图示有误：${fault}`;
  figure.append(words);
}
