import { type EditorView, WidgetType } from '@codemirror/view';
import type { Coming, ComingAct } from './coming-picture.ts';

/** A thumbnail with a ring for how far it is, or with why it did not arrive. */
export class ComingWidget extends WidgetType {
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
