import { isolateHistory } from '@codemirror/commands';
import type { EditorView } from '@codemirror/view';
import { toast } from '../../../../ui/toast.ts';
import { addComing } from './coming.ts';
import { comingAt } from './coming-picture.ts';

const mostAtOnce = 20;

/** Puts pictures where the caret is, or at a place given, in their order; each in a paragraph of its own. */
export function addPictures(view: EditorView, files: Iterable<File>, place = view.state.selection.main.to): void {
  const pictures = [...files].filter(({ type }) => type.startsWith('image/'));
  if (pictures.length > mostAtOnce) toast('warning', `一次最多 ${mostAtOnce} 张图片`);
  const taken = pictures.slice(0, mostAtOnce);
  if (taken.length === 0) return;

  const { before, between, after } = roomAt(view, place);
  const insert = before + between.repeat(taken.length - 1) + after;
  const places = taken.map((_, index) => place + before.length + between.length * index);
  view.dispatch({
    changes: { from: place, insert },
    selection: { anchor: place + insert.length },
    effects: addComing.of(taken.map((file, index) => comingAt(file, places[index] ?? place))),
    annotations: isolateHistory.of('full'),
    userEvent: 'input.paste',
    scrollIntoView: true,
  });
}

/** Within a list, a quotation or a table pictures stand in the line; elsewhere each gets a paragraph. */
function roomAt(view: EditorView, place: number) {
  const line = view.state.doc.lineAt(place);
  if (/^\s*([-*+>|]|\d+[.)]\s)/.test(line.text)) return { before: '', between: ' ', after: '' };
  const hasBefore = view.state.sliceDoc(line.from, place).trim() !== '';
  return { before: hasBefore ? '\n\n' : '', between: '\n\n', after: '\n\n' };
}

/** Lets the writer choose pictures: several at once, on a phone also from its camera. */
export function choosePictures(view: EditorView): void {
  const input = document.createElement('input');
  Object.assign(input, { type: 'file', accept: 'image/*', multiple: true });
  input.addEventListener('change', () => {
    addPictures(view, input.files ?? []);
    view.focus();
  });
  input.click();
}
