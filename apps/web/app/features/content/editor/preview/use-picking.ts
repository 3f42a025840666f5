import type { EditorView } from '@codemirror/view';
import type { MouseEvent, RefObject } from 'react';
import { copyCode } from '../../article/copy-code.ts';
import { elementOf, type Shown } from './patch-blocks.ts';
import { lineAtTop } from './places.ts';
import { endsOf } from './sync-scroll.ts';

type Given = {
  view: EditorView | null;
  pane: RefObject<HTMLElement | null>;
  prose: RefObject<HTMLElement | null>;
  shown: RefObject<Shown[]>;
};

/** A click in the preview puts the caret there; code is copied, and no link leads away from what is being written. */
export function usePicking({ view, pane, prose, shown }: Given) {
  return (event: MouseEvent) => {
    const target = event.target as HTMLElement;
    const link = target.closest('a');
    const copy = target.closest<HTMLElement>('[data-copy]');
    if (copy) void copyCode(copy);
    else if (link) follow(link, event, pane.current);
    else if (view && prose.current?.contains(target) && !target.closest('summary') && !hasMarked())
      putCaret(view, event, { shown: shown.current, pane: pane.current, prose: prose.current });
  };
}

type Panes = { shown: Shown[]; pane: HTMLElement | null; prose: HTMLElement };

function putCaret(view: EditorView, event: MouseEvent, panes: Panes) {
  const target = event.target as HTMLElement;
  const block = panes.shown.find((one) => elementOf(one)?.contains(target));
  if (!block) return;
  const isPicture = target instanceof HTMLImageElement;
  const anchor = isPicture ? placeOfPicture(view, target, block.line) : placeOf(view, event, panes);
  view.dispatch({ selection: { anchor }, scrollIntoView: true });
  view.focus();
}

/** Whether someone marks words, and wants no caret elsewhere. */
function hasMarked() {
  return getSelection()?.isCollapsed === false;
}

function placeOf(view: EditorView, { clientY }: MouseEvent, { shown, pane, prose }: Panes): number {
  const top = clientY - (pane?.getBoundingClientRect().top ?? 0) + (pane?.scrollTop ?? 0);
  const line = Math.floor(lineAtTop(shown, top, endsOf(view, prose)));
  return view.state.doc.line(Math.min(view.state.doc.lines, Math.max(1, line + 1))).from;
}

function placeOfPicture(view: EditorView, picture: HTMLImageElement, line: number): number {
  const { doc } = view.state;
  const { from } = doc.line(Math.min(doc.lines, line + 1));
  const found = doc.sliceString(from).indexOf(picture.getAttribute('src') ?? '');
  return found < 0 ? from : from + found;
}

/** Places within the text are shown; everything else opens beside the editor. */
function follow(link: HTMLAnchorElement, event: MouseEvent, pane: HTMLElement | null) {
  event.preventDefault();
  const written = link.getAttribute('href') ?? '';
  if (!written.startsWith('#')) return void open(link.href, '_blank', 'noopener,noreferrer');
  const name = decodeURIComponent(written.slice(1));
  pane?.querySelector(`[id="${CSS.escape(name)}"]`)?.scrollIntoView({ block: 'start' });
}
