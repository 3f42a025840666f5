import { isolateHistory } from '@codemirror/commands';
import type { Extension, TransactionSpec } from '@codemirror/state';
import { dropCursor, EditorView, type PluginValue, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { Upload } from '@mojian/contract/core/uploads';
import { writePicture } from '@mojian/markdown/write-picture';
import { loadPart } from '../../../../ui/load-part.ts';
import { toast } from '../../../../ui/toast.ts';
import { mayBePicture, type UploadPicture, whyNotSent } from '../../../core/uploads/upload.ts';
import { onRequest } from '../text/view-state.ts';
import { type OwnFiles, ownFiles } from './opened-picture.ts';
import {
  addPending,
  createPending,
  type PendingPicture,
  type PendingPictureEvent,
  pendingField,
  removePending,
  updatePending,
} from './pending-pictures.ts';
import { isPicture, roomFor, writeLink } from './picture-places.ts';
import { pictureSlips } from './picture-slips.ts';
import { altFromName } from './picture-syntax.ts';
import './pictures.css';

/**
 * Handles pasted, dropped and chosen files: each shows as pending at once and becomes Markdown after its upload.
 */
export function pictureIntake(deps: IntakeDeps): Extension {
  const queue = ViewPlugin.define((view) => new PictureQueue(view, deps));
  return [pendingField, queue, dropCursor(), pastedPictures, droppedPictures, ownFiles.of(deps.own), pictureSlips];
}

const pastedPictures = EditorView.domEventHandlers({
  paste(event, view) {
    const pictures = imageFiles(event.clipboardData);
    if (pictures.length === 0 && !hasOthers(event.clipboardData)) return false;
    event.preventDefault();
    addFiles(view, event.clipboardData?.files ?? []);
    return true;
  },
});

type IntakeDeps = {
  upload: UploadPicture;
  /** Called after each upload; the preview remembers the size. */
  onArrived?: (picture: Upload, file: File) => void;
  own: OwnFiles;
};

const mostAtOnce = 20;

/** Inserts pictures at the caret or at `place`, and behind them the other files that the site takes. */
function addFiles(view: EditorView, files: Iterable<File>, place?: number): void {
  const others = [...files].filter((file) => !mayBePicture(file));
  insertPending(view, [...files].filter(mayBePicture), place);
  const own = view.state.facet(ownFiles);
  if (others.length === 0 || !own) return;
  if (place !== undefined && view.state.selection.main.to < place) view.dispatch({ selection: { anchor: place } });
  loadPart(
    () => import('./admit-files.ts'),
    ({ admitFiles }) => admitFiles(others, own.findLargest).then((admitted) => insertPending(view, admitted)),
  );
}

/** Inserts files at a place, pictures in rows of up to three, and others each by itself. */
function insertPending(view: EditorView, files: File[], place = view.state.selection.main.to): void {
  if (files.length > mostAtOnce) toast('warning', `一次最多 ${mostAtOnce} 个`);
  const taken = files.slice(0, mostAtOnce);
  if (taken.length === 0 || view.state.readOnly) return;

  const { insert, places } = roomFor(view, place, taken);
  view.dispatch({
    changes: { from: place, insert },
    selection: { anchor: place + insert.length },
    effects: addPending.of(taken.map((file, index) => createPending(file, places[index] ?? place))),
    annotations: isolateHistory.of('full'),
    userEvent: 'input.paste',
    scrollIntoView: true,
  });
}

export function choosePictures(view: EditorView): void {
  chooseFiles(view, { accept: 'image/*' });
}

function chooseFiles(view: EditorView, which: { accept?: string } = {}): void {
  const input = document.createElement('input');
  Object.assign(input, { type: 'file', multiple: true, ...which });
  input.addEventListener('change', () => {
    addFiles(view, input.files ?? []);
    view.focus();
  });
  input.click();
}

/** Puts files that the member uploaded before into the text, or others of this device. */
function chooseOwnFiles(view: EditorView): void {
  const own = view.state.facet(ownFiles);
  if (!own || view.state.readOnly) return;
  loadPart(
    () => import('./own-pictures.tsx'),
    ({ openOwnPictures }) =>
      openOwnPictures({
        list: own.list,
        groups: ['picture', 'document', 'sound', 'film'],
        most: mostAtOnce,
        choose: (all) => insertOwn(view, all),
        chooseHere: () => chooseFiles(view),
      }),
  );
}

function insertOwn(view: EditorView, pictures: { url: string; name: string }[]) {
  const place = view.state.selection.main.to;
  const { insert, places } = roomFor(view, place, pictures);
  let text = '';
  let done = 0;
  pictures.forEach(({ url, name }, index) => {
    const at = (places[index] ?? place) - place;
    text += insert.slice(done, at);
    text += isPicture({ url }) ? writePicture({ alt: '', url, title: '', width: 100 }) : writeLink(name, url);
    done = at;
  });
  text += insert.slice(done);
  const selection = { anchor: place + text.length };
  view.dispatch({ changes: { from: place, insert: text }, selection, userEvent: 'input.paste', scrollIntoView: true });
  view.focus();
}

/** Image files of a paste or drop; none when text comes along, since Word adds a rendering of it. */
export function imageFiles(data: DataTransfer | null): File[] {
  const pictures = [...(data?.files ?? [])].filter(mayBePicture);
  const hasText = data?.getData('text/plain').trim();
  return hasText ? [] : pictures;
}

/** Files that are no pictures: left alone, a dropped spreadsheet would be typed into the text. */
const hasOthers = (data: DataTransfer | null) => [...(data?.files ?? [])].some((file) => !mayBePicture(file));

const drops = EditorView.domEventHandlers({
  dragover(event) {
    if (!hasFiles(event) || !event.dataTransfer) return false;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    return true;
  },
  drop(event, view) {
    if (imageFiles(event.dataTransfer).length === 0 && !hasOthers(event.dataTransfer)) return false;
    event.preventDefault();
    const at = view.posAtCoords({ x: event.clientX, y: event.clientY }, false);
    addFiles(view, event.dataTransfer?.files ?? [], at);
    view.focus();
    return true;
  },
});

/** Prevents the browser from opening a file dropped beside the text. */
const guard = ViewPlugin.define(() => {
  const ending = new AbortController();
  const refuse = (event: DragEvent) => {
    if (!hasFiles(event) || event.defaultPrevented) return;
    event.preventDefault();
    if (event.type === 'drop') toast('warning', '没有添加：把图片拖到正文里');
    else if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
  };
  for (const type of ['dragover', 'drop'] as const) addEventListener(type, refuse, { signal: ending.signal });
  return { destroy: () => ending.abort() };
});

const droppedPictures = [drops, guard];

function hasFiles({ dataTransfer }: DragEvent) {
  return dataTransfer?.types.includes('Files') ?? false;
}

const atOnce = 3;

/** Uploads pending pictures with limited concurrency and writes their Markdown. */
class PictureQueue implements PluginValue {
  readonly #view: EditorView;
  readonly #deps: IntakeDeps;
  readonly #stopAsking: () => void;
  readonly #sending = new Map<number, AbortController>();

  constructor(view: EditorView, deps: IntakeDeps) {
    this.#view = view;
    this.#deps = deps;
    view.dom.addEventListener('mojian:pending-picture', this.#onAct);
    queueMicrotask(() => this.#sendNext());
    this.#stopAsking = onRequest(view, (what) => what === 'own-pictures' && chooseOwnFiles(view));
  }

  update({ startState, state }: ViewUpdate) {
    const before = startState.field(pendingField);
    const now = state.field(pendingField);
    if (before === now) return;
    const left = new Set(now.map(({ number }) => number));
    for (const one of before) if (!left.has(one.number)) this.#forget(one);
    if (now.length > 0) queueMicrotask(() => this.#sendNext()); // CodeMirror allows no dispatch within an update
  }

  destroy() {
    this.#stopAsking();
    this.#view.dom.removeEventListener('mojian:pending-picture', this.#onAct);
    for (const one of this.#pending()) this.#forget(one);
  }

  #onAct = (event: Event) => {
    const { number, act } = (event as CustomEvent<PendingPictureEvent>).detail;
    const effects =
      act === 'remove' ? removePending.of(number) : updatePending.of({ number, error: undefined, share: 0 });
    this.#view.dispatch({ effects });
    this.#view.focus();
  };

  #pending(): PendingPicture[] {
    return this.#view.state.field(pendingField);
  }

  #forget({ number, thumbnail }: PendingPicture) {
    this.#sending.get(number)?.abort();
    this.#sending.delete(number);
    URL.revokeObjectURL(thumbnail);
  }

  #sendNext() {
    for (const one of this.#pending()) {
      if (this.#sending.size >= atOnce) return;
      if (one.error === undefined && !this.#sending.has(one.number)) void this.#send(one);
    }
  }

  async #send({ number, file }: PendingPicture) {
    const stop = new AbortController();
    this.#sending.set(number, stop);
    const onProgress = (share: number) => this.#mark(number, stop, { share });
    try {
      this.#arrive(
        number,
        await this.#deps.upload(file, { signal: stop.signal, onProgress, isAttachment: !mayBePicture(file) }),
        stop,
      );
    } catch (cause) {
      this.#mark(number, stop, { error: whyNotSent(cause) });
    }
    if (this.#sending.get(number) === stop) this.#sending.delete(number);
    if (!stop.signal.aborted) this.#sendNext();
  }

  #mark(number: number, { signal }: AbortController, part: Partial<PendingPicture>) {
    if (!signal.aborted) dispatchInPlace(this.#view, { effects: updatePending.of({ number, ...part }) });
  }

  #arrive(number: number, picture: Upload, { signal }: AbortController) {
    const one = this.#pending().find((pending) => pending.number === number);
    if (!one || signal.aborted) return;
    this.#deps.onArrived?.(picture, one.file);
    const { url, attachment } = picture;
    const insert = attachment
      ? writeLink(attachment.name, url)
      : writePicture({ alt: altFromName(one.file.name), url, title: '', width: 100 });
    dispatchInPlace(this.#view, {
      changes: { from: one.at, insert },
      effects: removePending.of(number),
      annotations: isolateHistory.of('full'), // its own undo step
      userEvent: 'input.paste',
    });
  }
}

/** Dispatches and scrolls so that the line of the caret, if it is seen, stays where it is on the screen. */
function dispatchInPlace(view: EditorView, change: TransactionSpec) {
  const before = topOfCaretLine(view);
  view.dispatch(change);
  const after = view.coordsAtPos(view.state.selection.main.head)?.top;
  if (before !== undefined && after !== undefined) view.scrollDOM.scrollTop += after - before;
}

function topOfCaretLine(view: EditorView) {
  const line = view.coordsAtPos(view.state.selection.main.head);
  const { top, bottom } = view.scrollDOM.getBoundingClientRect();
  return line && line.bottom > top && line.top < bottom ? line.top : undefined;
}
