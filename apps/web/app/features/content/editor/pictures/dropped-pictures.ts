import { EditorView, ViewPlugin } from '@codemirror/view';
import { addPictures } from './add-pictures.ts';

/** The pictures of a paste or a drop. Text that comes along says that they are only its likeness, as from Word. */
export function picturesOf(data: DataTransfer | null): File[] {
  const pictures = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
  const hasText = data?.getData('text/plain').trim();
  return hasText ? [] : pictures;
}

const drops = EditorView.domEventHandlers({
  dragover(event) {
    if (!hasFiles(event) || !event.dataTransfer) return false;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    return true;
  },
  drop(event, view) {
    const pictures = picturesOf(event.dataTransfer);
    if (pictures.length === 0) return false;
    event.preventDefault();
    const at = view.posAtCoords({ x: event.clientX, y: event.clientY }, false);
    addPictures(view, pictures, at);
    view.focus();
    return true;
  },
});

/** A file dropped beside the text would be opened in place of the page, and what is being written would be left. */
const guard = ViewPlugin.define(() => {
  const ending = new AbortController();
  const refuse = (event: DragEvent) => {
    if (!hasFiles(event) || event.defaultPrevented) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
  };
  for (const type of ['dragover', 'drop'] as const) addEventListener(type, refuse, { signal: ending.signal });
  return { destroy: () => ending.abort() };
});

export const droppedPictures = [drops, guard];

function hasFiles({ dataTransfer }: DragEvent) {
  return dataTransfer?.types.includes('Files') ?? false;
}
