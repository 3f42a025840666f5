import { syntaxTree } from '@codemirror/language';
import { type EditorState, Facet, StateEffect, StateField } from '@codemirror/state';
import type { FileGroup } from '@mojian/contract/core/attachment-kinds';
import type { OwnPictures } from '@mojian/contract/core/uploads';
import { type FoundPicture, findPictures } from './picture-syntax.ts';

export type OwnFiles = {
  /** Lists a group of the member's own files, the newest first; `before` goes on from an earlier answer. */
  list: (query: { group: FileGroup; name: string; before?: string }) => Promise<OwnPictures>;
  /** Bytes of the largest attachment that the member may upload; 0 for none. */
  findLargest: () => Promise<number>;
};

export const ownFiles = Facet.define<OwnFiles, OwnFiles | undefined>({ combine: ([first]) => first });

/** Opens the card of the picture at or behind a position, or closes it. */
export const openCard = StateEffect.define<number>();
export const closeCard = StateEffect.define<null>();

/** The picture whose card is open: that of a pressed slip, or the one in which the caret stands. */
export const openedPicture = StateField.define<FoundPicture | null>({
  create: () => null,
  update(shown, { changes, docChanged, selection, effects, state }) {
    for (const effect of effects) {
      if (effect.is(closeCard)) return null;
      if (effect.is(openCard)) return pictureFrom(state, effect.value);
    }
    if (docChanged) return shown && pictureFrom(state, changes.mapPos(shown.from, -1));
    return selection ? pictureAround(state) : shown;
  },
});

function pictureFrom(state: EditorState, position: number): FoundPicture | null {
  const line = state.doc.lineAt(Math.min(position, state.doc.length));
  return placed(state, line.from, ({ to }) => line.from + to > position);
}

/** Finds the picture that the caret stands in, outside of code. */
function pictureAround(state: EditorState): FoundPicture | null {
  const { main } = state.selection;
  const line = state.doc.lineAt(main.head);
  const head = main.head - line.from;
  return main.empty ? placed(state, line.from, ({ from, to }) => from < head && head < to) : null;
}

function placed(state: EditorState, lineFrom: number, isIt: (picture: FoundPicture) => boolean): FoundPicture | null {
  const { text } = state.doc.lineAt(lineFrom);
  if (state.readOnly || !text.includes('![')) return null;
  const found = findPictures(text).find(isIt);
  if (!found || isCode(state, lineFrom + found.from)) return null;
  return { ...found, from: lineFrom + found.from, to: lineFrom + found.to };
}

export function isCode(state: EditorState, at: number): boolean {
  const node = syntaxTree(state).resolveInner(at, 1);
  return /Code/.test(node.name) || /Code/.test(node.parent?.name ?? '');
}
