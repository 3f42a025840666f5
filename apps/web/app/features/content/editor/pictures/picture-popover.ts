import { syntaxTree } from '@codemirror/language';
import { type EditorState, StateEffect, StateField } from '@codemirror/state';
import { type EditorView, keymap, showTooltip, type Tooltip } from '@codemirror/view';
import { type FoundPicture, findPictures } from './picture-syntax.ts';
import { createPopover } from './popover-view.ts';

const closePopover = StateEffect.define<null>();

/** Shown while the caret is on a picture: its words, its caption, its width. Alt+Enter leads into it, Escape back. */
export const picturePopover = StateField.define<FoundPicture | null>({
  create: () => null,
  update(shown, transaction) {
    const { docChanged, selection, effects, state } = transaction;
    if (effects.some((effect) => effect.is(closePopover))) return null;
    if (!docChanged && !selection) return shown;
    // typing a picture by hand is not yet asking for it; what stands already stays while it is changed
    return docChanged && !shown ? null : pictureAt(state);
  },
  provide: (field) => [
    showTooltip.from(field, (picture): Tooltip | null => picture && { pos: picture.from, above: false, create }),
    keymap.of([
      { key: 'Alt-Enter', run: enter },
      { key: 'Escape', run: (view) => close(view, field) },
    ]),
  ],
});

const create = (view: EditorView) =>
  createPopover(view, {
    picture: () => view.state.field(picturePopover),
    close: () => {
      view.dispatch({ effects: closePopover.of(null) });
      view.focus();
    },
  });

/** The picture the caret is on, if one is written there and not meant as code. */
function pictureAt(state: EditorState): FoundPicture | null {
  const { main } = state.selection;
  const line = state.doc.lineAt(main.head);
  if (main.to - main.from > 0 || !line.text.includes('![')) return null;
  const head = main.head - line.from;
  const found = findPictures(line.text).find(({ from, to }) => from <= head && head <= to);
  if (!found || isCode(state, line.from + found.from)) return null;
  return { ...found, from: line.from + found.from, to: line.from + found.to };
}

function isCode(state: EditorState, at: number): boolean {
  const node = syntaxTree(state).resolveInner(at, 1);
  return /Code/.test(node.name) || /Code/.test(node.parent?.name ?? '');
}

function enter(view: EditorView): boolean {
  const field = view.dom.querySelector<HTMLElement>('.picture-popover input');
  field?.focus();
  return field !== null;
}

function close(view: EditorView, field: StateField<FoundPicture | null>): boolean {
  if (!view.state.field(field)) return false;
  view.dispatch({ effects: closePopover.of(null) });
  return true;
}
