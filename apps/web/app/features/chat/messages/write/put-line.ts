import { putIn } from '../../../core/writing/put-in.ts';

/** A line break at the caret. By the old command it can be undone with Ctrl Z; without it, it is put in all the same. */
export function putLine(area: HTMLTextAreaElement | null, setText: (text: string) => void) {
  if (area && document.execCommand('insertText', false, '\n')) setText(area.value);
  else putIn(area, '\n', setText);
}
