import type { EditorView } from '@codemirror/view';
import { useState } from 'react';
import type { EditorParts } from '../editor-parts.ts';
import { richPaste } from '../paste/rich-paste.ts';
import { pictureIntake } from '../pictures/picture-intake.ts';
import { createPictureSizes } from '../preview/picture-sizes.ts';

/** What text and preview share, made once for the time an article is open. */
export function useTextParts({ reading, upload }: EditorParts) {
  const [shared] = useState(() => {
    const sizes = createPictureSizes((addresses) => reading.files.sizes({ query: { addresses: addresses.join(',') } }));
    const onArrived = sizes.remember;
    const take = (url: string) => reading.files.take({ body: { url } });
    return { sizes, extensions: [richPaste({ take, onArrived }), pictureIntake({ upload, onArrived })] };
  });
  return shared;
}

/** Puts Markdown where the caret is. */
export function insertText(view: EditorView | null, text: string) {
  if (!view) return;
  view.dispatch(view.state.replaceSelection(text), { scrollIntoView: true, userEvent: 'input.paste' });
  view.focus();
}
