import { type Extension, StateEffect } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { loadPart } from '../../../../ui/load-part.ts';
import type { EditorDeps } from '../context.ts';
import { richPaste } from '../paste/rich-paste.ts';
import { choosePictures, pictureIntake } from '../pictures/picture-intake.ts';
import type { PictureSizes } from '../preview/picture-sizes.ts';
import { markdownTyping, toolKeys } from './markdown-typing.ts';
import { Outline } from './outline.tsx';
import { Toolbar } from './toolbar/toolbar.tsx';

export type TextTools = ReturnType<typeof createTextTools>;

/** Everything around the bare text, which no first key waits for. */
export function createTextTools({ reading, upload }: EditorDeps, sizes: PictureSizes) {
  const onArrived = sizes.remember;
  const take = (url: string) => reading.files.take({ body: { url } });
  const extension: Extension = [richPaste({ take, onArrived }), pictureIntake({ upload, onArrived }), markdownTyping];
  return { extension, keys: toolKeys, addTypingHelp, choosePictures, Toolbar, Outline };
}

/** Adds what helps after the first key: the menu behind `/`, closing brackets. */
function addTypingHelp(view: EditorView, isGone: () => boolean) {
  loadPart(
    () => import('./typing-help.ts'),
    ({ typingHelp }) => {
      if (!isGone()) view.dispatch({ effects: StateEffect.appendConfig.of(typingHelp) });
    },
  );
}
