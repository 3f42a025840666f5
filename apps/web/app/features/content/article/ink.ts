import { readStored, writeStored } from '../../../storage/stored-json.ts';
import { type ArticlePage, listTriggers } from './article-page.ts';
import './ink.css';

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

const easing = 'cubic-bezier(0.2, 0.7, 0.2, 1)';

/** Movements of a seal and of the stone that presses it, within 400 ms. */
const pressed: Keyframe[] = [
  { scale: 1, rotate: '0deg' },
  { scale: 1, rotate: '0deg', offset: 0.15 },
  { scale: 0.94, rotate: '0deg', offset: 0.225 },
  { scale: 1, rotate: '0deg', offset: 0.4 },
  { scale: 1, rotate: '-3deg', offset: 0.6 },
  { scale: 1, rotate: '-3deg' },
];
const stone: Keyframe[] = [
  { translate: '-50% calc(-76% - 16px)', opacity: 0 },
  { opacity: 1, offset: 0.1 },
  { translate: '-50% -76%', offset: 0.225 },
  { translate: '-50% -76%', opacity: 1, offset: 0.32 },
  { translate: '-50% calc(-76% - 6px)', opacity: 0, offset: 0.45 },
  { translate: '-50% calc(-76% - 6px)', opacity: 0 },
];
const blot: Keyframe[] = [{ opacity: 0 }, { opacity: 0, offset: 0.39 }, { opacity: 0.6, offset: 0.4 }, { opacity: 0 }];
/** Look of a seal until the stone leaves it. */
const empty = { backgroundColor: 'transparent', borderColor: 'var(--color-ink-3)', color: 'var(--color-ink-2)' };

const listSeals = (page: ArticlePage) =>
  listTriggers(page.root, 'like').flatMap((button) => button.querySelector<HTMLElement>('.article-seal') ?? []);

/** Stamps each seal of a like that was just given, and the phone hums for a moment. */
export function pressSeal(page: ArticlePage) {
  if (isStill()) return;
  if ('vibrate' in navigator) navigator.vibrate(10);
  for (const seal of listSeals(page)) {
    seal.animate(pressed, { duration: 400, easing: 'ease-out' });
    seal.animate([empty, empty], 160);
    playOver(seal, 'article-stone', stone);
    playOver(seal, 'article-blot', blot);
  }
}

/** Plays an animation on an element that is there only for it. */
function playOver(seal: HTMLElement, className: string, keyframes: Keyframe[]) {
  const shape = document.createElement('i');
  shape.className = className;
  seal.append(shape);
  shape.animate(keyframes, 400).finished.finally(() => shape.remove());
}

/** Lifts the seals of a like that the server did not take. */
export function liftSeal(page: ArticlePage) {
  if (isStill()) return;
  for (const seal of listSeals(page))
    seal.animate({ translate: ['0 0', '0 -6px', '0 0'], scale: [1, 1.12, 1] }, { duration: 250, easing });
}

/** Brightens the star of a collect that was just given. */
export function pressStar(page: ArticlePage) {
  if (isStill()) return;
  for (const button of listTriggers(page.root, 'collect'))
    button.querySelector('.icon-button')?.animate({ scale: [1, 0.9, 1] }, { duration: 250, easing });
}

/** Rolls a number up from the one before. */
export function rollNumber(figure: HTMLElement, before: string) {
  if (isStill()) return;
  figure.dataset.before = before;
  figure.classList.add('article-rolling');
  const rolled = figure.animate(
    { marginTop: ['0', '-1lh'] },
    { duration: 240, delay: 160, easing, fill: 'both', pseudoElement: '::before' },
  );
  rolled.finished.finally(() => figure.classList.remove('article-rolling'));
}

/** Runs over a follow button from its lower left, as ink does, and dries after two seconds. */
export function fillWithInk(button: HTMLElement) {
  if (isStill()) return;
  const ink = document.createElement('span');
  ink.className = 'article-ink';
  ink.ariaHidden = 'true';
  ink.textContent = button.textContent;
  button.append(ink);
  ink.animate({ clipPath: ['circle(0 at 0 100%)', 'circle(150% at 0 100%)'] }, { duration: 320, easing });
  const dry = ink.animate({ opacity: [1, 0] }, { duration: 250, delay: 2000, fill: 'both' });
  dry.finished.finally(() => ink.remove());
}

/** Storage key of the articles whose end was sealed in this tab. */
const sealedKey = 'sealed';

/** Lets the seal of the copyright notice come down once an article, when most of the notice is in the window. */
export function sealEnd({ root, article, signal }: ArticlePage) {
  const notice = root.querySelector<HTMLElement>('.article-colophon');
  const stamp = notice?.querySelector<HTMLElement>('.article-stamp');
  const sealed = readStored<number[]>('sessionStorage', sealedKey) ?? [];
  if (!notice || !stamp || isStill() || sealed.includes(article.id)) return;
  const watcher = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      watcher.disconnect();
      writeStored('sessionStorage', sealedKey, [...sealed, article.id]);
      stamp.animate(fallen, { duration: 360, easing });
      notice.animate({ translate: ['0 0', '0 1px', '0 0'] }, { duration: 180, delay: 150 });
    },
    { threshold: 0.6 },
  );
  watcher.observe(notice);
  signal.addEventListener('abort', () => watcher.disconnect());
}

const fallen: Keyframe[] = [
  { scale: 1.7, translate: '0 -14px', opacity: 0, filter: 'blur(3px)' },
  { scale: 1.25, translate: '0 -6px', opacity: 0.5, filter: 'blur(1px)', offset: 0.33 },
  { scale: 0.95, translate: '0 0', opacity: 1, filter: 'none', offset: 0.5 },
  { scale: 1, opacity: 0.92 },
];
