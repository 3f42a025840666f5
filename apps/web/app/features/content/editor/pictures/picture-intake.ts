import type { Extension } from '@codemirror/state';
import { dropCursor, EditorView, ViewPlugin } from '@codemirror/view';
import { addPictures } from './add-pictures.ts';
import { comingField } from './coming.ts';
import { droppedPictures, picturesOf } from './dropped-pictures.ts';
import type { IntakeParts } from './intake-parts.ts';
import { picturePopover } from './picture-popover.ts';
import { PictureQueue } from './picture-queue.ts';
import './pictures.css';

/**
 * Takes pictures into the text: pasted, dropped, or given to `addPictures`. Each shows in its place at once and becomes
 * Markdown when it is uploaded.
 */
export function pictureIntake(parts: IntakeParts): Extension {
  const queue = ViewPlugin.define((view) => new PictureQueue(view, parts));
  return [comingField, queue, dropCursor(), pastedPictures, droppedPictures, picturePopover];
}

const pastedPictures = EditorView.domEventHandlers({
  paste(event, view) {
    const pictures = picturesOf(event.clipboardData);
    if (pictures.length === 0) return false;
    event.preventDefault();
    addPictures(view, pictures);
    return true;
  },
});
