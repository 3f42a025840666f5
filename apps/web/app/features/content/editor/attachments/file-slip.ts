import { type EditorView, WidgetType } from '@codemirror/view';
import { type AttachmentKind, attachmentKinds, kindOfAttachment } from '@mojian/contract/core/attachment-kinds';

type FileLine = { words: string; kind: AttachmentKind };

/** The link to a file of this site that a line consists of. */
export function readFileLine(text: string): FileLine | undefined {
  const [, words = '', address = ''] = /^\[((?:[^[\]\\]|\\.)*)\]\((\/files\/[^\s()]{1,80})\)\s*$/.exec(text) ?? [];
  const kind = kindOfAttachment(address);
  return kind && { words: words.replace(/\\(.)/g, '$1'), kind };
}

/** Shows such a line by its name and kind instead of its address. A press opens its Markdown. */
export class FileSlip extends WidgetType {
  readonly #file: FileLine;

  constructor(file: FileLine) {
    super();
    this.#file = file;
  }

  override eq(other: FileSlip) {
    return other.#file.words === this.#file.words && other.#file.kind === this.#file.kind;
  }

  override toDOM(view: EditorView) {
    const { words, kind } = this.#file;
    const slip = document.createElement('span');
    slip.className = 'picture-slip picture-slip-file';
    slip.role = 'button';
    slip.ariaLabel = `${attachmentKinds[kind].words}，${words}`;
    const note = Object.assign(document.createElement('span'), { className: 'picture-slip-note' });
    note.textContent = kind.toUpperCase();
    const name = Object.assign(document.createElement('span'), { className: 'picture-slip-words' });
    name.textContent = words || attachmentKinds[kind].words;
    slip.append(note, name);
    slip.addEventListener('click', () => {
      if (view.state.readOnly) return;
      view.dispatch({ selection: { anchor: view.posAtDOM(slip) + 1 } });
      view.focus();
    });
    return slip;
  }

  override ignoreEvent() {
    return true;
  }
}
