import type { EditorView } from '@codemirror/view';
import type { Shown } from './patch-blocks.ts';
import { type Ends, lineAtTop, topOfLine } from './places.ts';

type Given = {
  view: EditorView;
  /** What scrolls, and within it the text. */
  pane: HTMLElement;
  prose: HTMLElement;
  shown: () => Shown[];
};

/**
 * Text and preview scroll together: the line at the top of one is at the top of the other, and the ends meet. Whichever
 * the reader moves leads; what follows is not taken for the reader's own. `follow` has the preview catch up once it is
 * drawn anew, unless it is the one that leads.
 */
export function syncScroll({ view, pane, prose, shown }: Given): { follow: () => void; stop: () => void } {
  const ending = new AbortController();
  const { scrollDOM } = view;
  const followed = new Map<HTMLElement, number>(); // who was moved by us, and to where
  const move = (element: HTMLElement, top: number) => {
    const before = element.scrollTop;
    element.scrollTop = top;
    if (element.scrollTop !== before) followed.set(element, element.scrollTop);
  };
  let leader: HTMLElement = scrollDOM;
  const lead = (element: HTMLElement, follow: () => void) => {
    let frame = 0;
    const onScroll = () => {
      const to = followed.get(element);
      followed.delete(element);
      if (to !== undefined && Math.abs(element.scrollTop - to) < 2) return;
      leader = element;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(follow);
    };
    element.addEventListener('scroll', onScroll, { passive: true, signal: ending.signal });
    ending.signal.addEventListener('abort', () => cancelAnimationFrame(frame));
  };

  const ends = () => endsOf(view, prose);
  const followText = () => {
    if (atEnd(scrollDOM) !== undefined) return move(pane, atEnd(scrollDOM) === 'top' ? 0 : pane.scrollHeight);
    move(pane, topOfLine(shown(), topLineOf(view), ends()) - margin);
  };
  lead(scrollDOM, followText);
  lead(pane, () => {
    if (atEnd(pane) !== undefined) return move(scrollDOM, atEnd(pane) === 'top' ? 0 : scrollDOM.scrollHeight);
    move(scrollDOM, scrollTopOf(view, lineAtTop(shown(), pane.scrollTop + margin, ends())));
  });
  const follow = () => {
    if (leader === scrollDOM) followText();
  };
  return { follow, stop: () => ending.abort() };
}

/** Pixels between the top of the pane and the line both are led by. */
const margin = 24;

export function endsOf(view: EditorView, prose: HTMLElement): Ends {
  return { lines: view.state.doc.lines, top: prose.offsetTop, bottom: prose.offsetTop + prose.offsetHeight };
}

function atEnd({ scrollTop, scrollHeight, clientHeight }: HTMLElement) {
  if (scrollTop <= 0) return 'top';
  return scrollTop + clientHeight >= scrollHeight - 1 ? 'bottom' : undefined;
}

/** The line at the top of the editor, from 0, with the fraction of it that is above. */
function topLineOf(view: EditorView): number {
  const height = view.scrollDOM.scrollTop - view.documentPadding.top + margin;
  const block = view.lineBlockAtHeight(height);
  const line = view.state.doc.lineAt(block.from).number - 1;
  return line + Math.min(1, Math.max(0, (height - block.top) / Math.max(1, block.height)));
}

function scrollTopOf(view: EditorView, line: number): number {
  const number = Math.min(view.state.doc.lines, Math.max(1, Math.floor(line) + 1));
  const block = view.lineBlockAt(view.state.doc.line(number).from);
  return block.top + block.height * (line - Math.floor(line)) + view.documentPadding.top - margin;
}
