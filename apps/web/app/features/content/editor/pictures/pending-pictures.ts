import { invertedEffects } from '@codemirror/commands';
import { MapMode, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';

export const addComing = StateEffect.define<Coming[]>();
export const markComing = StateEffect.define<Pick<Coming, 'number'> & Partial<Coming>>();
export const dropComing = StateEffect.define<number>();

/** A step back over their coming sends them away. */
const takenBack = invertedEffects.of(({ effects }) =>
  effects.flatMap((effect) => (effect.is(addComing) ? effect.value.map(({ number }) => dropComing.of(number)) : [])),
);

/**
 * The pictures on their way, each in its place while the text around it changes. They are no part of the text: what is
 * saved meanwhile holds nothing that was never there. One whose surroundings are deleted is gone with them.
 */
export const comingField = StateField.define<Coming[]>({
  create: () => [],
  update(before, { changes, docChanged, effects }) {
    let coming = before;
    if (docChanged) coming = coming.flatMap((one) => moveTo(one, changes.mapPos(one.at, -1, MapMode.TrackDel)));
    for (const effect of effects) {
      if (effect.is(addComing)) coming = coming.concat(effect.value);
      if (effect.is(dropComing)) coming = coming.filter(({ number }) => number !== effect.value);
      if (effect.is(markComing)) coming = coming.map((one) => withMark(one, effect.value));
    }
    return coming;
  },
  provide: (field) => [EditorView.decorations.from(field, draw), takenBack],
});

function moveTo(one: Coming, at: number | null): Coming[] {
  return at === null ? [] : [{ ...one, at }];
}

function withMark(one: Coming, mark: Pick<Coming, 'number'> & Partial<Coming>): Coming {
  return one.number === mark.number ? { ...one, ...mark } : one;
}

function draw(coming: Coming[]): DecorationSet {
  return Decoration.set(
    coming.map((one) => Decoration.widget({ widget: new ComingWidget(one), side: 1 }).range(one.at)),
    true,
  );
}

/** A picture on its way. `share`: how much was sent, from 0 to 1; `wrong`: why it did not arrive. */
export type Coming = {
  number: number;
  file: File;
  /** Address of a thumbnail in this browser. */
  thumbnail: string;
  /** Where in the text it will stand. */
  at: number;
  share: number;
  wrong: string | undefined;
};

/** What the buttons of a picture on its way ask for, as an event on the editor. */
export type ComingAct = { number: number; act: 'retry' | 'remove' };

let made = 0;

/** A picture that will stand at a place in the text, which has to make room for it first. */
export function comingAt(file: File, at: number): Coming {
  made += 1;
  return { number: made, file, thumbnail: URL.createObjectURL(file), at, share: 0, wrong: undefined };
}

/** A thumbnail with a ring for how far it is, or with why it did not arrive. */
class ComingWidget extends WidgetType {
  readonly #coming: Coming;

  constructor(coming: Coming) {
    super();
    this.#coming = coming;
  }

  override eq(other: ComingWidget) {
    const { number, share, wrong } = other.#coming;
    return number === this.#coming.number && share === this.#coming.share && wrong === this.#coming.wrong;
  }

  override toDOM(view: EditorView) {
    const { file, thumbnail, number } = this.#coming;
    const box = element('span', 'coming');
    box.dataset.number = String(number);
    const picture = element('img', 'photo');
    Object.assign(picture, { src: thumbnail, alt: '' });
    const ring = element('span', 'ring');
    ring.role = 'progressbar';
    ring.ariaLabel = `${file.name} 上传`;
    box.append(picture, ring, element('span', 'words'), button('重试', 'retry'), button('取消', 'remove'));
    box.addEventListener('click', ({ target }) => {
      const act = (target as HTMLElement).dataset.act as ComingAct['act'] | undefined;
      if (act) view.dom.dispatchEvent(new CustomEvent<ComingAct>('mojian:coming', { detail: { number, act } }));
    });
    this.#show(box);
    return box;
  }

  /** Progress moves the ring where it is. */
  override updateDOM(box: HTMLElement) {
    if (box.dataset.number !== String(this.#coming.number)) return false;
    this.#show(box);
    return true;
  }

  override ignoreEvent() {
    return true;
  }

  #show(box: HTMLElement) {
    const { file, share, wrong } = this.#coming;
    const percent = Math.round(share * 100);
    box.classList.toggle('failed', wrong !== undefined);
    const ring = box.querySelector<HTMLElement>('.ring');
    ring?.style.setProperty('--share', `${percent}%`);
    if (ring) Object.assign(ring, { ariaValueNow: String(percent), hidden: wrong !== undefined });
    const words = box.querySelector('.words');
    if (words) {
      words.textContent = wrong ?? `${file.name || '图片'} · ${percent}%`;
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

function button(words: string, act: ComingAct['act']) {
  const made = element('button', 'btn sm');
  made.type = 'button';
  made.textContent = words;
  made.dataset.act = act;
  return made;
}
