import { isolateHistory } from '@codemirror/commands';
import type { EditorView, PluginValue, ViewUpdate } from '@codemirror/view';
import type { Upload } from '@mojian/contract/core/uploads';
import { whyNotSent } from '../../../core/uploads/why-not-sent.ts';
import { comingField, dropComing, markComing } from './coming.ts';
import type { Coming, ComingAct } from './coming-picture.ts';
import type { IntakeParts } from './intake-parts.ts';
import { altFromName, writePicture } from './picture-syntax.ts';

const atOnce = 3;

/** Uploads the pictures on their way, a few at a time, and writes each into the text when it has arrived. */
export class PictureQueue implements PluginValue {
  readonly #view: EditorView;
  readonly #parts: IntakeParts;
  readonly #sending = new Map<number, AbortController>();

  constructor(view: EditorView, parts: IntakeParts) {
    this.#view = view;
    this.#parts = parts;
    view.dom.addEventListener('mojian:coming', this.#onAct);
    queueMicrotask(() => this.#sendNext());
  }

  update({ startState, state }: ViewUpdate) {
    const before = startState.field(comingField);
    const now = state.field(comingField);
    if (before === now) return;
    const left = new Set(now.map(({ number }) => number));
    for (const one of before) if (!left.has(one.number)) this.#forget(one);
    if (now.length > 0) queueMicrotask(() => this.#sendNext()); // no change may be made while one is made
  }

  destroy() {
    this.#view.dom.removeEventListener('mojian:coming', this.#onAct);
    for (const one of this.#coming()) this.#forget(one);
  }

  #onAct = (event: Event) => {
    const { number, act } = (event as CustomEvent<ComingAct>).detail;
    const effects = act === 'remove' ? dropComing.of(number) : markComing.of({ number, wrong: undefined, share: 0 });
    this.#view.dispatch({ effects });
    this.#view.focus();
  };

  #coming(): Coming[] {
    return this.#view.state.field(comingField);
  }

  #forget({ number, thumbnail }: Coming) {
    this.#sending.get(number)?.abort();
    this.#sending.delete(number);
    URL.revokeObjectURL(thumbnail);
  }

  #sendNext() {
    for (const one of this.#coming()) {
      if (this.#sending.size >= atOnce) return;
      if (one.wrong === undefined && !this.#sending.has(one.number)) void this.#send(one);
    }
  }

  async #send({ number, file }: Coming) {
    const stop = new AbortController();
    this.#sending.set(number, stop);
    const onProgress = (share: number) => this.#mark(number, stop, { share });
    try {
      this.#arrive(number, await this.#parts.upload(file, { signal: stop.signal, onProgress }), stop);
    } catch (cause) {
      this.#mark(number, stop, { wrong: whyNotSent(cause) });
    }
    if (this.#sending.get(number) === stop) this.#sending.delete(number);
    if (!stop.signal.aborted) this.#sendNext();
  }

  #mark(number: number, { signal }: AbortController, part: Partial<Coming>) {
    if (!signal.aborted) this.#view.dispatch({ effects: markComing.of({ number, ...part }) });
  }

  #arrive(number: number, picture: Upload, { signal }: AbortController) {
    const one = this.#coming().find((coming) => coming.number === number);
    if (!one || signal.aborted) return;
    this.#parts.onArrived?.(picture);
    const insert = writePicture({ alt: altFromName(one.file.name), url: picture.url, title: '', width: 100 });
    this.#view.dispatch({
      changes: { from: one.at, insert },
      effects: dropComing.of(number),
      annotations: isolateHistory.of('full'), // one step back takes out this picture and nothing else
      userEvent: 'input.paste',
    });
  }
}
