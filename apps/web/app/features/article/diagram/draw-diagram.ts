import type { FrameAnswer, FrameOrder } from './diagram-frame.ts';
import './diagram.css';
import frameScript from './diagram-frame.ts?worker&url';

/**
 * Has a diagram drawn in a frame of its own: mermaid needs inline styles, and what it draws comes from an author, so it
 * works under another policy and, by `sandbox`, in another origin. Source and picture go to and fro as messages.
 */
export function drawDiagram(figure: HTMLElement, signal: AbortSignal) {
  const source = figure.querySelector('.mermaid-source');
  if (!source || signal.aborted) return;

  const frame = document.createElement('iframe');
  frame.sandbox.add('allow-scripts');
  frame.title = '图示';
  frame.src = `/diagram#${frameScript}`;

  const order = () => {
    const theme = document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
    const message: FrameOrder = { source: source.textContent ?? '', theme };
    // the frame has no origin that could be named; only this window holds it, and the source is no secret
    frame.contentWindow?.postMessage(message, '*');
  };
  const onAnswer = (event: MessageEvent<FrameAnswer>) => {
    if (event.source !== frame.contentWindow) return;
    const { data } = event;
    if ('ready' in data) order();
    else if ('fault' in data) showFault(figure, frame, data.fault);
    else {
      figure.classList.toggle('wide', data.wide);
      showDrawing(figure, frame, source, data.height);
    }
  };
  addEventListener('message', onAnswer, { signal });
  const theme = new MutationObserver(order);
  theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  signal.addEventListener('abort', () => theme.disconnect());
  figure.append(frame);
}

/** The drawing takes the place of its source, which stays within reach below it. */
function showDrawing(figure: HTMLElement, frame: HTMLIFrameElement, source: Element, height: number) {
  frame.style.height = `${Math.ceil(height)}px`;
  if (figure.classList.contains('drawn')) return;
  figure.classList.add('drawn');
  const words = document.createElement('summary');
  words.textContent = '源码';
  const fold = document.createElement('details');
  const wasFocused = document.activeElement === source;
  fold.append(words, source);
  figure.append(fold);
  if (wasFocused) words.focus({ preventScroll: true });
}

function showFault(figure: HTMLElement, frame: HTMLIFrameElement, fault: string) {
  frame.remove();
  const words = document.createElement('p');
  words.className = 'fault';
  words.textContent = `图示有误：${fault}`;
  figure.append(words);
}
