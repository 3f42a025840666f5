import type { EditorView } from '@codemirror/view';
import { plainAddress } from '@mojian/ui/shown-pictures';
import type { MouseEvent, RefObject } from 'react';
import { copyPressed } from '../../article/copy-code.ts';
import { elementOf, type RenderedBlock } from './blocks.ts';

type SyncScrollOptions = {
  view: EditorView;
  /** Scroll container, and the text in it. */
  pane: HTMLElement;
  prose: HTMLElement;
  shown: () => RenderedBlock[];
};

/**
 * Synchronizes scrolling of text and preview by the top line; both ends meet. Programmatic scrolls are ignored.
 * `follow` realigns the preview after a render, unless it is leading.
 */
export function syncScroll({ view, pane, prose, shown }: SyncScrollOptions): { follow: () => void; stop: () => void } {
  const ending = new AbortController();
  const { scrollDOM } = view;
  const followed = new Map<HTMLElement, number>(); // programmatic scrolls and their targets
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

  const ends = () => contentBounds(view, prose);
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

/** Offset in pixels of the line that is aligned. */
const margin = 24;

function contentBounds(view: EditorView, prose: HTMLElement): Bounds {
  return { lines: view.state.doc.lines, top: prose.offsetTop, bottom: prose.offsetTop + prose.offsetHeight };
}

function atEnd({ scrollTop, scrollHeight, clientHeight }: HTMLElement) {
  if (scrollTop <= 0) return 'top';
  return scrollTop + clientHeight >= scrollHeight - 1 ? 'bottom' : undefined;
}

/** Zero-based line at the top of the editor, with a fraction. */
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

/** Maps a source line to a pixel offset, interpolating between blocks. */
function topOfLine(shown: RenderedBlock[], line: number, ends: Bounds): number {
  const next = firstAfter(shown, (block) => block.line > line);
  const from = pointOf(shown, next - 1) ?? { line: 0, top: ends.top };
  const to = pointOf(shown, next) ?? { line: Math.max(ends.lines, from.line + 1), top: ends.bottom };
  return from.top + (to.top - from.top) * share(line, from.line, to.line);
}

/** Maps a pixel offset to a source line with a fraction. */
function lineAtTop(shown: RenderedBlock[], top: number, ends: Bounds): number {
  const next = firstAfter(shown, (block) => (elementOf(block)?.offsetTop ?? 0) > top);
  const from = pointOf(shown, next - 1) ?? { line: 0, top: ends.top };
  const to = pointOf(shown, next) ?? { line: ends.lines, top: ends.bottom };
  return from.line + (to.line - from.line) * share(top, from.top, to.top);
}

/** Line count and vertical bounds of the content. */
type Bounds = { lines: number; top: number; bottom: number };

/** Binary search; blocks ascend by line and by position. */
function firstAfter(shown: RenderedBlock[], isAfter: (block: RenderedBlock) => boolean): number {
  let low = 0;
  let high = shown.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const block = shown[middle];
    if (block && isAfter(block)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function pointOf(shown: RenderedBlock[], index: number): { line: number; top: number } | undefined {
  const block = shown[index];
  return block && { line: block.line, top: elementOf(block)?.offsetTop ?? 0 };
}

function share(at: number, from: number, to: number) {
  return to <= from ? 0 : Math.min(1, Math.max(0, (at - from) / (to - from)));
}

type PickingOptions = {
  view: EditorView | null;
  pane: RefObject<HTMLElement | null>;
  prose: RefObject<HTMLElement | null>;
  shown: RefObject<RenderedBlock[]>;
};

/** Clicks move the caret to the source; copy buttons copy; links open in a new tab. */
export function useClickToEdit({ view, pane, prose, shown }: PickingOptions) {
  return (event: MouseEvent) => {
    const target = event.target as HTMLElement;
    const link = target.closest('a');
    if (copyPressed(target)) return;
    if (link) follow(link, event, pane.current);
    else if (view && prose.current?.contains(target) && !target.closest('summary') && !hasMarked())
      putCaret(view, event, { shown: shown.current, pane: pane.current, prose: prose.current });
  };
}

type Panes = { shown: RenderedBlock[]; pane: HTMLElement | null; prose: HTMLElement };

function putCaret(view: EditorView, event: MouseEvent, panes: Panes) {
  const target = event.target as HTMLElement;
  const block = panes.shown.find((one) => elementOf(one)?.contains(target));
  if (!block) return;
  const isPicture = target instanceof HTMLImageElement;
  const anchor = isPicture ? placeOfPicture(view, target, block.line) : placeOf(view, event, panes);
  view.dispatch({ selection: { anchor }, scrollIntoView: true });
  view.focus();
}

function hasMarked() {
  return getSelection()?.isCollapsed === false;
}

function placeOf(view: EditorView, { clientY }: MouseEvent, { shown, pane, prose }: Panes): number {
  const top = clientY - (pane?.getBoundingClientRect().top ?? 0) + (pane?.scrollTop ?? 0);
  const line = Math.floor(lineAtTop(shown, top, contentBounds(view, prose)));
  return view.state.doc.line(Math.min(view.state.doc.lines, Math.max(1, line + 1))).from;
}

function placeOfPicture(view: EditorView, picture: HTMLImageElement, line: number): number {
  const { doc } = view.state;
  const { from } = doc.line(Math.min(doc.lines, line + 1));
  const found = doc.sliceString(from).indexOf(plainAddress(picture.getAttribute('src') ?? ''));
  return found < 0 ? from : from + found;
}

/** Scrolls to anchors; opens other links in a new tab. */
function follow(link: HTMLAnchorElement, event: MouseEvent, pane: HTMLElement | null) {
  event.preventDefault();
  const written = link.getAttribute('href') ?? '';
  if (!written.startsWith('#')) return void open(link.href, '_blank', 'noopener,noreferrer');
  const name = decodeURIComponent(written.slice(1));
  pane?.querySelector(`[id="${CSS.escape(name)}"]`)?.scrollIntoView({ block: 'start' });
}
