import { invertedEffects } from '@codemirror/commands';
import { MapMode, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import { mayBePicture } from '../../../core/uploads/upload.ts';

export const addPending = StateEffect.define<PendingPicture[]>();
export const updatePending = StateEffect.define<Pick<PendingPicture, 'number'> & Partial<PendingPicture>>();
export const removePending = StateEffect.define<number>();

/** Undo removes the pending pictures it added. */
const undoneAdditions = invertedEffects.of(({ effects }) =>
  effects.flatMap((effect) =>
    effect.is(addPending) ? effect.value.map(({ number }) => removePending.of(number)) : [],
  ),
);

/**
 * Pending pictures with positions mapped through edits. They are not part of the text, so saves never contain them;
 * deleting the surrounding text removes them.
 */
export const pendingField = StateField.define<PendingPicture[]>({
  create: () => [],
  update(before, { changes, docChanged, effects }) {
    let pending = before;
    if (docChanged) pending = pending.flatMap((one) => moveTo(one, changes.mapPos(one.at, -1, MapMode.TrackDel)));
    for (const effect of effects) {
      if (effect.is(addPending)) pending = pending.concat(effect.value);
      if (effect.is(removePending)) pending = pending.filter(({ number }) => number !== effect.value);
      if (effect.is(updatePending)) pending = pending.map((one) => withMark(one, effect.value));
    }
    return pending;
  },
  provide: (field) => [EditorView.decorations.from(field, draw), undoneAdditions],
});

/** Counts the pictures that are not part of the text: uploading, waiting or failed. */
export function countPending({ state }: EditorView) {
  return state.field(pendingField, false)?.length ?? 0;
}

function moveTo(one: PendingPicture, at: number | null): PendingPicture[] {
  return at === null ? [] : [{ ...one, at }];
}

function withMark(one: PendingPicture, mark: Pick<PendingPicture, 'number'> & Partial<PendingPicture>): PendingPicture {
  return one.number === mark.number ? { ...one, ...mark } : one;
}

function draw(pending: PendingPicture[]): DecorationSet {
  return Decoration.set(
    pending.map((one) => Decoration.widget({ widget: new PendingWidget(one), side: 1 }).range(one.at)),
    true,
  );
}

/** Picture being uploaded. `share`: progress from 0 to 1; `error`: why it failed. */
export type PendingPicture = {
  number: number;
  file: File;
  /** Object URL of the thumbnail; '' for a file that is no picture. */
  thumbnail: string;
  /** Position in the text. */
  at: number;
  share: number;
  error: string | undefined;
};

/** DOM event of the widget's buttons. */
export type PendingPictureEvent = { number: number; act: 'retry' | 'remove' };

let made = 0;

/** Creates a pending picture; the text must already have room at the position. */
export function createPending(file: File, at: number): PendingPicture {
  made += 1;
  return {
    number: made,
    file,
    thumbnail: mayBePicture(file) ? URL.createObjectURL(file) : '',
    at,
    share: 0,
    error: undefined,
  };
}

/** Thumbnail with a progress ring or an error. */
class PendingWidget extends WidgetType {
  readonly #pending: PendingPicture;

  constructor(pending: PendingPicture) {
    super();
    this.#pending = pending;
  }

  override eq(other: PendingWidget) {
    const { number, share, error: wrong } = other.#pending;
    return number === this.#pending.number && share === this.#pending.share && wrong === this.#pending.error;
  }

  override toDOM(view: EditorView) {
    const { file, thumbnail, number } = this.#pending;
    const box = element('span', 'picture-coming');
    box.dataset.number = String(number);
    const picture = element('img', 'photo');
    Object.assign(picture, { src: thumbnail, alt: '', hidden: !thumbnail });
    const ring = element('span', 'picture-coming-ring');
    ring.role = 'progressbar';
    ring.ariaLabel = `${file.name} 上传`;
    box.append(
      picture,
      ring,
      element('span', 'picture-coming-words'),
      button('重试', 'retry'),
      button('取消', 'remove'),
    );
    box.addEventListener('click', ({ target }) => {
      const act = (target as HTMLElement).dataset.act as PendingPictureEvent['act'] | undefined;
      if (act)
        view.dom.dispatchEvent(
          new CustomEvent<PendingPictureEvent>('mojian:pending-picture', { detail: { number, act } }),
        );
    });
    this.#show(box);
    return box;
  }

  /** Updates progress without replacing the element. */
  override updateDOM(box: HTMLElement) {
    if (box.dataset.number !== String(this.#pending.number)) return false;
    this.#show(box);
    return true;
  }

  override ignoreEvent() {
    return true;
  }

  #show(box: HTMLElement) {
    const { file, share, error: wrong } = this.#pending;
    const percent = Math.round(share * 100);
    box.classList.toggle('picture-coming-failed', wrong !== undefined);
    const ring = box.querySelector<HTMLElement>('.picture-coming-ring');
    ring?.style.setProperty('--share', `${percent}%`);
    if (ring) Object.assign(ring, { ariaValueNow: String(percent), hidden: wrong !== undefined });
    const words = box.querySelector('.picture-coming-words');
    if (words) {
      const named = `${file.name || '图片'} · ${wrong ?? `${percent}%`}`;
      words.textContent = wrong?.includes(file.name) ? wrong : named;
      if (wrong === undefined) words.removeAttribute('role');
      else words.setAttribute('role', 'alert');
    }
    for (const retry of box.querySelectorAll<HTMLElement>('[data-act=retry]')) retry.hidden = wrong === undefined;
  }
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, look: string) {
  const made = document.createElement(name);
  made.className = look;
  return made;
}

function button(words: string, act: PendingPictureEvent['act']) {
  const made = element('button', 'btn btn-sm');
  made.type = 'button';
  made.textContent = words;
  made.dataset.act = act;
  return made;
}
